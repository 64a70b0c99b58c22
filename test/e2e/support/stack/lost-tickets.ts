import { dispatch } from '../../../../lib/pipeline/dispatch/dispatch.ts';
import type { HostControl } from '../../../../lib/ports/hosts.ts';
import { until } from '../clockwork.ts';
import type { DeployedStack } from './deployed-stack.ts';
import { stopDelivery } from './pollers.ts';

/** What the hosts of a job are at. */
export async function controls({ runtime }: DeployedStack, job: string): Promise<readonly HostControl[]> {
  const { hosts } = await runtime.stores.hosts.hosts(job, 1_000);
  return hosts.map(({ control }) => control);
}

/** Lets every host of a job have a ticket that nobody takes: what is under way ends meanwhile, or not. */
export async function holdTickets(stack: DeployedStack, job: string): Promise<void> {
  await stopDelivery(stack);
  await until('every host has a ticket', async () => {
    await dispatch(stack.runtime.stores, stack.runtime);
    return (await controls(stack, job)).every(({ state }) => state === 'ticketed');
  });
}

/** What the dispatcher does once tickets that were out have expired, one and a half times their life at most, now. */
export async function replaceTickets({ runtime }: DeployedStack): Promise<void> {
  const { clock } = runtime.stores;
  const later = {
    now: () => clock.now() + 2 * runtime.timing.ticketMs,
    monotonic: () => clock.monotonic(),
    sleep: (ms: number, signal?: AbortSignal) => clock.sleep(ms, signal),
  };
  await dispatch({ ...runtime.stores, clock: later }, runtime);
}
