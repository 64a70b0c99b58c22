import { section } from '../../base/setting-kinds/section.ts';
import { choice, count, flagOr, named, number, seconds } from '../../base/setting-kinds/setting.ts';

export const turnSection = section(
  'A turn: what one worker does for one host before the others have theirs.',
  {
    maxPages: count(1, 1_000, 10, {
      description: 'Pages fetched in one turn. 1 is how Combine does it; more cost less on AWS.',
      unit: 'pages',
    }),
    maxSeconds: named(
      'maxMs',
      seconds(2, 300, 60, {
        description: 'No request of a turn starts after this.',
      }),
    ),
    maxWait: seconds(0, 60, 2, {
      description: 'A longer gap is not waited for inside a turn.',
    }),
  },
);

export const offTopicSection = section(
  'Pages that the topic refuses. Their scores, best classes, tries and dates are always kept, and their links in the link log.',
  {
    keep: choice(['none', 'text', 'all'], 'none', {
      description:
        'What else is kept of them for `winnow reclassify`: `text` what their records would say, `all` their raw documents too.',
      why: 'Else such a page is fetched again.',
    }),
  },
);

export const documentsSection = section('The raw bytes of stored pages.', {
  keep: flagOr(['all'], true, {
    description:
      'Keep them beside the records, compressed. Without them nothing can be parsed again. `all`: [what is no page](archive.md#whole-archives), too.',
  }),
  compression: choice(['gzip', 'zstd'], 'gzip', {
    description:
      'What compresses pages that do not come as gzip: `gzip`, which all readers of WARC files know, or `zstd` ([archive.md](archive.md#zstandard)).',
    why: 'It holds for pages that are stored from then on.',
  }),
});

export const limitsSection = section('Ceilings.', {
  pagesPerDay: count(1, 1_000_000_000, undefined, {
    description: 'Pages fetched per UTC day; then the crawl waits for the next. Must be set on AWS.',
    unit: 'pages',
    example: 10_000,
  }),
  dollarsPerMonth: number(0.0001, 1_000_000, undefined, {
    description:
      'The [budget](costs.md#a-budget) for each calendar month (UTC) on AWS: a job that has cost so much pauses until the next.',
    unit: 'dollars',
    example: 5,
  }),
});

export const crawlSection = section('On one machine only.', {
  hosts: count(1, 1_000, 64, { description: 'Hosts crawled side by side.', unit: 'hosts' }),
  workers: count(0, 64, undefined, {
    description:
      'Threads that fetch, read and store pages. By default one, and more while all are busy, up to one per core, one per GB of memory and eight. 0: one thread fetches and stores, others read.',
    unit: 'threads',
    why: 'Each takes about 100 MB.',
    example: 4,
  }),
  patience: seconds(0, 2_592_000, 900, {
    description: 'A crawl ends when nothing is due within this time, hosts in back-off included.',
  }),
});
