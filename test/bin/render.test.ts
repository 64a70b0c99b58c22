import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { json, jsonRow } from '../../bin/render/base/json.ts';
import { shellWord } from '../../bin/render/base/shell-word.ts';
import { fields, forTerminal, table } from '../../bin/render/base/table.ts';
import { renderCheck } from '../../bin/render/look/doctor.ts';
import { outcomeCounts } from '../../lib/base/fetch/outcome-counts.ts';
import { clip, printable } from '../../lib/base/printable.ts';
import {
  formatBytes,
  formatCount,
  formatDuration,
  formatNumber,
  formatRate,
  formatRelativeTime,
  formatTime,
} from '../../lib/base/quantity.ts';
import type { CanonicalUrl, HostName } from '../../lib/base/url/url.ts';
import { whyOperation } from '../../lib/capabilities/why.ts';
import { record as recordOperation } from '../../lib/operations/collection/record.ts';
import { crawl as crawlOperation } from '../../lib/operations/control/crawl.ts';
import { status as statusOperation } from '../../lib/operations/look/status.ts';
import { progressLine } from '../../lib/operations/view-crawl.ts';
import { fetchPage } from '../../lib/pipeline/seeds/fetch-one.ts';
import type { CrawlReport, RecordEntry, Status } from '../../lib/runtime/shared/installation.ts';
import { sourceFiles } from '../support/architecture/imports.ts';
import { shownBy, viewed } from '../support/viewed.ts';

const now = Date.UTC(2026, 10, 20, 12);
const page = 'https://example.org/page' as CanonicalUrl;
const md5 = '0123456789abcdef0123456789abcdef';

const status: Status = {
  job: 'apples',
  state: 'open',
  config: 'abcdef0123456789',
  hosts: { idle: 1_200, due: 30, ticketed: 4 },
  dueLagMs: 12_000,
  pending: 4_321,
  fetched: 1_500,
  outcomes: { failed: 3, stored: 1_000, duplicate: 497 },
  harvest: { judged: 1_497, kept: 1_000 },
  bytes: 61_500_000,
  records: 1_000,
  openSegments: 7,
  nextDueAt: now + 90_000,
  pagesToday: 1_500,
  ceiling: 10_000,
  pagesPerSecond: 12.34,
  reasons: [],
  unsupported: { 'image/png': 3, 'application/zip': 12 },
};

const entry: RecordEntry = {
  md5,
  firstUrl: page,
  revision: 1,
  title: 'Apples',
  mediaType: 'text/html',
  targets: '',
  bytes: 41_234,
  depth: 2,
  firstSeen: now,
  change: { host: 'example.org', turn: 3, ordinal: 0, object: '~3-a' },
};

describe('quantities', () => {
  it.each([
    [0, '0 ms'],
    [999, '999 ms'],
    [1_500, '1.5 s'],
    [2_000, '2 s'],
    [59_400, '59 s'],
    [60_000, '1 min'],
    [61_000, '1 min 1 s'],
    [3_600_000, '1 h'],
    [7_500_000, '2 h 5 min'],
    [90_000_000, '1 d 1 h'],
    [-1_500, '-1.5 s'],
  ])('%d ms are %s', (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });

  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1_000, '1 kB'],
    [41_234, '41.2 kB'],
    [999_600, '1 MB'],
    [61_500_000, '61.5 MB'],
    [2_000_000_000, '2 GB'],
  ])('%d bytes are %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });

  it('are grouped, counted and rated', () => {
    expect(formatNumber(1_234_567)).toBe('1,234,567');
    expect([formatCount(1, 'page'), formatCount(0, 'page')]).toEqual(['1 page', '0 pages']);
    expect([formatRate(0.254), formatRate(12.34), formatRate(1_234.5)]).toEqual(['0.25', '12.3', '1,235']);
    expect(formatTime(now)).toBe('2026-11-20 12:00:00');
    expect([
      formatRelativeTime(now + 300_000, now),
      formatRelativeTime(now - 7_500_000, now),
      formatRelativeTime(now, now),
    ]).toEqual(['in 5 min', '2 h 5 min ago', 'now']);
  });
});

