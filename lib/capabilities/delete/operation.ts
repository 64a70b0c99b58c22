import * as z from 'zod/mini';
import { defined } from '../../base/defined.ts';
import { WinnowError } from '../../base/error.ts';
import { outcomeKinds } from '../../base/fetch/outcome.ts';
import { formatCount, formatNumber } from '../../base/quantity.ts';
import type { HostName } from '../../base/url/url.ts';
import type { DeleteRule } from '../../domain/control/delete-rule.ts';
import { markOf } from '../../domain/control/deletion-mark.ts';
import { namedHost } from '../../domain/control/hold.ts';
import type { Visit } from '../../domain/frontier/entry.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { hadAliasGroups } from '../../pipeline/job/alias-groups.ts';
import { className, field, hostText, optional, requestId, text } from '../../pipeline/operation/input.ts';
import { type AskedBy, operation } from '../../pipeline/operation/operation.ts';
import type { JobPlace } from '../../pipeline/operation/place.ts';
import { detail, note, table, type View } from '../../pipeline/operation/view.ts';
import { classHierarchy } from '../../topic/settings.ts';
import { type CountedPages, countPages, type MeantHosts } from './count-pages.ts';
import { isSelected } from './delete-order.ts';
import { endDeletion, giveDeletion } from './give-deletion.ts';
import { type Selected, type Selection, selected } from './selection.ts';

const dayMs = 86_400_000;
/** Later, a deletion can only be ended so that its pages are visited again. */
const undoneWithinMs = 30 * dayMs;
/** The most hosts that the log keeps, so that an undo need not look at every host. */
const maxHostsKept = 200;
const [mostUrls, mostCharacters] = [1_000, 2_000];
const wrongUrls = `must be a list of at most ${mostUrls} URLs`;
const url = 'must be a URL';
const md5 = 'must be the MD5 of a record';
const days = 'must be a number of days from 0 to 3650';
const nothing = 'name pages by URL, host, prefix, path, record, class, status or age';

/** What a deletion did to a job, or would do, or what its end did. */
export interface DeletionReport extends CountedPages {
  readonly job: string;
  readonly does: 'delete' | 'undo' | 'let-back';
  /** ID of the deletion. */
  readonly id: string;
  /** It holds for URLs that come later, too. */
  readonly isRule?: true;
  /** Epoch ms until when it can be undone. */
  readonly until?: number;
  /** Every host has done it; absent: each does it in its turns. */
  readonly isDone?: true;
  /** The hosts that it is about, where these were named and are few. */
  readonly told?: readonly string[];
}

/** The rules of a job that keep pages away. */
export interface DeletionRules {
  readonly job: string;
  readonly rules: readonly DeleteRule[];
}

