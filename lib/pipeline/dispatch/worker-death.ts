import type { HostControl, HostKey } from '../../ports/hosts.ts';
import type { Ports } from '../../ports/ports.ts';

/**
 * Whether a worker died over the ticket that a control names: it claimed the host's gate with the ticket, and did not open it
 * by the end of its lease. A ticket that merely waited in the queue until it expired accuses nobody. Another job's turn that claims the
 * gate afterwards hides a death; the ticket's next deliveries tell the worker of it all the same (`Delivery.receives`).
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