describe('tables', () => {
  it('have as many rows as a question has answers, a million of them', () => {
    const rows = Array.from({ length: 1_000_000 }, (_, at) => at);
    const text = table([{ title: 'a', cell: String }], rows);
    expect(text.split('\n')).toHaveLength(1_000_002);
  });

  it('align their columns, numbers to the right', () => {
    const rows = [
      { name: 'a', value: 5 },
      { name: 'longer', value: 1_000 },
    ];
    const text = table(
      [
        { title: 'name', cell: ({ name }) => name },
        { title: 'value', cell: ({ value }) => formatNumber(value), right: true },
      ],
      rows,
    );
    expect(text).toBe('name    value\na           5\nlonger  1,000\n');
    expect(
      fields([
        ['a', '1'],
        ['long', undefined],
        ['bcd', '2'],
      ]),
    ).toBe('a    1\nbcd  2\n');
  });

  it('never let the web command a terminal', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii' }), fc.nat(60), (text, width) => {
        expect(printable(text)).not.toMatch(/\p{Cc}/u);
        expect(clip(text, width).length).toBeLessThanOrEqual(Math.max(1, width));
      }),
    );
    expect(printable('\u001b[2Jred\u202eder\n')).toBe('[2Jred der');
    expect(forTerminal('\r\u001b[2Kof\tus\r\n\u001b[2J\u009b31mred\u202eder\u061c')).toBe(
      '\r\u001b[2Kof\tus\r\n [2J 31mred der ',
    );
  });
});

