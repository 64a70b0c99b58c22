import * as z from 'zod/mini';
import { defined } from '../../base/defined.ts';
import { clip } from '../../base/printable.ts';
import { formatCount, formatNumber } from '../../base/quantity.ts';
import type { SeedAdvice } from '../../capabilities/replay/seed-advice.ts';
import { settingsOf } from '../../pipeline/base/settings-cache.ts';
import { field, flag, optional, whole } from '../../pipeline/operation/input.ts';
import { operation } from '../../pipeline/operation/operation.ts';
import { note, type View } from '../../pipeline/operation/view.ts';
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

/** What --suggest takes where nobody says. */
const defaults = { limit: 20, first: 100_000 };

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
    limit: field(optional(whole(1, 10_000)), {
      says: `with --suggest: propose at most <n> pages, 1 to 10000 (default: ${defaults.limit})`,
      shown: 'n',
    }),
    first: field(optional(whole(1, 1_000_000)), {
      says: `with --suggest: examine the first <pages> pages of the crawl, 1 to 1000000 (default: ${defaults.first})`,
      shown: 'pages',
    }),
  },
  effect: 'changes',
  job: 'made',
  changes: ({ suggest }) => !suggest,
  refuses({ urls, suggest, limit, first }) {
    if (suggest)
      return urls.length > 0 ? 'give --suggest without URLs and --file: it only proposes seeds' : undefined;
    if (limit !== undefined) return 'give --limit only with --suggest';
    return first === undefined ? undefined : 'give --first only with --suggest';
  },
  askedInShort: ({ urls }) => ({ lines: urls.length, first: urls.slice(0, maxLogged).map(clipSeed) }),
  async run(
    { ports, of, field },
    { urls, suggest, limit = defaults.limit, first = defaults.first },
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

const shown = 20;

/** A seed file: which seeds paid as comments, and pages that would be good ones, each under what speaks for it. */
function viewSeedAdvice({ seeds, unknown, hubs, near = [], pages, further }: SeedAdvice): View {
  const comments = [
    `What each seed led to, of ${formatCount(pages, 'page')}. A page is owed to the seed of the page that linked to it first.`,
    ...(further > 0 ? [`${formatCount(further, 'page')} that came later take no part.`] : []),
    ...(unknown > 0 ? [`Of ${formatCount(unknown, 'page')} nobody knows whose they are.`] : []),
    '',
    ...paidLines(seeds.slice(0, shown)),
    ...(seeds.length > shown
      ? [`and ${formatCount(seeds.length - shown, 'seed')} more (--json has all)`]
      : []),
    '',
  ];
  const leading = hubs.flatMap(({ url, relevant, judged, hosts, unfetched }) => [
    `# ${relevant} of ${formatCount(judged, 'page')} that it leads to are relevant, on ${formatCount(hosts, 'host')}; ${formatCount(unfetched, 'link')} never fetched`,
    url,
  ]);
  const nearby = near.flatMap(({ url, anchor, on, nearness }) => [
    `# ${percent(nearness, 1)} "${clip(anchor, 80)}" on ${on}`,
    url,
  ]);
  const lines = [
    ...comments.map((line) => `# ${line}`.trimEnd()),
    leading.length === 0
      ? '# No page leads to enough relevant pages to be a seed.'
      : '# Pages that lead to relevant ones:',
    ...leading,
    ...(nearby.length === 0
      ? []
      : ['# Pages never fetched that lie near the topic by what links say of them:', ...nearby]),
  ];
  return [lines.map(note)];
}

/** A line for each seed below their heads, numbers right. */
function paidLines(seeds: SeedAdvice['seeds']): readonly string[] {
  const rows = seeds.map(({ url, pages, relevant, judged }) => [
    ...[formatNumber(pages), formatNumber(relevant), percent(relevant, judged)],
    url,
  ]);
  const heads = ['pages', 'relevant', 'harvest', 'seed'];
  const widths = heads.map((head, at) => Math.max(head.length, ...rows.map((row) => row[at]?.length ?? 0)));
  return [heads, ...rows].map((row) =>
    row.map((cell, at) => (at < heads.length - 1 ? cell.padStart(widths[at] ?? 0) : cell)).join('  '),
  );
}

function percent(part: number, all: number): string {
  return all === 0 ? '' : `${Math.round((100 * part) / all)} %`;
}
