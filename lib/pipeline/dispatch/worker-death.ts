import type { HostControl, HostKey } from '../../ports/hosts.ts';
import type { Ports } from '../../ports/ports.ts';

/**
 * Whether a worker died in the turn of a control's ticket: it claimed the host's gate with the ticket, and did not release
 * it by the end of the lease. A ticket that only waited in the queue until it expired is no death. When another job's turn
 * claims the gate afterwards, the death is not seen here; the next deliveries of the ticket show it (`Delivery.receives`).
 */
export async function hasDied(
  { gates, clock }: Pick<Ports, 'gates' | 'clock'>,
  { host }: HostKey,
  { state, ticket }: Pick<HostControl, 'state' | 'ticket'>,
): Promise<boolean> {
  if (state !== 'ticketed' || ticket === undefined) return false;
  const gate = await gates.gate(host);
  return gate?.ticket === ticket && gate.leaseUntil <= clock.now();
}
