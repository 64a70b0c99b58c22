import { defined } from '../../base/defined.ts';
import type { HostName } from '../../base/url/url.ts';
import type { JobTouched, Task } from '../../domain/control/command.ts';
import { covers } from '../../domain/control/hold.ts';
import type { HostControl, HostPage } from '../../ports/hosts.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { countHosts } from '../frontier/count-hosts.ts';

/** The most hosts of a job that are read to say what a command changes; a job with more is reported as "at least". */
const maxLooked = 5_000;
const pageSize = 1_000;

/** Which hosts a change of a job is about. */
export interface AboutHosts {
  /** A host or domain; undefined: all hosts. */
  readonly what: string | undefined;
  /** Absent: each host of that name. */
  readonly isMeant?: (control: HostControl) => boolean;
  readonly note?: string | undefined;
}

/** What a change of a job means for its hosts. */
export async function touched(
  ports: Pick<Ports, 'hosts'>,
  was: Job,
  next: Job,
  { what, isMeant = () => true, note }: AboutHosts,
): Promise<JobTouched> {
  const total = { hosts: 0, pending: 0, visited: 0 };
  const add = async (page: HostPage['hosts']): Promise<void> => {
    const meant = page.filter(({ control }) => isMeant(control));
    const touches = await countHosts(ports, was.name, meant);
    total.hosts += touches.hosts;
    total.pending += touches.pending;
    total.visited += touches.visited;
  };
  const host = what as HostName | undefined;
  const exact = host && (await ports.hosts.control({ job: was.name, host }));
  if (host !== undefined && exact !== undefined) await add([{ host, control: exact }]);
  let cursor: string | undefined;
  let looked = 0;
  do {
    const page = await ports.hosts.hosts(was.name, pageSize, cursor);
    await add(
      page.hosts.filter((one) => what === undefined || (one.host !== what && covers(what, one.host))),
    );
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
