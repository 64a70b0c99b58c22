import type { Outbox } from '../../domain/collection/outbox.ts';
import { type HostBody, hostCounters } from '../../domain/frontier/body.ts';
import type { HostControl, HostKey } from '../../ports/hosts.ts';
import type { Inspection, Suspicion } from './inspection.ts';
import { changeControl } from './mend-host.ts';

/** Whether what the last turn of a host owes to the indexers can be told: its next turn does nothing else before. */
export async function checkTurn(
  inspection: Inspection,
  key: HostKey,
  control: HostControl,
  body: HostBody,
): Promise<Suspicion | undefined> {
  const { ports } = inspection;
  const { turn, outbox } = body;
  const { pages = [], staged } = (outbox ?? {}) as Partial<Outbox>;
  const lost: string[] = [];
  if (staged !== undefined) {
    if ((await ports.staged.read(key.job, staged)) === undefined) lost.push(staged);
    if (lost.length > 0 && (await ports.changes.read(key.job, key.host, turn)) !== undefined)
      return undefined;
  } else {
    for (const { document } of pages)
      if (document !== undefined && (await ports.documents.read(document)) === undefined) lost.push(document);
  }
  if (lost.length === 0) return undefined;
  const mend = async () => {
    // The next object names this one as its predecessor.
    if ((await ports.changes.read(key.job, key.host, turn)) === undefined)
      await ports.changes.put(key.job, key.host, turn, []);
    return await changeControl(inspection, key, control, { published: turn, counters: hostCounters(body) });
  };
  return {
    code: 'turn-untellable',
    subject: key.host,
    detail: `turn ${turn} lacks ${lost.join(', ')}`,
    mend,
  };
}
