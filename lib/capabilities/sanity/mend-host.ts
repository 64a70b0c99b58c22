import { defined } from '../../base/defined.ts';
import type { Outbox } from '../../domain/collection/outbox.ts';
import { type HostBody, hostCounters } from '../../domain/frontier/body.ts';
import { hostFailures } from '../../domain/politeness/host-failures.ts';
import { politenessAfterTurn } from '../../domain/politeness/host-politeness.ts';
import { newHost } from '../../pipeline/frontier/deliver.ts';
import type { HostControl, HostKey } from '../../ports/hosts.ts';
import type { Inspection } from './inspection.ts';

/** Makes the dispatcher look at a host; the turn of the host finds out what to do. */
export function wakeHost({ ports }: Inspection, key: HostKey): () => Promise<boolean> {
  return async () => {
    await ports.due.put(key.job, { at: ports.clock.now(), host: key.host, wake: true });
    return true;
  };
}

/**
 * Makes a new control from the host's body. The host is due now, and its last turn counts as unpublished: to publish a
 * turn twice does no harm.
 * @param was the control that is stored, if any
 */
export function controlAnew(
  { ports }: Inspection,
  key: HostKey,
  was: HostControl | undefined,
  body: HostBody | undefined,
): () => Promise<boolean> {
  return async () => {
    const dueAt = ports.clock.now();
    const turn = body?.turn ?? 0;
    const backoffs = body === undefined ? 0 : hostFailures(body);
    const { domain, parked } = (body?.outbox ?? {}) as Partial<Outbox>;
    const next: HostControl = {
      ...newHost,
      state: 'due',
      dueAt,
      turn,
      published: Math.max(0, turn - 1),
      ...(body === undefined ? {} : { counters: hostCounters(body) }),
      ...politenessAfterTurn({}, backoffs, parked),
      ...defined({ standing: domain?.standing }),
    };
    if (!(await ports.hosts.putControl(key, was, next))) return false;
    await ports.due.put(key.job, { at: dueAt, host: key.host, wake: false });
    return true;
  };
}

/** Changes a control, unless the host has had a turn since the check read the control. Earlier repairs do not count. */
export async function changeControl(
  { ports }: Inspection,
  key: HostKey,
  { state, turn, ticket, published }: HostControl,
  change: { readonly [K in keyof HostControl]?: HostControl[K] | undefined },
): Promise<boolean> {
  const now = await ports.hosts.control(key);
  const isSame = now?.state === state && now.ticket === ticket && now.turn >= turn;
  if (!isSame || (now.turn > turn && now.published !== published)) return false;
  const kept = Object.entries({ ...now, ...change }).filter(([, value]) => value !== undefined);
  return await ports.hosts.putControl(key, now, Object.fromEntries(kept) as unknown as HostControl);
}
