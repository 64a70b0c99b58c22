import { append } from '../../base/long-lists.ts';
import type { VisitColumns, WebGraph } from '../../graph/web-graph.ts';
import { settingsOf } from '../../pipeline/base/settings-cache.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { classesOf, outlineOf } from '../../topic/models.ts';
import { modelsOf } from '../../topic/settings.ts';
import { classRows } from './class-rows.ts';
import { openCopyNumbers } from './copy-numbers.ts';
import { type CopyState, type CopyStep, copySteps } from './copy-state.ts';
import type { Copying, StepEnd } from './copying.ts';
import { copyLinks, copyVisits } from './graph-rows.ts';
import { copyHosts, copyLinkedHosts } from './host-rows.ts';
import { pageFactsOf } from './page-facts.ts';
import { copyKnown } from './page-rows.ts';
import { rowOf, timeText } from './row.ts';
import { slicedWriter } from './sliced-writer.ts';
import type { TableWriter } from './table-files.ts';
import { sqlVersion } from './tables.ts';

export type CopyPorts = Pick<Ports, 'jobs' | 'hosts' | 'segments' | 'records' | 'models' | 'clock'>;

export interface CopySlice {
  readonly writer: TableWriter;
  /** The link graph; in every slice of a copy the one that it was begun with. */
  readonly web: WebGraph;
  readonly visits: VisitColumns;
  /** How far the copy has come before; absent: it begins. */
  readonly before?: CopyState;
  /** Monotonic ms after which the copy is left to the next slice. */
  readonly endBy: number;
}

/** What a whole copy shows: the crawl at a time (epoch ms), and its state then (`crawlState`). */
export type CopyOf = Pick<CopyState, 'made' | 'crawl'>;

/**
 * Copies a crawl into tables for questions in SQL: its link graph, and every host with its pages, regions and records. A host is
 * copied as one of its commits left it. Reads all of the crawl and writes nothing of it.
 * @param ports of the crawl
 * @param job of the settings that are stored now; a copy keeps those that it was begun with
 * @returns where the next slice goes on; or what the whole copy is of
 */
export async function copyTables(ports: CopyPorts, job: Job, slice: CopySlice): Promise<CopyState | CopyOf> {
  const { writer, web, visits, before, endBy } = slice;
  const { clock } = ports;
  const begun = clock.monotonic();
  const of = before ?? { made: clock.now(), config: job.config, crawl: await crawlState(ports, job) };
  const copying: Copying = {
    job,
    settings: await settingsOf(ports.jobs, job.name, of.config),
    tables: slicedWriter(writer),
    facts: pageFactsOf(web, visits),
    numbers: openCopyNumbers(web.urls, before),
    classes: new Set(before?.classes),
    isOver: () => clock.monotonic() >= endBy,
  };
  const busyMs = () => (before?.busyMs ?? 0) + clock.monotonic() - begun;
  const steps: Readonly<Record<CopyStep, (cursor: string | undefined) => Promise<StepEnd>>> = {
    hosts: (cursor) => copyHosts(ports, copying, cursor),
    known: (cursor) => copyKnown(copying, cursor),
    visits: (cursor) => copyVisits(copying, visits, cursor),
    links: (cursor) => copyLinks(copying, cursor),
    'linked-hosts': (cursor) => copyLinkedHosts(copying, cursor),
    records: (cursor) => copyRecords(ports, copying, cursor),
    classes: () => copyClasses(ports, copying),
  };
  const left = copySteps.slice(copySteps.indexOf(before?.step ?? 'hosts'));
  const stateAt = (step: CopyStep, cursor: object): CopyState => {
    const { made, config, crawl } = of;
    const classes = [...copying.classes];
    return { step, ...cursor, made, config, crawl, busyMs: busyMs(), ...copying.numbers.state(), classes };
  };
  for (const [at, step] of left.entries()) {
    const end = await steps[step](at === 0 ? before?.cursor : undefined);
    if (end !== 'copied') return stateAt(step, end);
    const next = left[at + 1];
    if (next !== undefined && copying.isOver()) return stateAt(next, {});
  }
  await copying.tables.add('copy', [
    ...[job.name, timeText(of.made), busyMs() / 1_000, sqlVersion, of.crawl],
  ]);
  return { made: of.made, crawl: of.crawl };
}

async function copyClasses({ models }: CopyPorts, { settings, tables, classes }: Copying): Promise<StepEnd> {
  const { topic } = settings;
  const known: string[] = [];
  for (const { digest, file } of topic === undefined ? [] : modelsOf(topic)) {
    const bytes = await models.read(digest);
    if (bytes !== undefined) append(known, classesOf(outlineOf(bytes, file).header));
  }
  for (const row of classRows(topic, classes, known)) await tables.add('classes', row);
  return 'copied';
}

/** What changes whenever turns of the crawl, or settings, may have changed what the tables say. */
export async function crawlState(ports: Pick<Ports, 'hosts'>, job: Job): Promise<string> {
  let [hosts, turns] = [0, 0];
  for (let cursor: string | undefined; ; ) {
    const page = await ports.hosts.hosts(job.name, hostsRead, cursor);
    for (const { control } of page.hosts) {
      hosts += 1;
      turns += control.turn + control.published;
    }
    cursor = page.cursor;
    if (cursor === undefined) return `${job.config} ${hosts} ${turns}`;
  }
}

const hostsRead = 500;

const recordsRead = 500;

/** Adds the register of records. A record whose first URL is gone has none here. */
async function copyRecords(
  { records }: Pick<Ports, 'records'>,
  { job, tables, isOver }: Copying,
  from: string | undefined,
): Promise<StepEnd> {
  for (let cursor = from; ; ) {
    const page = await records.records(job.name, recordsRead, cursor);
    for (const one of page.records) {
      const { md5, firstUrl, title, mediaType, bytes, depth, firstSeen, group, document } = one;
      const row = rowOf('records', {
        ...{ md5, url: firstUrl, title, media_type: mediaType, bytes, depth, document },
        first_seen: timeText(firstSeen),
        near_duplicates: group,
      });
      await tables.add('records', row);
    }
    cursor = page.cursor;
    if (cursor === undefined) return 'copied';
    if (isOver()) return { cursor };
  }
}
