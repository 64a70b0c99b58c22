import * as z from 'zod/mini';
import { defined } from '../../base/defined.ts';
import { WinnowError } from '../../base/error.ts';
import { formatCount, formatNumber } from '../../base/quantity.ts';
import { className, field, flag, optional, whole } from '../../pipeline/operation/input.ts';
import { operation } from '../../pipeline/operation/operation.ts';
import { type JobPlace, onlyThere } from '../../pipeline/operation/place.ts';
import { mustBeSeen, seenVersion } from '../../pipeline/operation/seen-version.ts';
import { note, table, type View } from '../../pipeline/operation/view.ts';
import { defaultMethod, methodNames } from '../../topic/cluster.ts';
import type { Difference } from '../../topic/judge.ts';
import { clusterOf, merged, withName } from './change-clusters.ts';
import {
  type ClusterSet,
  keepClusters,
  lostClusters,
  type NotedClusters,
  readClusters,
} from './cluster-set.ts';
import { topicOf } from './cluster-topic.ts';
import { indexOf } from './describe-set.ts';
import { isByClusters, settingsByClusters } from './in-force.ts';
import { makeClusters } from './make-clusters.ts';

/** Pages of a cluster that a list names, and pages of the one that is asked for. */
const [examples, mostPages] = [5, 500];
/** Describing clusters, and trying a topic, end after so long. */
const [describeMs, tryMs] = [5_000, 20_000];

/** A cluster as it is listed. */
export interface ListedCluster {
  readonly id: string;
  readonly pages: number;
  readonly terms: readonly string[];
  /** Pages like these are the topic. */
  readonly isGood: boolean;
  /** Some of its pages; all, up to 500, of the one that is asked for. */
  readonly examples: ClusterSet['pages'];
}

/** The clusters of a job. */
export interface ClusterList {
  /** What a change says that it was made on; empty: there are none yet. */
  readonly version: string;
  /** Epoch ms. */
  readonly madeAt?: number;
  /** Pages that were put into clusters. */
  readonly pages: number;
  /** The collection has more. */
  readonly isPart: boolean;
  readonly clusters: readonly ListedCluster[];
  /** Nothing was changed. */
  readonly dryRun?: true;
  /** What the topic that was asked for would change, by the first pages of the crawl. */
  readonly difference?: Difference;
}

const what = 'the clusters';
const ifVersion = seenVersion('winnow clusters list');
const wrongIds = 'must be a list of at most 200 clusters';
const idsField = (says: string, least: number) =>
  field(z.array(className(), wrongIds).check(z.minLength(least, wrongIds), z.maxLength(200, wrongIds)), {
    says,
    isArgument: true,
  });