/** Takes pages out of the collection of a job and keeps them out, or ends that. */
export const deletion = operation({
  about: 'job',
  input: {
    urls: field(
      z._default(z.array(text(url, mostCharacters), wrongUrls).check(z.maxLength(mostUrls, wrongUrls)), []),
      { says: 'delete the pages of these URLs, known or not', isArgument: true },
    ),
    host: field(optional(hostText()), {
      says: 'delete pages of <host>, or of the hosts of the domain <host>',
    }),
    prefix: field(optional(text(url, 500)), {
      says: 'delete pages whose URLs begin with <url>',
      shown: 'url',
    }),
    path: field(optional(text('must be a part of a path', 500)), {
      says: 'delete pages whose paths contain <text>',
      shown: 'text',
    }),
    record: field(optional(z.string(md5).check(z.regex(/^[0-9a-f]{32}$/, md5))), {
      says: 'delete the pages of the record <md5>',
      shown: 'md5',
    }),
    class: field(optional(className()), {
      says: 'delete pages whose best topic class is <class> or a class below it',
    }),
    status: field(optional(z.enum(outcomeKinds, `must be one of ${outcomeKinds.join(', ')}`)), {
      says: 'delete pages whose last visit ended with <outcome>',
      shown: 'outcome',
    }),
    olderThanDays: field(optional(z.number(days).check(z.minimum(0, days), z.maximum(3_650, days))), {
      says: 'delete pages last checked longer than <age> ago, for example 30d',
      ...{ flag: 'older-than', shown: 'age', span: dayMs },
    }),
    undo: field(optional(requestId()), {
      says: 'bring back what the deletion <id> took, without a request; for 30 days, and until it is erased',
      shown: 'id',
    }),
    letBack: field(optional(requestId()), {
      says: 'end the deletion <id>: its pages are visited again',
      ...{ flag: 'let-back', shown: 'id' },
    }),
  },
  effect: 'destroys',
  takesLong: () => true,
  changes: (input) => isSelection(input) || endOf(input) !== undefined,
  refuses(input) {
    const { undo, letBack } = input;
    const { urls, ...conditions } = selectionOf(input);
    if (urls !== undefined && Object.keys(conditions).length > 0) return 'give URLs or conditions, not both';
    if (undo !== undefined && letBack !== undefined) return 'give --undo or --let-back, not both';
    if (endOf(input) !== undefined && isSelection(input)) return 'an end names its deletion, and no pages';
    return undefined;
  },
  askedInShort: ({ urls, ...rest }) => ({
    ...defined(rest),
    ...(urls.length === 0 ? {} : { urls: urls.length, first: urls.slice(0, 3) }),
  }),
  async run(place, input, asked): Promise<DeletionReport | DeletionRules> {
    const end = endOf(input);
    if (end !== undefined) return await undo(place, end, asked);
    if (isSelection(input)) return await take(place, selectionOf(input), asked);
    return { job: place.of.name, rules: place.of.deletions ?? [] };
  },
  inShort: (result) => {
    if ('rules' in result) return result;
    const { sample: _, ...rest } = result;
    return rest;
  },
  view: (result, { dryRun, order }) =>
    'rules' in result ? viewRules(result) : viewDeletion(result, dryRun, order('delete')),
});

interface Input extends Selection {
  readonly undo?: string;
  readonly letBack?: string;
}

/** The conditions and URLs among fields that faces may add others to. */
function selectionOf(input: Input): Selection {
  const { urls = [], host, prefix, path, record, class: topicClass, status, olderThanDays } = input;
  const conditions = { host, prefix, path, record, class: topicClass, status, olderThanDays };
  return { ...defined(conditions), ...(urls.length === 0 ? {} : { urls }) };
}

function isSelection(input: Input): boolean {
  return Object.keys(selectionOf(input)).length > 0;
}

interface End {
  readonly id: string;
  readonly restores: boolean;
}

function endOf({ undo, letBack }: Input): End | undefined {
  const id = undo ?? letBack;
  return id === undefined ? undefined : { id, restores: undo !== undefined };
}

async function take(
  { ports, of, settings, finish }: JobPlace,
  selection: Selection,
  { requestId: id, by, reason, dryRun }: AskedBy,
): Promise<DeletionReport> {
  const at = ports.clock.now();
  const own = await settings(of.name);
  const { meant, ...what } = await selected(ports, of, own, selection, at);
  const counted = await countPages(ports, of, meant, isMeantBy(what, classHierarchy(own.topic?.classes)));
  const report = {
    ...{ job: of.name, does: 'delete' as const, id, ...counted, ...toldIn(meant) },
    ...(what.isRule ? { isRule: what.isRule } : {}),
  };
  if (dryRun) return report;
  await giveDeletion(ports, of.name, { id, at, by, reason, ...what }, meant);
  return { ...report, until: at + undoneWithinMs, ...(await done(finish, of.name)) };
}

function isMeantBy(
  { urls, pages }: Omit<Selected, 'meant'>,
  { isWithin }: ReturnType<typeof classHierarchy>,
): (visit: Visit) => boolean {
  const named = new Set(urls);
  return (visit) =>
    visit.deleted === undefined &&
    (named.has(visit.url) || (pages !== undefined && isSelected(pages, visit, isWithin)));
}

function toldIn({ named }: MeantHosts): Pick<DeletionReport, 'told'> {
  return named === undefined || named.length > maxHostsKept ? {} : { told: named };
}

