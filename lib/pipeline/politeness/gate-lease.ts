import { gateKeys } from '../../domain/politeness/gate-key.ts';
import { type PolitenessState, unknownHost } from '../../domain/politeness/state.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { HostName } from '../../domain/url/url.ts';
import type { Gate } from '../../ports/gates.ts';
import type { Ports } from '../../ports/ports.ts';
import type { HostSession } from './host-session.ts';

/** The gates of a host, claimed: nobody else asks it while they are held. */
export interface GateLease {
  readonly owner: string;
  /** In the order in which they were claimed; the host's own is the last. */
  readonly keys: readonly string[];
  /** What was remembered of the host. */
  readonly state: PolitenessState;
}

export interface GateLeaseRequest {
  readonly ticket: string;
  readonly leaseMs: number;
  readonly gapMs: number;
  /** Gates that the same turn holds already. */
  readonly leased?: readonly string[];
}

type GatePorts = Pick<Ports, 'gates' | 'clock' | 'entropy' | 'fetcher'>;

/** The gates of a host. One whose name leads nowhere has its own alone: nobody will be asked for anything. */
export async function gatesOf(
  { fetcher }: Partial<Pick<Ports, 'fetcher'>>,
  host: HostName,
  politeness: Pick<JobSettings['politeness'], 'unit'>,
): Promise<readonly string[]> {
  const address = politeness.unit === 'address' ? await fetcher?.addressOf(host) : undefined;
  return gateKeys(host, politeness, address);
}

/** Claims all gates of a host, or none of them: then it is the closed one that comes back. */
export async function leaseGates(
  ports: GatePorts,
  host: HostName,
  { politeness }: Pick<JobSettings, 'politeness'>,
  { ticket, leaseMs, gapMs, leased = [] }: GateLeaseRequest,
): Promise<{ readonly gateLease: GateLease } | { readonly closed: Gate; readonly isShared: boolean }> {
  const owner = ports.entropy.id();
  const keys: string[] = [];
  let state: PolitenessState | undefined;
  for (const key of await gatesOf(ports, host, politeness)) {
    if (leased.includes(key)) continue;
    const claim = await ports.gates.claim(key, { owner, ticket, now: ports.clock.now(), leaseMs, gapMs });
    if (!claim.granted) {
      // Nobody was asked for anything: they are as open as they were.
      for (const open of keys) await ports.gates.release(open, owner, ports.clock.now());
      return { closed: claim.gate, isShared: key !== host };
    }
    keys.push(key);
    state = claim.state;
  }
  return { gateLease: { owner, keys, state: state ?? unknownHost } };
}

/** For a turn that asks nobody: no gate, and what is remembered of the host. */
export async function leaseNoGate({ gates }: Pick<Ports, 'gates'>, host: HostName): Promise<GateLease> {
  const { state = unknownHost } = (await gates.gate(host)) ?? {};
  return { owner: '', keys: [], state };
}

/**
 * Opens the gates after the last request. Back-off lives in the host's own, so that no other job can walk around it; one
 * that hosts share opens after the gap, unless it was an answer that asked for more.
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
 * When a host that found the gate it shares closed comes again: at the opening, or some gaps later by chance, the more of
 * them the more often it came in vain. Else all hosts of a domain would come at each opening, and one be let in.
 * @param crowded how often it came in vain, less its own turns since
 * @param chance from 0 up to 1
 */
export function comesAgainAt(gate: Gate, gapMs: number, crowded: number, chance: number): number {
  return gate.notBefore + gapMs * Math.floor(chance * (crowded + 1));
}
