import { defined } from '../../base/defined.ts';
import { WinnowError } from '../../base/error.ts';
import type { Outbox } from '../../domain/collection/outbox.ts';
import { type HostBody, hostCounters } from '../../domain/frontier/body.ts';
import { documentFault } from '../../pipeline/collection/stored-document.ts';
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
  } else {
    for (const { md5, document } of pages) {
      const fault = document === undefined ? undefined : await documentFault(ports, md5, document);
      if (fault?.kind === 'unread') throw new WinnowError('corrupt', fault.detail);
      if (fault !== undefined && document !== undefined) missing.push(document);
    }
  }
  if (missing.length === 0) return undefined;
  // What the host told before this turn stays the last that it told.
  const told = control.told ?? toldBefore(body);
  const mend = () =>
    changeControl(inspection, key, control, {
      ...{ published: turn, counters: hostCounters(body) },
      ...defined({ told }),
    });
  return {
    code: 'turn-untellable',
    subject: key.host,
    detail: `turn ${turn} lacks ${missing.join(', ')}`,
    mend,
  };
}

function toldBefore({ outbox }: HostBody): HostControl['told'] {
  const before = (outbox as Outbox | undefined)?.previous;
  return before?.object === undefined ? undefined : { turn: before.turn, object: before.object };
}
