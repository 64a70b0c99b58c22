import * as z from 'zod/mini';
import { defined } from '../../base/defined.ts';
import { WinnowError } from '../../base/error.ts';
import { timeIn } from '../../base/time-in.ts';
import { field, jobName, optional, whole } from '../../pipeline/operation/input.ts';
import { operation } from '../../pipeline/operation/operation.ts';
import { onlyThere, type Workplace } from '../../pipeline/operation/place.ts';
import { compareCrawls } from './compare/compare-crawls.ts';
import { type CompareReport, csvOfComparison, viewComparison } from './compare/compare-report.ts';
import { type NamedCrawl, type ReplayedMode, replayed } from './compare/load-crawls.ts';
import { comparePage } from './compare/page.ts';

const most = 8;
const wrongCrawl = 'must be the name of a job, or JOB@TIME';
const wrongCrawls = `must be a list of at most ${most} jobs`;
const crawlName = z
  .string(wrongCrawl)
  .check(z.regex(/^[a-z0-9][a-z0-9-]{0,39}(?:@[\w:.+-]{1,40})?$/, wrongCrawl));

/** What crawls have in common, and their harvests side by side. */
export const compare = operation({
  about: 'installation',
  input: {
    crawls: field(
      z.array(crawlName, wrongCrawls).check(z.minLength(1, wrongCrawls), z.maxLength(most, wrongCrawls)),
      {
        says: 'jobs of the data directory or stack; the first is compared with each other one. JOB@TIME: its pages until <time>, e.g. birds@2026-11-20 or birds@7d',
        ...{ isArgument: true, shown: 'job' },
      },
    ),
    replay: field(optional(z.array(z.enum(replayed), 'must be a list of modes')), {
      says: `compare the jobs with replays of themselves: ${replayed.join(', ')} (may be repeated)`,
      shown: 'mode',
    }),
    count: field(optional(jobName()), {
      says: 'count the pages of all jobs by the topic of <job> (default: of each by its own)',
      shown: 'job',
    }),
    first: field(z._default(whole(1, 1_000_000), 100_000), {
      says: 'compare the first <pages> pages of each crawl, 1 to 1000000',
      shown: 'pages',
    }),
  },
  effect: 'reads',
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
  async run(place, { crawls, replay = [], count, first }, { put, signal }): Promise<CompareReport> {
    const asked: NamedCrawl[] = [];
    for (const name of crawls) asked.push(await crawlNamed(place, name));
    const topic =
      count === undefined ? undefined : (await place.settings((await place.job(count)).name)).topic;
    if (count !== undefined && topic === undefined)
      throw new WinnowError('usage', `--count ${count}: the job has no topic`);
    const ports = { ...place.ports, reader: onlyThere(place.reader) };
    const replays = [...new Set<ReplayedMode>(replay)];
    const check = (): void => {
      if (signal.aborted || ports.clock.monotonic() >= (place.endBy ?? Number.POSITIVE_INFINITY))
        throw new WinnowError('unavailable', 'the comparison was ended before all crawls were read');
    };
    const made = await compareCrawls(ports, asked, {
      most: first,
      replays,
      check,
      ...defined({ count, topic }),
    });
    const page = put?.(`${crawls[0]}-compared.html`, [comparePage(made)]);
    return { ...made, ...defined({ page }) };
  },
  view: viewComparison,
  formats: { csv: { says: 'print the points of all curves as CSV', write: csvOfComparison } },
});

/** @throws WinnowError `not-found`, with the names of the jobs; `usage` for what is no time */
async function crawlNamed(place: Workplace, name: string): Promise<NamedCrawl> {
  const [job = '', time] = name.split('@');
  const found = await place.job(job);
  if (time === undefined) return { job: found, name };
  const until = timeIn(time, place.ports.clock.now());
  if (until === undefined)
    throw new WinnowError('usage', `${name}: give a time as 2026-11-20, 2026-11-20T12:00 or an age as 7d`);
  return { job: found, name, until };
}
