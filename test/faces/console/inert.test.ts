import { load } from 'cheerio';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { printablePart } from '../../../lib/base/printable.ts';
import { winnow } from '../../bin/test-io.ts';
import {
  openBrowser,
  type Reader,
  readConsole,
  readPage,
  withoutBrowser,
} from '../../support/console/browser.ts';
import { type ConsoleOfCrawl, consoleOfCrawl } from '../../support/console/console-of-crawl.ts';
import { startWeb, type TestWeb } from '../../support/web/web-server.ts';

/** Titles and texts that would do something elsewhere. */
const corpus: readonly string[] = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  "javascript:alert(1)//'-alert(1)-'",
  '</title><iframe srcdoc="<script>alert(1)</script>">',
  '<style>*{display:none}</style>',
  `\${alert(1)}{{constructor.constructor("alert(1)")()}}`,
  '\u001b[2J\u001b]0;owned\u0007red',
  '\u202egnp.exe\u202c\u2066\u200f',
  '=HYPERLINK("http://evil.example","here")',
  '<base href="http://evil.example/"><meta http-equiv=refresh content="0;url=http://evil.example/">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  `${'A'.repeat(10_000_000)}<script>alert(1)</script>`,
];
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
/** What turns the direction of text. */
const turns = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
/** Whether there is nothing of that, nor what a terminal obeys. */
const isPlain = (text: string): boolean => text.split('\n').every((line) => printablePart(line) === line);

describe.skipIf(withoutBrowser !== '')(`what pages say (${withoutBrowser || 'in chromium'})`, () => {
  let web: TestWeb;
  let crawl: ConsoleOfCrawl;
  let browser: Browser;
  let ann: Reader;
  beforeAll(async () => {
    web = await startWeb({
      pages: ({ path }) => {
        const text = corpus[Number(path.slice(1))];
        if (path === '/robots.txt' || text === undefined) return undefined;
        const title = `<title>${escaped(text)}</title>`;
        const body = `${title}${text.length > 1_000 ? '' : `<h1>${escaped(text)}</h1>${text}`}<p>Number ${path}`;
        return { headers: { 'content-type': 'text/html; charset=utf-8' }, body };
      },
    });
    const seeds = corpus.map((_, at) => web.url('localhost', `/${at}`));
    crawl = await consoleOfCrawl('inert', { seeds, fetch: { maxBytes: 50_000_000 } });
    // Their titles are in the list of examples then.
    const added = await winnow(['examples', 'add', ...seeds.slice(0, 12), '--job', crawl.directory]);
    expect(added).toMatchObject({ exit: 0 });
    browser = await openBrowser();
    ann = await readConsole(browser, crawl.address('destroy'));
  });
  afterAll(async () => {
    await browser?.close();
    await crawl?.close();
    await web?.close();
  });

  it('is inert on every screen, whoever wrote it', async () => {
    for (const title of [
      'Now',
      'Queue',
      'Hosts',
      'Failures',
      'Topic',
      'Links',
      'Settings',
      'Audit',
      'Pages',
    ]) {
      await ann.go(title);
      await ann.page.waitForSelector(title === 'Topic' ? 'main td a' : 'main section');
      expect([title, turns.test(await ann.text())]).toEqual([title, false]);
    }
    await ann.page.waitForSelector('main td a');
    expect((await ann.text()).length).toBeLessThan(20_000);
  });

  it('is inert as text of a page and as its source', async () => {
    const { records } = (await crawl.stored('records')) as {
      readonly records: readonly { readonly md5: string }[];
    };
    expect(records.length).toBeGreaterThanOrEqual(corpus.length - 1);
    for (const { md5: at } of records) {
      await ann.go('Pages');
      await ann.page.evaluate(`location.hash = '#/inert/pages/${at}'`);
      await ann.press('Show the source');
      await ann.page.waitForSelector('[aria-labelledby=stored] pre');
      expect([at, turns.test(await ann.text())]).toEqual([at, false]);
      const foreign = await ann.page.$$eval(
        'main :is(script, img, iframe, svg, style, base, meta, math)',
        (all) => all.length,
      );
      expect([at, foreign]).toEqual([at, 0]);
      await ann.page.evaluate(`location.hash = '#/inert/now'`);
    }
  });

  it('is inert in what a search finds, and in stored copies', async () => {
    const { origin, hash } = new URL(crawl.address('view'));
    const password = hash.replace('#token=', '');
    const authorization = `Basic ${Buffer.from(`ann:${password}`).toString('base64')}`;
    const reader = await readPage(browser, 'about:blank');
    await reader.page.authenticate({ username: 'ann', password });
    const look = async (path: string): Promise<string> => {
      const html = await (await fetch(`${origin}${path}`, { headers: { authorization } })).text();
      const foreign = load(html)(
        'script, img, iframe, svg, base, math, object, embed, [http-equiv], [onload]',
      );
      expect([
        path,
        foreign.length,
        html.length < 500_000,
        isPlain(html.replace(/ value="[^"]*"/, '')),
      ]).toEqual([path, 0, true, true]);
      await reader.page.goto(`${origin}${path}`);
      return html;
    };
    const searches = ['number', 'alert', ...corpus.slice(0, -1)];
    const copies = new Set<string>();
    for (const words of searches) {
      const html = await look(`/search/inert?q=${encodeURIComponent(words)}`);
      for (const [, copy = ''] of html.matchAll(/href="(\/search\/inert\/[0-9a-f]{32})"/g)) copies.add(copy);
    }
    expect(copies.size).toBeGreaterThanOrEqual(10);
    for (const copy of copies) expect(await look(copy)).toContain('has stored');
    expect(reader.faults).toEqual([]);
  });

  it('is inert in a terminal', async () => {
    for (const command of ['search number', 'records', 'examples list', 'hosts', 'audit', 'sites']) {
      const { exit, out } = await winnow([...command.split(' '), '--job', crawl.directory]);
      expect([command, exit, isPlain(out)]).toEqual([command, 0, true]);
    }
  });

  it('has opened no dialog, broken no rule and asked nobody else', () => {
    expect(ann.faults).toEqual([]);
  });
});