const wrongName = "must be 1 to 100 letters, digits, spaces and - _ . , ' &";
const nameText = () =>
  z.string(wrongName).check(z.regex(/^(?=.*[\p{L}\p{N}])[\p{L}\p{M}\p{N} \-_.,'&]{1,100}$/u, wrongName));

/** Makes clusters of a sample of the collection, in place of those that there are. */
export const make = operation({
  about: 'job',
  input: {
    pages: field(z._default(whole(10, 2_000), 500), {
      says: 'read at most <number> pages, 10 to 2000',
      shown: 'number',
    }),
    clusters: field(optional(whole(2, 200)), { says: 'make <number> clusters, 2 to 200', shown: 'number' }),
    method: field(
      z._default(z.enum(methodNames, `must be one of ${methodNames.join(', ')}`), defaultMethod),
      {
        says: `make them by <name>: ${methodNames.join(', ')}`,
        shown: 'name',
      },
    ),
    ifVersion,
  },
  effect: 'changes',
  async run(place, { ifVersion: seen, ...making }, { dryRun, signal }): Promise<ClusterList> {
    const { ports, of } = place;
    const noted = await notedOrLost(place);
    mustBeSeen(what, seen, noted.version);
    const { set: made, bytes } = await makeClusters(ports, of.name, making, signal);
    const set = { ...made, ...defined({ topic: noted.set?.topic }) };
    if (dryRun) return { ...listOf(set, noted.version), dryRun };
    if (!(await ports.models.has(set.index))) await ports.models.put(set.index, bytes);
    return listOf(set, await keepClusters(ports, of.name, noted, set));
  },
  inShort: ({ pages, clusters }) => ({ pages, clusters: clusters.length }),
  view: viewList,
});

/** The clusters as they are. */
export const list = operation({
  about: 'job',
  input: {
    id: field(optional(className()), { says: 'list the pages of the cluster <id>', shown: 'id' }),
  },
  effect: 'reads',
  async run({ ports, of }, { id }): Promise<ClusterList> {
    const { set, version } = await readClusters(ports, of.name);
    if (set === undefined) return { version, pages: 0, isPart: false, clusters: [] };
    if (id === undefined) return listOf(set, version);
    return listOf({ ...set, clusters: [clusterOf(set, id)] }, version, mostPages);
  },
  view: viewList,
});

/** Makes one cluster of several. */
export const merge = operation({
  about: 'job',
  input: {
    ids: idsField('clusters that become one, in the place of the first', 2),
    name: field(optional(nameText()), { says: 'call it <name> (default: as the first)', shown: 'name' }),
    ifVersion,
  },
  effect: 'changes',
  run: (place, { ids, name, ifVersion: seen }, { dryRun }) =>
    change(place, seen, dryRun, async (set) => {
      const isTimeUp = clockOf(place, describeMs);
      return merged(set, await indexOf(place.ports, set), ids, { name, isTimeUp });
    }),
  inShort: ({ clusters }) => ({ clusters: clusters.length }),
  view: viewList,
});

/** Gives a cluster another name. */
export const rename = operation({
  about: 'job',
  input: {
    id: field(className(), { says: 'a cluster, as `winnow clusters list` shows it', isArgument: true }),
    name: field(nameText(), { says: 'its new name', isArgument: true }),
    ifVersion,
  },
  effect: 'changes',
  run: (place, { id, name, ifVersion: seen }, { dryRun }) =>
    change(place, seen, dryRun, async (set) => withName(set, id, name)),
  inShort: ({ clusters }) => ({ clusters: clusters.length }),
  view: viewList,
});

/** Makes clusters the topic of a job that has no other, or takes that back; a dry run tries it on stored pages. */
export const topic = operation({
  about: 'job',
  input: {
    ids: idsField('clusters whose pages are on topic; none: the clusters are no topic', 0),
    reset: flag('have the job without a topic again'),
    ifVersion,
  },
  effect: 'changes',
  refuses: ({ ids, reset }) =>
    ids.length > 0 === reset ? 'name the clusters that are the topic, or reset' : undefined,
  async run(place, { ids, ifVersion: seen }, { dryRun }): Promise<ClusterList> {
    const { ports, of } = place;
    const noted = await readClusters(ports, of.name);
    const set = mustBeThere(noted, seen);
    const settings = await place.settings(of.name);
    if (!isByClusters(settings))
      throw new WinnowError(
        'usage',
        `the job ${of.name} has another topic, which stays: make the pages of a cluster examples, or a class of its taxonomy`,
      );
    const isTimeUp = clockOf(place, describeMs);
    const made = ids.length === 0 ? undefined : topicOf(set, await indexOf(ports, set), ids, isTimeUp);
    const { topic: _, ...rest } = set;
    const next: ClusterSet = { ...rest, ...defined({ topic: made?.topic }) };
    // Under its digest, so that pages can be judged by it; nothing names it before it is in force.
    if (made !== undefined && !(await ports.models.has(made.topic.digest)))
      await ports.models.put(made.topic.digest, made.bytes);
    const tried = settingsByClusters(settings, made?.topic);
    if (dryRun) {
      const endBy = ports.clock.monotonic() + tryMs;
      const difference = await onlyThere(place.difference)(of, {}, { settings: tried, most: 2_000, endBy });
      return { ...listOf(next, noted.version), dryRun, difference };
    }
    const version = await keepClusters(ports, of.name, noted, next);
    await onlyThere(place.ensureJob)(tried);
    return listOf(next, version);
  },
  inShort: ({ clusters }) => ({ good: clusters.filter(({ isGood }) => isGood).map(({ id }) => id) }),
  view: viewList,
});

async function change(
  place: JobPlace,
  seen: string | undefined,
  dryRun: boolean,
  make: (set: ClusterSet) => Promise<ClusterSet>,
): Promise<ClusterList> {
  const noted = await readClusters(place.ports, place.of.name);
  const next = await make(mustBeThere(noted, seen));
  if (dryRun) return { ...listOf(next, noted.version), dryRun };
  return listOf(next, await keepClusters(place.ports, place.of.name, noted, next));
}

/** What is lost must not keep new clusters from being made. */
async function notedOrLost({ ports, of }: JobPlace): Promise<NotedClusters> {
  return await readClusters(ports, of.name).catch(async (error: unknown) => {
    if (!(error instanceof WinnowError && error.code === 'corrupt')) throw error;
    return await lostClusters(ports, of.name);
  });
}

function mustBeThere(noted: NotedClusters, seen: string | undefined): ClusterSet {
  mustBeSeen(what, seen, noted.version);
  if (noted.set !== undefined) return noted.set;
  throw new WinnowError('not-found', 'the job has no clusters: `winnow clusters make` makes some');
}

function clockOf({ ports }: JobPlace, ms: number): () => boolean {
  const end = ports.clock.monotonic() + ms;
  return () => ports.clock.monotonic() > end;
}

function listOf(set: ClusterSet, version: string, most = examples): ClusterList {
  const good = new Set(set.topic?.good);
  return {
    ...{ version, madeAt: set.madeAt, pages: set.pages.length, isPart: set.isPart },
    clusters: set.clusters.map(({ id, terms, members }) => ({
      ...{ id, pages: members.length, terms, isGood: good.has(id) },
      examples: members.slice(0, most).flatMap((at) => set.pages[at] ?? []),
    })),
  };
}

function viewList(found: ClusterList): View {
  const { version, pages, isPart, clusters, dryRun, difference } = found;
  if (clusters.length === 0) return [[note('no clusters: make some with `winnow clusters make`')]];
  const [only, ...others] = clusters;
  const rows = table<ListedCluster>(
    [
      { title: 'cluster', width: 40, value: 'id' },
      { title: 'pages', unit: 'count', value: 'pages' },
      { title: '', value: ({ isGood }) => (isGood ? 'topic' : '') },
      { title: 'terms', width: 60, value: ({ terms }) => terms.join(' ') },
    ],
    clusters,
  );
  const named = only !== undefined && others.length === 0 ? only.examples : [];
  return [
    [
      note(
        `${formatCount(pages, 'page')}${isPart ? ', a sample of the collection' : ''}; version ${version}`,
      ),
    ],
    [rows],
    named.length === 0 ? [] : [table([{ title: 'page', unit: 'url', value: 'url' }], named)],
    difference === undefined
      ? []
      : [
          note(
            `of ${difference.isPart ? 'the first ' : ''}${formatCount(difference.pages, 'stored page')} ${formatNumber(difference.counts.dropped)} would leave the collection, ${formatNumber(difference.counts.restored)} come in`,
          ),
        ],
    dryRun ? [note('nothing was changed')] : [],
  ];
}
