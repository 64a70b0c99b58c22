import { defined } from '../../domain/base/defined.ts';
import type { JobTouched, Task } from '../../domain/control/command.ts';
import { covers } from '../../domain/control/hold.ts';
import type { HostName } from '../../domain/url/url.ts';
import type { HostControl } from '../../ports/hosts.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';

/** The most hosts of a job that are read to say what a command changes; a job with more is reported as "at least". */
const maxLooked = 5_000;
const pageSize = 1_000;

/** What a change of a job means for its hosts. @param what a host or domain; undefined: all hosts */
export async function touched(
  ports: Pick<Ports, 'hosts'>,
  was: Job,
  next: Job,
  what: string | undefined,
  note?: string,
): Promise<JobTouched> {
  const total = { hosts: 0, pending: 0, visited: 0 };
  const add = ({ counters }: HostControl): void => {
    total.hosts += 1;
    total.pending += counters.pending;
    total.visited += counters.visited;
  };
  const exact =
    what === undefined ? undefined : await ports.hosts.control({ job: was.name, host: what as HostName });
  if (exact !== undefined) add(exact);
  let cursor: string | undefined;
  let looked = 0;
  do {
    const page = await ports.hosts.hosts(was.name, pageSize, cursor);
    for (const { host, control } of page.hosts) {
      if (what === undefined || (host !== what && covers(what, host))) add(control);
    }
    looked += page.hosts.length;
    cursor = page.cursor;
  } while (cursor !== undefined && looked < maxLooked);
  return {
    ...{ job: was.name, before: was.state, state: next.state, ...total },
    ...defined({ atLeast: cursor === undefined ? undefined : (true as const), note }),
  };
}

/** The task that wakes the hosts of a name after their hold was lifted. */
export function wakeTask(id: string, what: string, at: number): Task {
  return { id, kind: 'wake', what, at, looked: 0, told: 0 };
}
