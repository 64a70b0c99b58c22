import { WinnowError } from '../../base/error.ts';
import type { HostName } from '../../base/url/url.ts';
import { orderMessage } from '../../domain/inbox/order.ts';
import { settingsOf } from '../../pipeline/base/settings-cache.ts';
import type { Tasking } from '../../pipeline/control/change-tasks.ts';
import { orderedMessage } from '../../pipeline/control/order-letter.ts';
import { mustBeSettled, respellJob } from '../../pipeline/control/respell-job.ts';
import { unaliasMessage } from '../../pipeline/control/respell-message.ts';
import { deliver } from '../../pipeline/frontier/deliver.ts';
import {
  type AliasGroup,
  changeAliasGroups,
  type GroupedAlias,
  ledBy,
  readAliasGroups,
  withGroups,
  withoutGroup,
} from '../../pipeline/job/alias-groups.ts';
import { mustNotBeRemoved } from '../../pipeline/job/open-job.ts';
import { movedMessage } from '../../pipeline/turn/departures.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { mustKeepAway } from './deletions-of-hosts.ts';
import { unaliasOrder } from './unalias-part.ts';
import { writeJournal } from './write-journal.ts';

type Applying = Tasking & Pick<Ports, 'segments' | 'records' | 'entropy'>;

/** Hosts that are to be aliases of one host. */
export interface WantedGroup {
  readonly preferred: HostName;
  readonly aliases: readonly HostName[];
  /** The only alias is the preferred host itself, under http. */
  readonly https?: true;
}

export interface GroupsReport {
  readonly job: string;
  readonly groups: readonly AliasGroup[];
  /** Of a dry run: URLs that would get the name of another host, and those that would be the same as another one. */
  readonly urls?: number;
  readonly merged?: number;
}

interface Request {
  readonly dryRun: boolean;
  readonly request: string;
}

/**
 * Makes hosts aliases of others for good: writes down what they know, enters the rule, and has their URLs move to the
 * preferred host in the turns of a crawl (`respellJob`). A group that is in force already is carried through to its end.
 * @throws WinnowError `usage` while URLs are on their way by other aliases
 */
export async function applyGroups(
  ports: Applying,
  job: Job,
  wanted: readonly WantedGroup[],
  { dryRun, request }: Request,
): Promise<GroupsReport> {
  mustNotBeRemoved(job);
  const before = await settingsOf(ports.jobs, job.name, job.config);
  const known = await readAliasGroups(ports, job.name);
  const knownAs = ({ preferred, aliases, https }: WantedGroup) =>
    known.find(
      (one) => one.preferred === preferred && one.https === https && aliases.every((host) => isIn(one, host)),
    );
  const undone = wanted.map(knownAs).find((group) => group?.isUndone);
  if (undone !== undefined)
    throw new WinnowError(
      'usage',
      `${undone.preferred}: \`winnow alias undo\` has to end first: ask it again`,
    );
  const fresh = wanted
    .filter((one) => knownAs(one) === undefined)
    .map((one) => newGroup(ports, one, one.https ? { https: true } : ledBy(before, one.aliases)));
  mustBeFree(fresh, known);
  const settings = withGroups(before, [...known, ...fresh]);
  for (const { aliases } of fresh) for (const { host } of aliases) mustKeepAway(job, settings, host);
  if (dryRun) {
    const { urls = 0, merged = 0 } = await respellJob(ports, job, settings, { dryRun, request });
    return { job: job.name, groups: fresh, urls, merged };
  }
  if (fresh.length > 0) await mustBeSettled(ports, job, before);
  const groups: AliasGroup[] = [];
  for (const group of fresh) {
    for (const host of [group.preferred, ...group.aliases.map((one) => one.host)])
      await mustHaveArrived(ports, job, host);
    const aliases: GroupedAlias[] = [];
    for (const { host } of group.aliases) {
      const name = { preferred: group.preferred, id: journalId(group, aliases.length) };
      aliases.push({ host, ...(await writeJournal(ports, job, host, name, settings)) });
    }
    groups.push({ ...group, aliases });
  }
  await changeAliasGroups(ports, job.name, (others) => [...others, ...groups]);
  await respellJob(ports, job, settings, { dryRun, request });
  return { job: job.name, groups };
}

/**
 * Has the hosts of groups be as they were before. What was visited at a preferred host since stays there.
 * @throws WinnowError `usage` while their URLs are still on their way
 */