describe('data for programs', () => {
  const hostile = 'a\u009b31m\u202egnp\u2066\u200f\u061c\u0085\u2028\u007f\u001b[2J';

  it('is JSON that a terminal only shows', () => {
    for (const text of [json({ hostile }), jsonRow([hostile])]) {
      expect(text).not.toMatch(/[^\P{Cc}\n]|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u);
      expect(JSON.stringify(JSON.parse(text))).toContain(JSON.stringify(hostile));
    }
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(jsonRow(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('is JSON that no command writes in another way', () => {
    const wrong = sourceFiles('bin').filter(({ code }) => /\b(?:out|err)\(`?[^;]*JSON\.stringify/.test(code));
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });
});

describe('words of command lines that are proposed', () => {
  it.each([
    ['jobs/birds', 'jobs/birds'],
    ['jobs/vögel-2', 'jobs/vögel-2'],
    ['my jobs', "'my jobs'"],
    ["it's", "'it'\\''s'"],
    ['~/jobs', "'~/jobs'"],
    ['', "''"],
  ])('can be pasted into a shell: %s', (word, quoted) => expect(shellWord(word)).toBe(quoted));
});

describe('status', () => {
  it('says how a crawl stands', () => {
    expect(shownBy(statusOperation, status, { now: now })).toMatchInlineSnapshot(`
      "job            apples (open, settings abcdef0123456789)
      hosts          30 due now or later, 4 at work or about to, 1,200 with nothing to do
      due lag        12 s
      next due       in 1 min 30 s
      pending        4,321 URLs
      fetched        1,500 pages, 61.5 MB: 1,000 stored, 497 duplicate, 3 failed
      unsupported    12 application/zip, 3 image/png
      records        1,000
      link segments  7 to be recycled
      today          1,500 pages of at most 10,000
      speed          12.3 pages/s
      "
    `);
  });

  it('says who gives out turns when work is due for minutes and nobody does', () => {
    const { nextDueAt, ...late } = { ...status, dueLagMs: 180_000, hosts: { ...status.hosts, ticketed: 0 } };
    const idle: Status = late;
    expect(shownBy(statusOperation, idle, { now: now })).toContain(
      'due lag        3 min: no turn is given out; on one machine `winnow crawl`',
    );
    for (const other of [{ state: 'paused' as const }, { nextDueAt: now + 90_000 }])
      expect(shownBy(statusOperation, { ...idle, ...other }, { now: now })).not.toContain(
        'no turn is given out',
      );
  });

  it('says since when and why a crawl is paused, and why nothing moves', () => {
    const paused = { ...status, state: 'paused' as const, pause: { reason: 'too many pages', at: now } };
    const text = shownBy(statusOperation, { ...paused, reasons: ['The job is paused.'] }, { now: now });
    expect(text).toContain('paused since 2026-11-20 12:00:00 UTC: too many pages');
    expect(text).toMatch(/\n\nNothing moves:\n {2}The job is paused\.\n$/);
  });
});

describe('why', () => {
  it('gives every answer a line with its verdict', () => {
    const text = shownBy(whyOperation, {
      input: 'HTTPS://example.org/page#top',
      url: page,
      host: 'example.org' as HostName,
      lines: [
        { step: 'canonical', verdict: 'yes', detail: page },
        { step: 'robots', verdict: 'no', detail: 'line 3: Disallow: /page\u001b[0m' },
        { step: 'gate', verdict: 'wait', detail: 'opens in 20 s' },
      ],
    });
    expect(text).toBe(
      `HTTPS://example.org/page#top\n✓ canonical  ${page}\n✗ robots     line 3: Disallow: /page [0m\n… gate       opens in 20 s\n`,
    );
  });

  it('begins with what was asked, cut off where it is too long for people', () => {
    const text = shownBy(whyOperation, { input: `http://example.org/${'x'.repeat(100_000)}`, lines: [] });
    expect(text).toMatch(/^http:\/\/example\.org\/x{281}… \(100019 characters\)\n$/);
  });
});

describe('records', () => {
  it('are listed one a line, with the way to the next page', async () => {
    expect(await viewed('records', { records: [] })).toBe('no records\n');
    const text = await viewed('records', {
      records: [
        { ...entry, url: page },
        { ...entry, title: 'x'.repeat(80), bytes: 5 },
      ],
      cursor: 'abc',
    });
    const [head, first, second] = text.split('\n');
    expect(head).toMatch(/^record +size +type +depth +title +url$/);
    expect(first).toMatch(new RegExp(`^${md5} +41.2 kB +text/html +2 +Apples +${page}$`));
    expect(second).toContain(`${'x'.repeat(49)}…`);
    expect(text).toMatch(/\n\nmore: winnow records --cursor abc\n$/);
  });

  it('are shown one by one with what there is of them', () => {
    const at = Date.parse('2026-11-20T12:00:00Z');
    const visit = { url: page, at, firstSeen: at - 864e5, changedAt: at - 36e5, revisions: 2, rate: 0.5 };
    const text = shownBy(recordOperation, { entry, urls: [page], visits: [visit] });
    expect(text).toContain(`1 URL\n  ${page}\n    first visited 2026-11-19 12:00:00; `);
    expect(text).toContain(
      'changed 2 times, last 2026-11-20 11:00:00; checked 2026-11-20 12:00:00; about one change in 2 d; never again',
    );
  });
});

describe('a record of a page that was not taken in whole', () => {
  const response = {
    ...{ url: page, status: 200, contentType: 'text/html', fetchedAt: now },
    ...{ wireBytes: 41_234, bytes: 41_234, truncated: true },
  };
  const times = { firstSeen: now, lastChecked: now, lastChanged: now };
  const content = {
    ...{ md5, digest: '', mediaType: 'text/html', charset: 'utf-8', title: 'Apples', text: 'Apples.' },
    ...{ headings: [], metadata: {}, links: [], moreLinks: 1_234 },
  };
  const record = {
    ...{ ...content, ...times, finalUrl: page, urls: [page], depth: 0, response },
    pluginFailures: ['prices: it took longer than 2000 ms'],
  };
  const lines = shownBy(recordOperation, { entry, urls: [page], visits: [], record });

  it.each([
    'size             41.2 kB, cut off there',
    'links            0, and 1,234 more that were not taken (links.maxPerPage)',
    'failed plug-ins  prices: it took longer than 2000 ms',
  ])('says so: %s', (line) => {
    expect(lines).toContain(`\n${line}\n`);
  });
});

describe('reports', () => {
  it('say of each seed what became of it', async () => {
    const text = await viewed('seed', {
      accepted: [{ line: 1, url: page }],
      refused: [{ line: 3, input: 'nowhere', reason: 'not an absolute URL' }],
    });
    expect(text).toBe(
      `1: accepted ${page}\n3: refused nowhere: not an absolute URL\n1 accepted, 1 refused\n`,
    );
  });

  it('say what a fetch brought', () => {
    const visit = { url: page, outcome: 'denied' as const, status: 0, detail: 'robots: Disallow: /' };
    const text = shownBy(
      fetchPage,
      { host: 'example.org' as HostName, turn: 2, waitedMs: 1_500, visit },
      { now },
    );
    expect(text).toContain('outcome     denied: robots: Disallow: /\n');
    expect(text).toContain('next visit  never\n');
  });

  it('say what was recycled', async () => {
    expect(await viewed('recycle', { segments: 0, links: 0, delivered: 0, hosts: 0 })).toBe(
      'no link segments to be recycled\n',
    );
    expect(await viewed('recycle', { segments: 2, links: 900, delivered: 40, hosts: 1 })).toBe(
      '2 segments: 900 links, 40 delivered to 1 host\n',
    );
  });

  it('name outcomes in their order and leave out what did not happen', () => {
    expect(outcomeCounts({ failed: 1, stored: 2, gone: 0 })).toBe('2 stored, 1 failed');
    expect(outcomeCounts({})).toBe('nothing');
  });
});

describe('doctor', () => {
  it('says what to do about what is wrong, and only then', () => {
    expect(renderCheck({ name: 'disk', ok: 'ok', detail: '5 GB free', advice: 'tidy up' })).toBe(
      '✓ disk: 5 GB free\n',
    );
    expect(renderCheck({ name: 'disk', ok: 'fail', detail: 'full', advice: 'tidy up' })).toBe(
      '✗ disk: full\n  → tidy up\n',
    );
  });

  it('sums up', async () => {
    const ok = { name: 'a', ok: 'ok', detail: '' } as const;
    expect(await viewed('doctor', [ok])).toContain('All is well.\n');
    expect(await viewed('doctor', [{ ...ok, ok: 'fail' }])).toContain('Of 1 check: 1 failed.\n');
    expect(await viewed('doctor', [ok, { ...ok, ok: 'warn' }, { ...ok, ok: 'fail' }])).toContain(
      'Of 3 checks: 1 failed, 1 to look at.\n',
    );
  });
});

describe('a crawl', () => {
  const progress = {
    elapsedMs: 63_400,
    pages: 1_500,
    pagesPerSecond: 23.6,
    activeHosts: 12,
    hosts: 34,
    pending: 4_321,
    errors: 3,
    bytes: 61_500_000,
  };
  const report: CrawlReport = {
    end: 'interrupted',
    progress,
    outcomes: { stored: 1_000, failed: 3 },
    reasons: [{ name: 'failed: dns: none', count: 3 }],
    status,
    patienceMs: 900_000,
    places: [{ what: 'documents', path: '/data/documents/apples' }],
  };

  it('shows how it goes on one line', () => {
    expect(progressLine(progress)).toBe(
      '1 min 3 s · 1,500 pages · 23.6/s · 12 of 34 hosts at work · 4,321 pending · 3 errors · 61.5 MB',
    );
  });

  it('says at its end what was found, where it lies and what to try next', () => {
    expect(shownBy(crawlOperation, report, { now })).toMatchInlineSnapshot(`
      "Interrupted; the running turns were finished.

      fetched    1,500 pages, 61.5 MB, in 1 min 3 s (23.7/s)
      of these   1,000 stored, 3 failed
      records    1,000
      pending    4,321 URLs
      next due   in 1 min 30 s
      documents  /data/documents/apples

      Next:
        winnow crawl    continues where this crawl ended
        winnow records  lists the collection
        winnow report   writes a report as an HTML page
        winnow status   shows the state of the crawl
        winnow why URL  explains what happens to a URL
      "
    `);
  });

  it('names at its end whatever is left, why it waits and which command shows more', () => {
    const left = [
      { why: 'back-off', count: 11, hosts: 2, nextAt: now + 90_000 },
      { why: 'yield', count: 63_743, hosts: 1 },
    ] as const;
    const done: CrawlReport = { ...report, end: 'done' };
    const said = shownBy(crawlOperation, { ...done, status: { ...status, left } }, { now });
    expect(said).not.toContain('Nothing more is due.');
    expect(said).toContain('Nothing more is due within 15 min (crawl.patience).');
    expect(said).toContain(`
Left:
  2 hosts that fail are left alone for a while, with 11 URLs pending, the first is due in 90 s (\`winnow hosts\`)
  63,743 URLs of 1 host are held, as such pages bring nothing new, or lead to nothing but more of themselves (yield) (\`winnow regions\`)
`);
    expect(shownBy(statusOperation, { ...status, left }, { now: now })).toContain(
      '63,743 URLs of 1 host are held',
    );
    expect(shownBy(crawlOperation, done, { now })).toContain('Nothing more is due.');
    const one = { ...status, left: [{ why: 'yield', count: 1, hosts: 1 }] as const };
    expect(shownBy(statusOperation, one, { now: now })).toContain(
      '1 URL of 1 host is held, as such pages bring',
    );
  });
});
