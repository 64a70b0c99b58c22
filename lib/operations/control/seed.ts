import * as z from 'zod/mini';
import { defined } from '../../base/defined.ts';
import type { SeedAdvice } from '../../capabilities/replay/seed-advice.ts';
import { viewSeedAdvice } from '../../capabilities/replay/view-advice.ts';
import { settingsOf } from '../../pipeline/base/settings-cache.ts';
import { field, flag, whole } from '../../pipeline/operation/input.ts';
import { operation } from '../../pipeline/operation/operation.ts';
import { readSeeds, type SeedReport, seed as sow } from '../../pipeline/seeds/seed.ts';
import { viewSeeds } from '../../pipeline/seeds/view-seeds.ts';

/** Seeds that the log of commands keeps, from the first on, and characters of each. */
const [maxLogged, maxLoggedChars] = [3, 200];

/** The log keeps no user and password. */
const clipSeed = (line: string): string =>
  line
    .trim()
    .replace(/\/\/[^/@\s]*@/, '//…@')
    .slice(0, maxLoggedChars);

/** Adds URLs to a job, or proposes seeds. */
export const seed = operation({
  about: 'job',
  input: {
    urls: field(z._default(z.array(z.string('must be a URL'), 'must be a list of URLs'), []), {
      says: 'URLs to add; without URLs and --file, URLs are read from standard input, one a line',
      isArgument: true,
      areLines: {
        says: 'add the URLs of the text file <path>, one a line; - is standard input',
        unless: 'suggest',
      },
    }),
    suggest: flag(
      'add nothing: print a seed file with the harvest of each seed, and with pages that would be good seeds',
    ),
    limit: field(z._default(whole(1, 10_000), 20), {
      says: 'with --suggest: propose at most <n> pages, 1 to 10000',
      shown: 'n',
    }),
    first: field(z._default(whole(1, 1_000_000), 100_000), {
      says: 'with --suggest: examine the first <pages> pages of the crawl, 1 to 1000000',
      shown: 'pages',
    }),
  },
  effect: 'changes',
  job: 'made',
  changes: ({ suggest }) => !suggest,
  refuses: ({ urls, suggest }) =>
    suggest && urls.length > 0 ? 'give --suggest without URLs and --file: it only proposes seeds' : undefined,
  askedInShort: ({ urls }) => ({ lines: urls.length, first: urls.slice(0, maxLogged).map(clipSeed) }),
  async run(
    { ports, of, field },
    { urls, suggest, limit, first },
    { dryRun },
  ): Promise<SeedReport | SeedAdvice> {
    const settings = await settingsOf(ports.jobs, of.name, of.config);
    if (!suggest) return dryRun ? readSeeds(urls, settings).report : await sow(ports, of, urls);
    const { adviseSeeds } = await import('../../capabilities/replay/seed-advice.ts');
    const known = await field?.(of.name, settings);
    return await adviseSeeds(ports, of, { most: limit, first, ...defined({ field: known }) });
  },
  inShort: (done) =>
    'accepted' in done ? { accepted: done.accepted.length, refused: done.refused.length } : done,
  view: (done) => ('accepted' in done ? viewSeeds(done) : viewSeedAdvice(done)),
});