async function undo(
  { ports, of, settings, finish }: JobPlace,
  { id, restores }: End,
  { requestId: request, dryRun }: AskedBy,
): Promise<DeletionReport> {
  const at = ports.clock.now();
  const { meant: told, given } = await deletionGiven({ ports, of }, id);
  const own = await settings(of.name);
  const meant = (await haveMoved(ports, own)) ? {} : told;
  if (restores && at > given + undoneWithinMs)
    throw new WinnowError(
      'usage',
      `${id} was given more than 30 days ago: --let-back has its pages visited again`,
    );
  const counted = await countPages(ports, of, meant, (visit) => markOf(visit)?.id === id);
  const report = { job: of.name, does: restores ? 'undo' : 'let-back', id, ...counted } as const;
  if (dryRun) return report;
  const undoing = { ends: id, at, ...(restores ? { restores } : {}) };
  await endDeletion(ports, of.name, undoing, { meant, id: request });
  return { ...report, ...(await done(finish, of.name)) };
}

/** Whether pages may be at other hosts now than at those that were told: their hosts are aliases, or were. */
async function haveMoved({ jobs }: JobPlace['ports'], { name, url }: JobSettings): Promise<boolean> {
  return Object.keys(url.aliases).length > 0 || (await hadAliasGroups({ jobs }, name));
}

/** Has hosts do at once what they were told, where nobody else has the data. */
async function done(finish: JobPlace['finish'], job: string): Promise<Pick<DeletionReport, 'isDone'>> {
  if (finish === undefined) return {};
  await finish(job);
  return { isDone: true };
}

/** A deletion as the log of commands has it. @throws WinnowError `not-found` */
async function deletionGiven(
  { ports, of }: Pick<JobPlace, 'ports' | 'of'>,
  id: string,
): Promise<{ readonly given: number; readonly meant: MeantHosts }> {
  const entry = await ports.commands.command(id);
  const { command, job, host, undo, letBack } = (entry?.command ?? {}) as {
    readonly command?: string;
    readonly job?: string;
    readonly host?: string;
  } & Input;
  if (entry === undefined || command !== 'delete' || job !== of.name || (undo ?? letBack) !== undefined)
    throw new WinnowError(
      'not-found',
      `job ${of.name}: no deletion ${id} was given; \`winnow audit\` lists commands`,
    );
  const { told } = (entry.answer ?? {}) as { readonly told?: readonly HostName[] };
  return { given: entry.at, meant: defined({ named: told, within: host && namedHost(host) }) };
}

function viewRules({ job, rules }: DeletionRules): View {
  if (rules.length === 0) return [[note(`${job}: no rule keeps pages away; ${nothing}`)]];
  const rows = table<DeleteRule>(
    [
      { title: 'when (UTC)', unit: 'time', value: 'at' },
      {
        title: 'pages',
        width: 60,
        value: ({ host, prefix, path }) => [prefix ?? host, path && `path ${path}`].filter(Boolean).join(' '),
      },
      { title: 'by', width: 30, value: 'by' },
      { title: 'why', width: 40, value: 'reason' },
      { title: 'id', value: 'id' },
    ],
    rules,
  );
  return [[rows]];
}

function viewDeletion(
  { job, does, id, hosts, urls, pages, sample, atLeast, isRule, until, isDone }: DeletionReport,
  dryRun: boolean,
  order: string,
): View {
  const counted = `${atLeast ? 'at least ' : ''}${formatCount(urls, 'URL')} of ${formatCount(hosts, 'host')}`;
  const done = { delete: 'deleted', undo: 'brought back', 'let-back': 'visited again' }[does];
  const records = does === 'delete' ? `, of which ${formatNumber(pages)} lead to records` : '';
  const more = urls > sample.length ? [detail(`and ${formatNumber(urls - sample.length)} more`)] : [];
  return [
    [
      note(`${job}: ${counted} ${dryRun ? 'would be' : 'are'} ${done}${records}`),
      ...sample.map((one) => detail(one)),
      ...more,
      ...(isRule ? [note('a rule: URLs that are found later stay away, too')] : []),
      ...(dryRun || until === undefined
        ? []
        : [note(`\`${order} --undo ${id}\` brings them back, until ${new Date(until).toISOString()}`)]),
      ...(dryRun || isDone ? [] : [note('each host does it in its turns, while the job is open')]),
    ],
  ];
}