export async function undoGroups(
  ports: Applying,
  job: Job,
  groups: readonly AliasGroup[],
  { dryRun, request }: Request,
): Promise<GroupsReport> {
  mustNotBeRemoved(job);
  if (dryRun || groups.length === 0) return { job: job.name, groups };
  let config = job.config;
  // The last one first: a later group may have led an earlier one elsewhere.
  for (const group of groups.toReversed()) {
    const current = { ...job, config };
    const before = await settingsOf(ports.jobs, job.name, config);
    if (group.isUndone !== true) {
      await mustBeSettled(ports, current, before);
      await mustHaveArrived(ports, job, group.preferred);
      await changeAliasGroups(ports, job.name, (all) =>
        all.map((one) => (one.id === group.id ? { ...one, isUndone: true } : one)),
      );
    }
    await respellJob(ports, current, withoutGroup(before, group), {
      dryRun,
      request: `${request}-${group.id}`,
    });
    config = (await ports.jobs.job(job.name))?.config ?? config;
    for (const [at, { host: alias, parts }] of group.aliases.entries()) {
      const order = { preferred: group.preferred, id: journalId(group, at), alias, parts };
      const message = { ...orderMessage(unaliasOrder, order), again: config };
      await deliver(ports, { job: job.name, host: alias }, { id: `${unaliasMessage}${order.id}`, message });
    }
    await changeAliasGroups(ports, job.name, (all) => all.filter(({ id }) => id !== group.id));
  }
  return { job: job.name, groups };
}

/** Whether a host is one of a group. */
export function isIn({ preferred, aliases }: AliasGroup, host: HostName): boolean {
  return preferred === host || aliases.some((one) => one.host === host);
}

function newGroup(
  { entropy, clock }: Pick<Ports, 'entropy' | 'clock'>,
  { preferred, aliases }: WantedGroup,
  more: Pick<AliasGroup, 'led' | 'https'>,
): AliasGroup {
  const hosts = aliases.map((host) => ({ host, parts: 0, urls: 0 }));
  return { id: entropy.id(), preferred, aliases: hosts, ...more, at: clock.now() };
}

function journalId({ id }: AliasGroup, alias: number): string {
  return `${id}-${alias}`;
}

/** @throws WinnowError `usage` where a host is an alias already, or would be of two hosts */
function mustBeFree(fresh: readonly AliasGroup[], known: readonly AliasGroup[]): void {
  const twins = new Set(known.filter(({ https }) => https).map(({ preferred }) => preferred));
  const taken = new Map(
    known.flatMap(({ preferred, aliases, https }) =>
      https ? [] : aliases.map(({ host }) => [host, preferred] as const),
    ),
  );
  for (const { preferred, aliases, https } of fresh) {
    for (const host of [preferred, ...aliases.map((one) => one.host)]) {
      const of = taken.get(host);
      if (of !== undefined)
        throw new WinnowError('usage', `${host} is an alias of ${of} already: \`winnow alias undo ${host}\``);
    }
    for (const { host } of https ? [] : aliases) {
      if (twins.has(host))
        throw new WinnowError('usage', `${host} was made https: \`winnow alias undo ${host}\` first`);
      if (host === preferred) throw new WinnowError('usage', `${host} cannot be an alias of itself`);
      taken.set(host, preferred);
    }
  }
}

/** @throws WinnowError `usage` while something is on its way to a host by other aliases, or by a command */
async function mustHaveArrived(
  { hosts }: Pick<Ports, 'hosts'>,
  { name, tasks = [] }: Job,
  host: HostName,
): Promise<void> {
  const waiting = await hosts.inbox({ job: name, host }, 1_000);
  // Pages that an order has not met yet would not be met under their other names.
  if (tasks.some(({ kind }) => kind === 'order') || waiting.some(({ id }) => id.startsWith(orderedMessage)))
    throw new WinnowError(
      'usage',
      `job ${name}: ${host} has not done yet what a command asks of it; try again after its next turn (\`winnow commands\`)`,
    );
  if (!waiting.some(({ id }) => id.startsWith(movedMessage) || id.startsWith(unaliasMessage))) return;
  throw new WinnowError(
    'usage',
    `job ${name}: URLs are still on their way to ${host}, by the aliases of before; try again after its next turn`,
  );
}
