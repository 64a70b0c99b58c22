import { hash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TopicVerdict } from '../../../lib/base/page/topic-verdict.ts';
import type { CanonicalUrl, HostName } from '../../../lib/base/url/url.ts';
import type { Visit } from '../../../lib/domain/frontier/entry.ts';
import { judgedVisit } from '../../../lib/domain/reading/judged-visit.ts';
import { reportPage } from '../../../lib/domain/report/html/page.ts';
import { script } from '../../../lib/domain/report/html/script.ts';
import { numberTicks, timeTicks } from '../../../lib/domain/report/html/ticks.ts';
import { openReport } from '../../../lib/domain/report/open-report.ts';
import { maxDots, type Report, reportVersion } from '../../../lib/domain/report/report.ts';
import { describeVerdict } from '../../../lib/topic/judging/describe-verdict.ts';
import { probabilityOf } from '../../../lib/topic/judging/fit.ts';
import { pageFit } from '../../../lib/topic/judging/page-fit.ts';
import { testSettings } from '../../support/settings.ts';
import { termTopic } from '../../support/topic/topic.ts';

const settings = { ...testSettings('birds'), topic: termTopic('40: owl=B') };
const now = Date.UTC(2026, 10, 22, 3);
const counters = { pending: 0, visited: 0, bytes: 0, outcomes: {} };

function visit(n: number, more: Partial<Visit> = {}): Visit {
  const at = now - 3_600_000 + n * 10;
  const url = `http://www.example.org/${n}` as CanonicalUrl;
  return {
    ...{ url, outcome: 'stored', at, firstSeen: at, changedAt: at, tries: 0, depth: 1 },
    detail: `score ${n % 200}; best B 100 % (owl)`,
    ...more,
  };
}

/** A report of visits, with titles of their own. */
function reportOf(
  visits: Iterable<Visit>,
  title: (url: string) => string | undefined = () => 'Owls',
): Report {
  const report = openReport(settings, now);
  const host = report.host('www.example.org' as HostName, { state: 'due', dueAt: now, turn: 3, counters });
  for (const one of visits) host.visit(one);
  host.end();
  const { dots, bestPages, ...rest } = report.result();
  const named = (url: string) => {
    const found = title(url);
    return { url, ...(found === undefined ? {} : { title: found, classes: [{ name: found, share: 1 }] }) };
  };
  return {
    ...{ v: reportVersion, job: 'birds', state: 'open', createdAt: now, ...rest },
    dots: dots.map(({ page: { visit: of, relevance, score, onTopic }, place }) => ({
      ...{ ...named(of.url), relevance, score, onTopic, place, at: of.firstSeen, depth: of.depth },
      says: of.detail ?? '',
    })),
    bestPages: bestPages.map(({ visit: of, relevance, score }) => ({ ...named(of.url), relevance, score })),
  };
}

test('a report says how many URLs are held, if any are', () => {
  const reportWith = (held: number) => {
    const report = reportOf([visit(1)]);
    return reportPage({ ...report, totals: { ...report.totals, pending: 63, held } });
  };
  expect(reportWith(45)).toContain('URLs, 45 held (winnow regions); 1 host known so far');
  expect(reportWith(0)).toContain('URLs; 1 host known so far');
  const opened = openReport(settings, now);
  const state = { state: 'due', dueAt: now, turn: 3 } as const;
  for (const name of ['a', 'b'])
    opened.host(`${name}.example.org` as HostName, {
      ...state,
      counters: { ...counters, pending: 9, held: 4 },
    });
  expect(opened.result().totals.held).toBe(8);
});

test('a report says on how many domains and hosts pages on topic are', () => {
  const opened = openReport(settings, now);
  const found = {
    'a.owls.org': 'stored',
    'b.owls.org': 'stored',
    'www.barn.org': 'stored',
    'off.example.org': 'off-topic',
  } as const;
  for (const [name, outcome] of Object.entries(found)) {
    const host = opened.host(name as HostName, { state: 'due', dueAt: now, turn: 3, counters });
    host.visit(visit(150, { url: `http://${name}/` as CanonicalUrl, outcome }));
    host.end();
  }
  expect(opened.result().totals).toMatchObject({ hosts: 4, relevantHosts: 3, relevantDomains: 2 });
  const report = reportOf([visit(150)]);
  const totals = { ...report.totals, relevantHosts: 3, relevantDomains: 2 };
  expect(reportPage({ ...report, totals })).toContain(
    '<b>2</b><span class="dim">domains have pages on topic, on 3 hosts</span>',
  );
});

