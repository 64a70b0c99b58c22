import { WinnowError } from '../../base/error.ts';
import type { HostName } from '../../base/url/url.ts';
import { covers, namedHost } from '../../domain/control/hold.ts';
import { releaseMessage } from '../../pipeline/control/confirm-purge.ts';
import { hostPages } from '../../pipeline/frontier/host-pages.ts';
import type { HostControl } from '../../ports/hosts.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';

/**
 * The hosts of a job that a block covers. Requires that all of them have released their records, and that no turn of any
 * host is running or unpublished: such a turn could name a document that exists.
 * @throws WinnowError `usage`, with what is missing
 */
export async function hostsToErase(
  ports: Pick<Ports, 'hosts'>,
  job: Job,
  host: string,
  { dryRun, isAlone }: { readonly dryRun: boolean; readonly isAlone: boolean },
): Promise<readonly HostName[]> {
  const what = namedHost(host);
  const { name, holds = [], tasks = [] } = job;
  const block = holds.find((hold) => hold.verb === 'block' && hold.what === what);
  if (block?.purge === undefined) {
    const state = block === undefined ? 'is not blocked' : 'was blocked without a purge';
    throw refused(`${what} ${state} in job ${name}: \`winnow block ${what} --purge\` comes first`);
  }
  if (tasks.some((task) => task.kind === 'purge' && task.what === what)) throw refused(goesOn(what));
  if (!isAlone && !dryRun) mustBeStopped(job);
  const covered: HostName[] = [];
  for await (const page of hostPages(ports, name)) {
    for (const { host: one, control } of page) {
      if (!dryRun) await mustBeQuiet(ports, name, one, control);
      if (!covers(what, one)) continue;
      const [first] = await ports.hosts.inbox({ job: name, host: one }, 1);
      if (first?.id.startsWith(releaseMessage)) throw refused(goesOn(what));
      covered.push(one);
    }
  }
  return covered;
}

/** @throws WinnowError `usage` for a job whose hosts may have turns */
export function mustBeStopped({ name, state }: Job): void {
  if (state === 'stopped') return;
  throw refused(
    `job ${name} is ${state}: \`winnow stop\` it, so that no page of another host comes to lead to what is being erased; \`winnow open\` it afterwards`,
  );
}

/** @throws WinnowError `usage` while a turn of a host is running or unpublished */
export async function mustBeQuiet(
  ports: Pick<Ports, 'hosts'>,
  job: string,
  host: HostName,
  control: HostControl,
): Promise<void> {
  if (control.state === 'ticketed') throw atWork(host);
  await mustBePublished(ports, job, host, control);
}

export function atWork(host: HostName): WinnowError {
  return refused(`a turn of ${host} is at work: wait until \`winnow howmany\` says that none is`);
}

/** @throws WinnowError `usage` when a turn of a host was committed and not published yet */
export async function mustBePublished(
  { hosts }: Pick<Ports, 'hosts'>,
  job: string,
  host: HostName,
  { turn, published }: HostControl,
): Promise<void> {
  if (turn === published) return;
  const body = await hosts.body({ job, host });
  if (body !== undefined && body.turn > published)
    throw refused(`${host} has yet to tell what its last turn did: let the job go on for a minute first`);
}

function goesOn(what: string): string {
  return `the purge of ${what} is not over: \`winnow commands\` and \`winnow hosts\` show how far it is`;
}

export function refused(message: string): WinnowError {
  return new WinnowError('usage', message);
}
