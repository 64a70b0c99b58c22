import * as z from 'zod/mini';
import { defined } from '../../base/defined.ts';
import { WinnowError } from '../../base/error.ts';
import { formatCount, formatNumber } from '../../base/quantity.ts';
import type { HostName } from '../../base/url/url.ts';
import { namedHost } from '../../domain/control/hold.ts';
import { type AliasGroup, readAliasGroups } from '../../pipeline/job/alias-groups.ts';
import { field, flag, hostText, optional, whole } from '../../pipeline/operation/input.ts';
import { operation } from '../../pipeline/operation/operation.ts';
import { type JobPlace, onlyThere } from '../../pipeline/operation/place.ts';
import { detail, note, table, type View, type ViewBlock } from '../../pipeline/operation/view.ts';
import { applyGroups, type GroupsReport, isIn, undoGroups, type WantedGroup } from './apply.ts';
import { type Detection, detectAliases } from './detect.ts';
import { type AliasEvidence, leastSamePath, scoreOf } from './score.ts';

export interface DetectReport extends Detection {
  /** Groups in force. */
  readonly applied: readonly AliasGroup[];
}

const detection = {
  addresses: flag('look up the addresses of the hosts that have pages in common'),
  records: field(z._default(whole(1, 100_000_000), 1_000_000), {
    says: 'look at <number> records at most',
    shown: 'number',
  }),
};
const hosts = (says: string) =>
  field(z._default(z.array(hostText()), []), { says, shown: 'host', isArgument: true });
const all = (says: string) => flag(says);

interface Wanted {
  readonly addresses: boolean;
  readonly records: number;
}

async function detected(
  { ports, of, openWeb }: JobPlace,
  { addresses, records }: Wanted,
  signal: AbortSignal,
): Promise<Detection> {
  if (!addresses) return await detectAliases(ports, of, { records, signal });
  const { fetcher, close } = await onlyThere(openWeb)();
  try {
    const addressOf = (host: HostName) => fetcher.addressOf(host);
    return await detectAliases(ports, of, { records, signal, addressOf });
  } finally {
    await close();
  }
}