const hostile = [
  '</script><script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  "' onmouseover='alert(1)",
  '<!--',
  ']]>',
  '\u202eevil\u2028',
  '&lt;b&gt;',
];

/** Elements and attributes of a page as a browser's tokenizer would see them, far enough for what must not be there. */
const dangerous = /<(?:img|svg[^>]*onload|iframe|object|embed|link|base)\b|<[a-z][^>]*\son[a-z]+=/i;

describe('the page of a report', () => {
  test.each(hostile)('shows %j as text wherever it stands', (text) => {
    const report = reportOf([visit(1, { detail: `score 1; best ${text} 100 % (${text})` })], () => text);
    const page = reportPage({
      ...report,
      job: text,
      bestHosts: [{ host: text, pages: 1, onTopic: 1, relevance: 1, pending: 0 }],
      failures: [{ name: text, count: 1, urls: [text as CanonicalUrl] }],
    });
    expect(page).not.toMatch(dangerous);
    expect(page.match(/<script/g)).toHaveLength(2);
    expect(page.match(/<\/script/g)).toHaveLength(2);
    const data = /<script type="application\/json" id="dots">(.*?)<\/script>/s.exec(page)?.[1] ?? '';
    expect(data).not.toContain('\u2028');
    expect(JSON.parse(data)).toMatchObject([{ title: text }]);
  });

  test('needs nothing from elsewhere, and runs nothing but its own script', () => {
    const page = reportPage(reportOf([visit(1)]));
    expect(page).not.toMatch(/\b(?:src|srcset|data)=|@import|url\(|<link|<iframe/);
    const policy =
      /Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1]?.replaceAll('&#39;', "'") ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`script-src 'sha256-${hash('sha256', script, 'base64')}'`);
    expect(policy).not.toContain('connect-src');
    expect(page).toContain(`<script>${script}</script>`);
    expect(page).toContain('name="viewport" content="width=device-width');
  });

  test('looks for its newest state only where it came from, and only while the crawl runs', () => {
    const report = reportOf([visit(1)]);
    const watched = reportPage(report, { refreshSeconds: 5 });
    expect(watched).toContain('data-refresh="5"');
    expect(watched).toContain('connect-src &#39;self&#39;');
    const last = reportPage(report, { refreshSeconds: 5, isLast: true });
    expect(last).not.toContain('data-refresh');
    expect(last).toContain('the crawl has ended');
  });

  test('says of each failure at which URLs it came, of many at some', () => {
    const gone = (n: number) => visit(n, { outcome: 'gone', status: 404 });
    const page = reportPage(reportOf([visit(1), gone(2), gone(3), gone(4), gone(5)]));
    expect(page).toMatch(
      /gone: status 404<\/bdi>(<br><a href="http:\/\/www\.example\.org\/[234]".*?<\/a>){3}/,
    );
    expect(page).toContain('and 1 more');
  });

  test('tells a slow pace by the hour or the day, in whole numbers', () => {
    const hour = 3_600_000;
    const page = (ms: number): string => {
      const report = reportOf(every(ms));
      return reportPage({ ...report, totals: { ...report.totals, visited: 60 } });
    };
    const every = (ms: number) => Array.from({ length: 60 }, (_, n) => visit(n, { firstSeen: now + n * ms }));
    const said = (ms: number) => /<b>(\d+)<\/b><span class="dim">new pages (an? \w+),/.exec(page(ms));
    expect(said(1_000)?.slice(1)).toEqual(['61', 'a minute']);
    expect(said(hour / 10)?.slice(1)).toEqual(['10', 'an hour']);
    expect(said(hour)?.slice(1)).toEqual(['24', 'a day']);
    const axis = /pages an hour<\/div><div class="y"[^>]*>(.*?)<\/div>/.exec(page(hour / 10))?.[1];
    expect(axis?.match(/<span/g)?.length).toBeGreaterThan(2);
  });

  test('keeps the labels of an axis within its plot', () => {
    const times = [0, 1, 2, 3].map((day) => visit(day, { firstSeen: Date.UTC(2026, 10, 1 + day) }));
    const page = reportPage(reportOf(times));
    const labels = [...page.matchAll(/<span style="left:([\d.]+)%;transform:translateX\(-([\d.]+)%\)">/g)];
    expect(labels.length).toBeGreaterThan(4);
    expect(labels.map(([, left]) => left)).toContain('100');
    // A label at a part of the axis stands behind its mark by the same part of its own width.
    for (const [, left, own] of labels) expect(own).toBe(left);
    for (const [, room = '', rows = ''] of page.matchAll(
      /class="y" style="min-width:calc\((\d+)ch[^>]*>(.*?)<\/div>/g,
    ))
      for (const [, label = ''] of rows.matchAll(/>([^<>]*)<\/span>/g))
        expect(label.length).toBeLessThanOrEqual(Number(room));
  });

  test('does not link to what is no page of the web', () => {
    const page = reportPage(reportOf([visit(1, { url: 'javascript:alert(1)' as CanonicalUrl })]));
    expect(page).not.toContain('href="javascript:');
  });

  test('says what is missing when nothing was fetched, when nothing was judged, and without a topic', () => {
    expect(reportPage(reportOf([]))).toContain('No page has a verdict yet');
    const failed = visit(1, { outcome: 'failed', detail: 'dns: no such host', tries: 1 });
    const page = reportPage(reportOf([failed]));
    expect(page).toContain('No page has a verdict yet');
    expect(page).toContain('failed: dns');
    expect(page).toContain('failed once');
    expect(reportPage({ ...reportOf([visit(1)]), hasTopic: false })).toContain('This job has no topic');
  });

  test('stays below 2 MB and says that its dots are a sample when pages are many', () => {
    const pages = process.env.WINNOW_TEST_FULL === '1' ? 250_000 : 9_000;
    const visits = (function* () {
      for (let n = 0; n < pages; n += 1) yield visit(n);
    })();
    const report = reportOf(visits, () => 'x'.repeat(120));
    const page = reportPage(report);
    expect(report.dots).toHaveLength(maxDots);
    expect(report.totals.rated).toBe(pages);
    expect(page.length).toBeLessThan(2_000_000);
    expect(page).toContain('3,000 of the');
    expect(report.dots.map(({ at }) => at)).toEqual(
      report.dots.map(({ at }) => at).toSorted((a, b) => a - b),
    );
  });
});

