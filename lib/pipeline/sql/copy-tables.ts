import { webGraphOf } from '../../domain/graph/web-graph.ts';
import { classRows } from '../../domain/sql/class-rows.ts';
import { pageFactsOf } from '../../domain/sql/page-facts.ts';
import { timeText } from '../../domain/sql/row.ts';
import { sqlVersion } from '../../domain/sql/tables.ts';
import { outlineOf } from '../../domain/topic/learn/model-frame.ts';
import { classesOf } from '../../domain/topic/topic-model.ts';
import { modelsOf, type TopicSettings } from '../../domain/topic/topic-settings.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import type { TableWriter } from '../../ports/tables.ts';
import { settingsOf } from '../base/settings-cache.ts';
import { type GatherPorts, gatherGraph } from '../graph/gather-graph.ts';
import { addLinks, addVisits } from './graph-rows.ts';
import { openHostNumbers } from './host-numbers.ts';
import { addHosts } from './host-rows.ts';
import { addKnownUrls } from './page-rows.ts';
import { addRecords } from './record-rows.ts';
import { slicedWriter } from './sliced-writer.ts';

export type CopyPorts = GatherPorts & Pick<Ports, 'jobs' | 'hosts' | 'segments' | 'records' | 'models'>;

/**
 * Copies a crawl into tables for questions in SQL: its link graph, brought up to date first, and every host with its pages, regions and
 * records. A host is copied as one of its commits left it. Reads all of the crawl, in slices, and writes nothing of it but
 * the stored graph.
 * @param state what `crawlState` said before
 */
export async function copyTables(
  ports: CopyPorts,
  job: Job,
  state: string,
  writer: TableWriter,
): Promise<void> {
  const { clock } = ports;
  const [made, begun] = [clock.now(), clock.monotonic()];
  const settings = await settingsOf(ports.jobs, job.name, job.config);
  const { gathering } = await gatherGraph(ports, job.name, settings, { endBy: Number.POSITIVE_INFINITY });
  const columns = gathering.columns();
  const web = webGraphOf(gathering.urls, gathering.names, columns);
  const facts = pageFactsOf(web, columns);
  const tables = slicedWriter(writer);
  const numbers = openHostNumbers(gathering.urls);
  const copied = await addHosts(ports, job, settings, { tables, facts, numbers });
  await addKnownUrls({ tables, facts, numbers, isCopied: copied.isCopied });
  await addVisits({ tables, columns, names: gathering.names });
  await addLinks({ tables, web, numbers });
  await numbers.addUnknown(tables);
  await addRecords(ports, job, tables);
  const classes = classRows(settings.topic, copied.classes, await modelClasses(ports, settings.topic));
  for (const row of classes) await tables.add('classes', row);
  const seconds = (clock.monotonic() - begun) / 1_000;
  await tables.add('copy', [job.name, timeText(made), seconds, sqlVersion, state]);
}

async function modelClasses(
  { models }: Pick<Ports, 'models'>,
  topic: TopicSettings | undefined,
): Promise<readonly string[]> {
  const known: string[] = [];
  for (const { digest, file } of topic === undefined ? [] : modelsOf(topic)) {
    const bytes = await models.read(digest);
    if (bytes !== undefined) known.push(...classesOf(outlineOf(bytes, file).header));
  }
  return known;
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
