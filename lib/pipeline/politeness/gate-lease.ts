import type { HostName } from '../../base/url/url.ts';
import { gateKeys } from '../../domain/politeness/gate-key.ts';
import { type PolitenessState, unknownHost } from '../../domain/politeness/politeness-state.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { Gate } from '../../ports/gates.ts';
import type { Ports } from '../../ports/ports.ts';
import type { HostSession } from './host-session.ts';

/** The leased gates of a host: nobody else asks the host during the lease. */
export interface GateLease {
  readonly owner: string;
  /** In the order in which they were claimed; the host's own gate is the last. */
  readonly keys: readonly string[];
  /** Epoch ms at which it ends, released or not. */
  readonly until: number;
  /** The politeness state that the host's gate had. */
  readonly state: PolitenessState;
}

export interface GateLeaseRequest {
  readonly ticket: string;
  readonly leaseMs: number;
  readonly gapMs: number;
  /** Gates that the same turn has leased already. */
  readonly leased?: readonly string[];
}

type GatePorts = Pick<Ports, 'gates' | 'clock' | 'entropy' | 'fetcher'>;

/** The keys of a host's gates. A host whose name has no address has its own gate only: no request will be made. */
export async function gatesOf(
  { fetcher }: Partial<Pick<Ports, 'fetcher'>>,
  host: HostName,
  politeness: Pick<JobSettings['politeness'], 'unit'>,
): Promise<readonly string[]> {
  const address = politeness.unit === 'address' ? await fetcher?.addressOf(host) : undefined;
  return gateKeys(host, politeness, address);
}

/** Claims all gates of a host, or none: then returns the closed one. */
export async function leaseGates(
  ports: GatePorts,
  host: HostName,
  { politeness }: Pick<JobSettings, 'politeness'>,
  { ticket, leaseMs, gapMs, leased = [] }: GateLeaseRequest,
): Promise<{ readonly gateLease: GateLease } | { readonly closed: Gate; readonly isShared: boolean }> {
  const owner = ports.entropy.id();
  const keys: string[] = [];
  const until = ports.clock.now() + leaseMs;
  let state: PolitenessState | undefined;
  for (const key of await gatesOf(ports, host, politeness)) {
    if (leased.includes(key)) continue;
    const claim = await ports.gates.claim(key, { owner, ticket, now: ports.clock.now(), leaseMs, gapMs });
    if (!claim.granted) {
      // No request was made, so these gates reopen at once.
      for (const open of keys) await ports.gates.release(open, owner, ports.clock.now());
      return { closed: claim.gate, isShared: key !== host };
    }
    keys.push(key);
    state = claim.state;
  }
  return { gateLease: { owner, keys, until, state: state ?? unknownHost } };
}

/** The lease of a turn that makes no requests: no gates, and the stored politeness state. */
export async function leaseNoGate({ gates }: Pick<Ports, 'gates'>, host: HostName): Promise<GateLease> {
  const { state = unknownHost } = (await gates.gate(host)) ?? {};
  return { owner: '', keys: [], until: 0, state };
}

/**
 * Releases the gates after the last request. Back-off is stored in the host's own gate, so that no other job gets around
 * it. A shared gate opens after the gap, or later when an answer refused.
 * @returns epoch ms from which the host may be asked again
 */
export async function releaseGates(
  { gates }: Pick<Ports, 'gates'>,
  { owner, keys }: GateLease,
  session: HostSession,
): Promise<number> {
  const { opensAt, sharedOpensAt, state } = session.leave();
  await Promise.all(
    keys.map((key, index) =>
      index === keys.length - 1
        ? gates.release(key, owner, opensAt, state)
        : gates.release(key, owner, sharedOpensAt),
    ),
  );
  return opensAt;
}

/**
 * When a host returns that found its shared gate closed: when the gate opens, or some gaps later by chance, up to as many
 * gaps as it came in vain. Otherwise all hosts of a domain would come at each opening, and only one would be admitted.
 * @param crowded how often the host came in vain, less its own turns since
 * @param chance from 0 to below 1
 */
export function comesAgainAt(gate: Gate, gapMs: number, crowded: number, chance: number): number {
  return gate.notBefore + gapMs * Math.floor(chance * (crowded + 1));
}