describe('a visit', () => {
  test('is as relevant as the focus of the crawl reckoned its page', () => {
    fc.assert(
      fc.property(fc.double({ min: -50, max: 5_000, noNaN: true }), fc.boolean(), (points, relevant) => {
        const [filter] = settings.topic.filters;
        const verdict: TopicVerdict = {
          ...{ relevant, filter: filter?.id ?? '', kind: 'terms', score: Number(points.toPrecision(4)) },
          classes: [{ id: 'B', score: 1, share: 1, evidence: [{ term: 'owl', score: 1 }] }],
        };
        const outcome = relevant ? 'stored' : 'off-topic';
        const judged = judgedVisit(settings.topic, visit(1, { outcome, detail: describeVerdict(verdict) }));
        expect(judged?.relevance).toBeCloseTo(probabilityOf(pageFit(settings.topic, verdict)), 10);
        expect(judged).toMatchObject({ score: verdict.score, onTopic: relevant });
      }),
    );
  });

  test.each([undefined, 'timeout: no answer', 'scores 12', 'score'])(
    'without a verdict (%j) has no relevance',
    (detail) => {
      const { detail: _, ...plain } = visit(1);
      expect(
        judgedVisit(settings.topic, detail === undefined ? plain : { ...plain, detail }),
      ).toBeUndefined();
    },
  );

  test('in a chain is judged by the filter that decided', () => {
    const judged = judgedVisit(
      settings.topic,
      visit(1, { detail: 'terms: score 500; best B 100 %; model refuses (0.1)' }),
    );
    expect(judged).toMatchObject({ score: 500 });
  });
});

describe('ticks', () => {
  test('of times stand at round ones', () => {
    const from = Date.UTC(2026, 0, 1, 0, 0, 7);
    expect(timeTicks(from, from + 60_000, 4).map(({ label }) => label)).toEqual([
      '00:00:20',
      '00:00:40',
      '00:01:00',
    ]);
    expect(timeTicks(from, from, 4)).toEqual([]);
    expect(timeTicks(from, from + 3 * 86_400_000, 3).map(({ label }) => label)).toEqual([
      '2026-01-02',
      '2026-01-03',
      '2026-01-04',
    ]);
  });

  test('of numbers are round and within', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000 }), (most) => {
        const ticks = numberTicks(most, 8, String);
        expect(ticks.length).toBeGreaterThan(0);
        expect(ticks.length).toBeLessThanOrEqual(10);
        for (const { place } of ticks) expect(place).toBeLessThanOrEqual(1);
      }),
    );
  });
});
