import { section } from '../../base/setting-kinds/section.ts';
import { choice, count, flag, named, number, seconds } from '../../base/setting-kinds/setting.ts';

export const turnSection = section(
  'A turn: what one worker does for one host before the others have theirs.',
  {
    maxPages: count(1, 1_000, 10, {
      description: 'Pages fetched in one turn. 1 is how Combine does it; more cost less on AWS.',
      unit: 'pages',
      why: 'A worker that dies loses at most the work of its turn.',
    }),
    maxSeconds: named(
      'maxMs',
      seconds(2, 300, 60, {
        description: 'No request of a turn starts after this.',
        why: 'Turn, last request and commit must fit into the 15 minutes of a Lambda.',
      }),
    ),
    maxWait: seconds(0, 60, 2, {
      description:
        'A gap longer than this is not waited for inside a turn: the host goes back to the due index.',
      why: 'On AWS waiting is billed.',
    }),
  },
);

export const offTopicSection = section(
  'Pages that the topic refuses. Their scores, best classes, tries and dates are always kept, and their links in the link log.',
  {
    keep: choice(['none', 'text', 'all'], 'none', {
      description:
        'What else is kept of them, outside the collection: `text` what their records would say, `all` their raw documents too. `winnow reclassify` judges them again when the topic changes.',
      why: 'Else a page that a changed topic would take is fetched again.',
    }),
  },
);

export const documentsSection = section('The raw bytes of stored pages.', {
  keep: flag(true, {
    description: 'Keep them beside the records, compressed. Without them nothing can be parsed again.',
  }),
  compression: choice(['gzip', 'zstd'], 'gzip', {
    description:
      'What compresses pages that do not come as gzip: `gzip`, which all readers of WARC files know, or `zstd`, which takes a third of the time for as much room, in `.warc.zst` files. Both are read, whatever is set; `winnow archive write` makes gzip of either.',
    why: 'A change holds for pages that are stored from then on.',
  }),
});

export const limitsSection = section('Ceilings.', {
  pagesPerDay: count(1, 1_000_000_000, undefined, {
    description:
      'Pages fetched per UTC day; then the crawl waits for the next. Must be set on AWS. Without it: no limit.',
    unit: 'pages',
    example: 10_000,
  }),
  dollarsPerMonth: number(0.0001, 1_000_000, undefined, {
    description:
      'A budget for each calendar month (UTC), on AWS: a job that has cost so much by list prices, without storage, pauses until the next month or a higher budget. See [costs.md](costs.md#a-budget). Without it: no limit.',
    unit: 'dollars',
    example: 5,
  }),
});

export const crawlSection = section('On one machine only.', {
  hosts: count(1, 1_000, 64, {
    description: 'Hosts crawled side by side.',
    unit: 'hosts',
    why: 'Each may hold a connection and a page of `fetch.maxBytes` in memory.',
  }),
  workers: count(0, 64, undefined, {
    description:
      'Threads that fetch, read and store pages, each for the hosts that it is given. Without it a crawl begins with one and has more, up to one per processor core, one per GB of memory and eight, while all are busy. 0: one thread fetches and stores, and others read.',
    unit: 'threads',
    why: 'A crawl that waits for the gaps of its hosts needs one. Each takes 0.3 s to start and about 100 MB.',
    example: 4,
  }),
  patience: seconds(0, 2_592_000, 900, {
    description:
      'A crawl ends when nothing is due within this time, hosts in back-off included. Gaps of hosts do not count.',
    why: 'Long enough for the first four back-offs from a host.',
  }),
});
