import { firstDue } from '../../../lib/pipeline/frontier/due-bands.ts';
import type { HostControl } from '../../../lib/ports/hosts.ts';
import type { Ports } from '../../../lib/ports/ports.ts';

/**
 * A host whose gate a dead worker keeps shut has its next turn later, and work for it now; so has a host that waits while
 * others are tried. What looks like a trap is no work, nor is a host whose domain has brought nothing.
 */
function hasWork({ state, counters, waits }: HostControl): boolean {
  if (state !== 'due') return false;
  return waits === undefined ? counters.pending > (counters.held ?? 0) : !waits.isBarren;
}

/** What a job has to do now. While its hosts have work, what costs more questions is not asked. */
export async function workOf(
  { hosts, due, links, clock }: Pick<Ports, 'hosts' | 'due' | 'links' | 'clock'>,
  job: string,
): Promise<readonly string[]> {
  const listed = (await hosts.hosts(job, 1_000)).hosts;
  const work = listed.flatMap(({ host, control }) => [
    ...(control.state === 'ticketed' || hasWork(control) ? [`${host} is ${control.state}`] : []),
    ...((control.counters.outcomes.converting ?? 0) > 0 ? [`${host} waits for documents`] : []),
  ]);
  if (work.length > 0) return work;
  const first = await firstDue(due, job, clock.now());
  if (first !== undefined) return [`${first.host} is in the due index`];
  // A worker that dies between announcing a segment and writing it leaves one that stays open for an hour, without links.
  const open = await links.open(job, 100);
  const written = await Promise.all(open.map((id) => links.read(job, id)));
  return open.filter((_, at) => written[at] !== undefined).map((id) => `segment ${id} of ${job} is open`);
}
