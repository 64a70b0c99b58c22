import * as z from 'zod/mini';
import { defined } from '../../base/defined.ts';
import { WinnowError } from '../../base/error.ts';
import { timeIn } from '../../base/time-in.ts';
import { settingsOf } from '../../pipeline/base/settings-cache.ts';
import { field, optional, whole } from '../../pipeline/operation/input.ts';
import { type AskedBy, type OpenedJob, operation } from '../../pipeline/operation/operation.ts';
import { onlyThere, type Workplace } from '../../pipeline/operation/place.ts';
import { topicToRead } from '../../pipeline/topic/topic-model.ts';
import { compareCrawls } from './compare/compare-crawls.ts';
import { type CompareReport, csvOfComparison, viewComparison } from './compare/compare-report.ts';
import { type CountingTopic, type NamedCrawl, type ReplayedMode, replayed } from './compare/load-crawls.ts';
import { comparePage } from './compare/page.ts';

const most = 8;
const wrongCrawl = 'must be a job or the directory of one, or either with @TIME';
const wrongCrawls = `must be a list of at most ${most} jobs`;
const crawlName = z
  .string(wrongCrawl)
  .check(
    z.regex(
      /^(?:[a-z0-9][a-z0-9-]{0,39}|(?=[^@]*\/)[^@\0]{1,1000}|\.{1,2})(?:@[\w:.+-]{1,40})?$/,
      wrongCrawl,
    ),
  );

/** Whether a job is named by its directory. */
const isDirectory = (job: string): boolean => job.includes('/') || job === '.' || job === '..';

/** What crawls have in common, and their harvests side by side. */
export const compare = operation({
  about: 'installation',
  input: {
    crawls: field(
      z.array(crawlName, wrongCrawls).check(z.minLength(1, wrongCrawls), z.maxLength(most, wrongCrawls)),
      {
        says: 'jobs of the data directory or stack, or directories such as jobs/birds; the first is compared with each other one. JOB@TIME: its pages until <time>, e.g. birds@2026-11-20 or birds@7d',
        ...{ isArgument: true, shown: 'job' },
      },
    ),
    replay: field(optional(z.array(z.enum(replayed), 'must be a list of modes')), {
      says: `compare the jobs with replays of themselves: ${replayed.join(', ')} (may be repeated)`,
      shown: 'mode',
    }),
    count: field(optional(crawlName), {
      says: 'count the pages of all jobs by the topic of <job> (default: of each by its own)',
      shown: 'job',
    }),
    first: field(z._default(whole(1, 1_000_000), 100_000), {
      says: 'compare the first <pages> pages of each crawl, 1 to 1000000',
      shown: 'pages',
    }),
  },
  effect: 'reads',
  directoryOf: ({ crawls }) => (crawls as readonly string[]).map(nameIn).find(isDirectory),
  files: { option: 'out', shown: 'file', says: 'write the figures to <file>, as an HTML page' },
  refuses({ crawls, replay = [] }) {
    const twice = crawls.find((one, at) => crawls.indexOf(one) < at);
    if (twice !== undefined)
      return `${twice} is named twice: ${twice.split('@')[0]}@TIME is an earlier state of it`;
    const all = crawls.length * (1 + new Set(replay).size);
    if (all < 2) return 'name another job, JOB@TIME or --replay MODE to compare with';
    return all > most
      ? `with their replays these are ${all} crawls: at most ${most} are compared`
      : undefined;
  },
  async run(place, { crawls, replay = [], count, first }, { put, signal, openJob }): Promise<CompareReport> {
    const opened = openPlaces(place, openJob);
    try {
      const asked: NamedCrawl[] = [];
      for (const name of crawls) asked.push(await crawlNamed(opened, name));
      const counting = count === undefined ? undefined : await topicNamed(opened, count);
      const check = (): void => {
        if (signal.aborted || place.ports.clock.monotonic() >= (place.endBy ?? Number.POSITIVE_INFINITY))
          throw new WinnowError('unavailable', 'the comparison was ended before all crawls were read');
      };
      const replays = [...new Set<ReplayedMode>(replay)];
      const options = { most: first, replays, check, ...defined({ counting }) };
      const made = await compareCrawls(asked, options);
      const page = put?.(`${asked[0]?.job.name}-compared.html`, [comparePage(made)]);
      return { ...made, ...defined({ page }) };
    } finally {
      await opened.close();
    }
  },
  view: viewComparison,
  formats: { csv: { says: 'print the points of all curves as CSV', write: csvOfComparison } },
});

const nameIn = (crawl: string): string => crawl.split('@')[0] ?? '';

/** The jobs that a comparison names: of its place, or of directories, each of which is opened once. */
function openPlaces(own: Workplace, openJob: AskedBy['openJob']) {
  const opened = new Map<string, OpenedJob>();
  return {
    /** @throws WinnowError `not-found`, with the names of the jobs; `usage` for a directory where none can be opened */
    async find(job: string): Promise<Pick<NamedCrawl, 'job' | 'ports'>> {
      const found = isDirectory(job) ? (opened.get(job) ?? (await open(job))) : { place: own, job };
      const { place } = found;
      return {
        job: await place.job(found.job),
        ports: { ...place.ports, reader: onlyThere(place.reader) },
      };
    },
    async close(): Promise<void> {
      for (const one of opened.values()) await one.close();
    },
  };
  async function open(directory: string): Promise<OpenedJob> {
    if (openJob === undefined)
      throw new WinnowError('usage', `${directory}: only the command line opens directories; name a job`);
    const found = await openJob(directory);
    opened.set(directory, found);
    return found;
  }
}

type Places = ReturnType<typeof openPlaces>;

/** @throws WinnowError as `find`; `usage` for what is no time */
async function crawlNamed(places: Places, name: string): Promise<NamedCrawl> {
  const [job = '', time] = name.split('@');
  const found = await places.find(job);
  if (time === undefined) return { ...found, name };
  const until = timeIn(time, found.ports.clock.now());
  if (until === undefined)
    throw new WinnowError('usage', `${name}: give a time as 2026-11-20, 2026-11-20T12:00 or an age as 7d`);
  return { ...found, name, until };
}

/** @throws WinnowError as `find`; `usage` for a job without a topic */
async function topicNamed(places: Places, name: string): Promise<CountingTopic> {
  const { job, ports } = await places.find(nameIn(name));
  const { topic } = await settingsOf(ports.jobs, job.name, job.config);
  if (topic === undefined) throw new WinnowError('usage', `--count ${name}: the job has no topic`);
  return { name: job.name, settings: topic, parts: await topicToRead(ports.models, topic) };
}