/** Finds hosts that are one server: they have the same pages under the same paths. */
export const detect = operation({
  about: 'job',
  input: detection,
  effect: 'reads',
  async run(place, input, { signal }): Promise<DetectReport> {
    const found = await detected(place, input, signal);
    return { ...found, applied: await readAliasGroups(place.ports, place.of.name) };
  },
  view: (found, { order }) => [
    [
      note(
        `${formatCount(found.records, 'record')}: ${formatNumber(found.shared)} of several hosts, ${formatNumber(found.common)} of too many to say anything`,
      ),
      ...(found.isBounded ? [note('there were more pairs of hosts than there is room for')] : []),
      ...viewDetected(found, order('alias apply')),
      ...found.schemes
        .slice(0, shownHosts)
        .map(({ host, pages }) =>
          note(
            `${formatCount(pages, 'page')} of ${host} ${pages === 1 ? 'is' : 'are'} the same under http and https${isTwin(pages) ? `: \`${order('alias apply')} ${host}\` makes it https` : ''}`,
          ),
        ),
      ...found.applied.map((group) => note(`in force: ${names(group)}`)),
    ],
  ],
});

const shownHosts = 20;

/** Whether so many pages under both schemes are enough. */
const isTwin = (pages: number): boolean => pages >= leastSamePath;

function viewDetected({ groups }: Detection, apply: string): readonly ViewBlock[] {
  if (groups.length === 0) return [note('no two hosts are one server, as far as the records tell')];
  const rows = groups.flatMap(({ preferred, aliases, evidence }, at) =>
    evidence.map((one) => ({ ...one, group: at + 1, preferred, aliases })),
  );
  return [
    ...groups.map(({ preferred, aliases }, at) =>
      note(`group ${at + 1}: ${preferred} < ${aliases.join(' ')}`),
    ),
    table<AliasEvidence & { readonly group: number }>(
      [
        { title: 'group', unit: 'count', value: 'group' },
        { title: 'hosts', value: ({ hosts: pair }) => pair.join(' ') },
        { title: 'score', unit: 'number', value: (one) => scoreOf(one).toFixed(2) },
        { title: 'records', unit: 'count', value: 'shared' },
        { title: 'same path', unit: 'count', value: 'samePath' },
        { title: 'of pages', unit: 'count', value: 'pages' },
        { title: 'address', value: 'address' },
      ],
      rows,
    ),
    note(`\`${apply} HOST\` merges the group of a host, \`--all\` all of them`),
  ];
}

/** Makes the hosts of groups one host each, for good. */
export const apply = operation({
  about: 'job',
  input: {
    hosts: hosts('hosts of the groups to merge; with --preferred, its aliases, whatever they have in common'),
    preferred: field(optional(hostText()), { says: 'the host whose names all URLs get', shown: 'host' }),
    all: all('merge all groups that are found; each keeps its first host'),
    ...detection,
  },
  effect: 'changes',
  job: 'stored',
  takesLong: () => true,
  refuses: ({ hosts: named, all: isAll, preferred }) =>
    isAll === named.length > 0 || (isAll && preferred !== undefined)
      ? 'name hosts, or give --all; --preferred goes with hosts'
      : undefined,
  async run(place, input, { dryRun, requestId: request, signal }) {
    const { ports, of, finish } = place;
    const report = await applyGroups(ports, of, await wantedOf(place, input, signal), { dryRun, request });
    if (!dryRun) await finish?.(of.name);
    return { ...report, dryRun };
  },
  view: (report) => viewGroups(report, 'merged'),
});

interface ApplyInput extends Wanted {
  readonly hosts: readonly string[];
  readonly all: boolean;
  readonly preferred?: string;
}

async function wantedOf(
  place: JobPlace,
  input: ApplyInput,
  signal: AbortSignal,
): Promise<readonly WantedGroup[]> {
  const named = input.hosts.map(hostNamed);
  if (input.preferred !== undefined) return [{ preferred: hostNamed(input.preferred), aliases: named }];
  const { groups: found, schemes } = await detected(place, input, signal);
  // A host of a group becomes https later, when all have arrived at it.
  const twins = schemes
    .filter(({ host, pages }) => isTwin(pages) && !found.some((one) => isOneOf(one, host)))
    .map(({ host }): WantedGroup => ({ preferred: host, aliases: [host], https: true }));
  if (input.all) return [...found, ...twins];
  // What is in force already is carried through to its end.
  const known = await readAliasGroups(place.ports, place.of.name);
  const groups = [...known.map(asWanted), ...found, ...twins];
  for (const host of named) {
    if (groups.some((one) => isOneOf(one, host))) continue;
    throw new WinnowError(
      'not-found',
      `${host} is in no group that is found: \`winnow alias apply --preferred HOST ${host}\` makes it an alias all the same`,
    );
  }
  return groups.filter((one) => named.some((host) => isOneOf(one, host)));
}

function isOneOf({ preferred, aliases }: WantedGroup, host: HostName): boolean {
  return preferred === host || aliases.includes(host);
}

function asWanted({ preferred, aliases, https }: AliasGroup): WantedGroup {
  return { preferred, aliases: aliases.map(({ host }) => host), ...defined({ https }) };
}

function hostNamed(typed: string): HostName {
  return namedHost(typed) as HostName;
}

/** Takes hosts of groups apart again, and gives each what it had. */
export const undo = operation({
  about: 'job',
  input: {
    hosts: hosts('hosts of the groups to take apart'),
    all: all('take all groups apart'),
  },
  effect: 'changes',
  job: 'stored',
  takesLong: () => true,
  refuses: ({ hosts: named, all: isAll }) =>
    isAll === named.length > 0 ? 'name hosts of the groups, or give --all' : undefined,
  async run(place, { hosts: typed, all: isAll }, { dryRun, requestId: request }) {
    const { ports, of, finish } = place;
    const groups = await readAliasGroups(ports, of.name);
    const named = typed.map(hostNamed);
    const unknown = named.find((host) => !groups.some((group) => isIn(group, host)));
    if (unknown !== undefined)
      throw new WinnowError('not-found', `${unknown} is in no group that \`winnow alias apply\` has merged`);
    const isMeant = (group: AliasGroup) => isAll || named.some((host) => isIn(group, host));
    // What came to a host before it was made https has other names there now: that is undone first, and the aliases when asked again.
    const twinOf = ({ preferred, at }: AliasGroup) =>
      groups.find((one) => one.https && one.preferred === preferred && one.at >= at);
    const meant = new Set(groups.filter(isMeant).map((group) => twinOf(group) ?? group));
    const report = await undoGroups(ports, of, [...meant], { dryRun, request });
    if (!dryRun) await finish?.(of.name);
    return { ...report, dryRun };
  },
  view: (report) => viewGroups(report, 'taken apart'),
});

function names({ preferred, aliases, https }: AliasGroup): string {
  if (https) return `https://${preferred} < http://${preferred}`;
  return `${preferred} < ${aliases.map(({ host }) => host).join(' ')}`;
}

function viewGroups(
  { job, groups, dryRun, urls, merged = 0 }: GroupsReport & { readonly dryRun: boolean },
  done: string,
): View {
  if (groups.length === 0) return [[note(`${job}: nothing to be ${done}`)]];
  return [
    [
      note(`${job}: ${formatCount(groups.length, 'group')} ${dryRun ? 'would be' : 'will be'} ${done}`),
      ...groups.map((group) => detail(names(group))),
      ...(urls === undefined
        ? []
        : [
            note(
              `${formatCount(urls, 'URL')} would move; ${formatCount(merged, 'URL')} would become the same as another URL`,
            ),
          ]),
      note(dryRun ? 'nothing was changed' : 'URLs move in the turns of their hosts'),
    ],
  ];
}
