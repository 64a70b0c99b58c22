import type { Outbox } from '../../domain/collection/outbox.ts';
import { type HostBody, hostCounters } from '../../domain/frontier/body.ts';
import type { HostControl, HostKey } from '../../ports/hosts.ts';
import type { Inspection, Suspicion } from './inspection.ts';
import { changeControl } from './mend-host.ts';

/**
 * Checks that the last turn of a host can be published: that the stored parts from which its changes are written are
 * there. A host whose turn cannot be published is stuck: its next turn begins with that publication.
 */
export async function checkTurn(
  inspection: Inspection,
  key: HostKey,
  control: HostControl,
  body: HostBody,
): Promise<Suspicion | undefined> {
  const { ports } = inspection;
  const { turn, outbox } = body;
  const { pages = [], staged } = (outbox ?? {}) as Partial<Outbox>;
  const missing: string[] = [];
  if (staged !== undefined) {
    if ((await ports.staged.read(key.job, staged)) === undefined) missing.push(staged);
    if (missing.length > 0 && (await ports.changes.read(key.job, key.host, turn)) !== undefined)
      return undefined;
  } else {
    for (const { document } of pages)
      if (document !== undefined && (await ports.documents.read(document)) === undefined)
        missing.push(document);
  }
  if (missing.length === 0) return undefined;
  const mend = async () => {
    // The next changes object of the host names this one as its predecessor, so it must exist, even without lines.
    if ((await ports.changes.read(key.job, key.host, turn)) === undefined)
      await ports.changes.put(key.job, key.host, turn, []);
    return await changeControl(inspection, key, control, { published: turn, counters: hostCounters(body) });
  };
  return {
    code: 'turn-untellable',
    subject: key.host,
    detail: `turn ${turn} lacks ${missing.join(', ')}`,
    mend,
  };
}
