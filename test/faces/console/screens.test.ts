import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { winnow } from '../../bin/test-io.ts';
import { openBrowser, type Reader, readConsole, withoutBrowser } from '../../support/console/browser.ts';
import { type ConsoleOfCrawl, consoleOfCrawl } from '../../support/console/console-of-crawl.ts';
import { picture } from '../../support/console/picture.ts';
import { startWeb, type TestWeb } from '../../support/web/web-server.ts';

const html = (body: string) => ({ headers: { 'content-type': 'text/html' }, body });
const titles = [
  'Now',
  'Queue',
  'Hosts',
  'Failures',
  'Pages',
  'Topic',
  'Links',
  'Schedule and money',
  'Settings',
  'Audit',
];

describe.skipIf(withoutBrowser !== '')(
  `the screens of the console (${withoutBrowser || 'in chromium'})`,
  () => {
    let web: TestWeb;
    let crawl: ConsoleOfCrawl;
    let browser: Browser;
    let ann: Reader;
    let viewer: Reader;
    let isMended = false;
    let edition = 'first';
    const found = () =>
      crawl.stored('records', '--limit', '100') as Promise<{
        readonly records: readonly { readonly url: string }[];
      }>;
    const commands = async () =>
      ((await crawl.stored('audit')) as { readonly commands: readonly { readonly command: object }[] })
        .commands;

    beforeAll(async () => {
      const paths = [...Array(20).keys()].flatMap((at) => [`/${at}`, `/next/${at + 10}`, `/next/${at + 50}`]);
      const links = paths.map((path) => `<a href="${path}">${path}</a>`).join(' ');
      web = await startWeb({
        pages: ({ path }) =>
          path === '/robots.txt' || (path === '/7' && !isMended)
            ? undefined
            : html(
                `<title>Birds ${path}</title><p>Of ${path}, the ${edition} edition.</p> ${path === '/' ? links : ''}`,
              ),
      });
      const seeds = ['/', '/7', '/3'].map((path) => web.url('localhost', path));
      crawl = await consoleOfCrawl('birds', { seeds }, ['--max-pages', '12']);
      browser = await openBrowser();
      ann = await readConsole(browser, crawl.address('operate'));
      viewer = await readConsole(browser, crawl.address('view'));
    });
    afterAll(async () => {
      await browser?.close();
      await crawl?.close();
      await web?.close();
    });

    it('keeps the token out of the address and of other tabs', async () => {
      expect(ann.page.url()).not.toContain('token');
      const other = await ann.page.browserContext().newPage();
      await other.goto(ann.page.url());
      await other.waitForSelector('input[type=password]');
      await other.close();
    });

    it('Now shows the state, and pauses and continues the crawl, whose effect it tells first', async () => {
      await ann.sees('OPEN');
      await ann.sees('Pages a second, the last 1 min: now 0');
      await picture(ann, 'now');
      await ann.press('Pause');
      await ann.sees('birds, paused: 1 host with');
      expect(await crawl.stored('status')).toMatchObject({ state: 'open' });
      await ann.page.type('dialog[open] input', 'the nests are full');
      await ann.confirm();
      await ann.sees('the nests are full');
      expect(await crawl.stored('status')).toMatchObject({
        state: 'paused',
        pause: { reason: 'the nests are full' },
      });
      await viewer.sees('the nests are full');
      await ann.press('Continue');
      await ann.confirm();
      await ann.sees('OPEN');
      expect(await crawl.stored('status')).toMatchObject({ state: 'open' });
    });

    it('Queue raises, holds and drops what a filter takes, whose size it tells first', async () => {
      const owner = await readConsole(browser, crawl.address('destroy'));
      await owner.go('Queue');
      await owner.page.waitForSelector('main td a');
      const listed = await owner.page.$$eval('main td a', (all) => all.map((one) => String(one.textContent)));
      const [promising = '', dull = ''] = listed.filter((one) => /\/next\/\d\d$/.test(one)).reverse();
      const filter = async (prefix: string) => {
        await owner.go('Now');
        await owner.go('Queue');
        await owner.fill('prefix', prefix);
        await owner.press('Filter');
        await owner.sees('1 URL of 1 host wait');
      };
      await filter(dull);
      await picture(owner, 'queue-filter');
      const host = `localhost:${web.port}`;
      await owner.press(`Hold ${host}`);
      await owner.sees('This is about the whole host.');
      await owner.confirm();
      await owner.sees('Hold: done');
      expect(await crawl.stored('status')).toMatchObject({ holds: [{ what: host, verb: 'pause' }] });
      await owner.press(`Let go ${host}`);
      await owner.confirm();
      await owner.sees('Let go: done');
      expect(await crawl.stored('status')).not.toHaveProperty('holds');
      await owner.press('Drop what the filter takes');
      await owner.sees('or comes later');
      await owner.confirm();
      await owner.sees('Drop: done');
      expect(await crawl.stored('delete')).toMatchObject({ rules: [{ prefix: dull }] });
      await filter(promising);
      await owner.press('Raise what the filter takes');
      await owner.sees('1 URL of 1 host would be visited before others');
      await owner.confirm();
      await owner.sees('Raise: done');
      const some = ['--max-pages', '5'];
      expect(await winnow(['crawl', '--job', crawl.directory, ...some])).toMatchObject({ exit: 0 });
      const urls = (await found()).records.map((one) => one.url);
      expect(urls).toContain(promising);
      expect(urls).not.toContain(dull);
      await owner.page.close();
    });

    it('Queue lists what waits, and fetches a page at once', async () => {
      await ann.go('Queue');
      await ann.sees('URLs of 1 host wait');
      await ann.page.waitForSelector('main td a');
      await picture(ann, 'queue');
      const url = String(await ann.page.$eval('main td a', (one) => one.textContent));
      expect((await found()).records.map((one) => one.url)).not.toContain(url);
      await ann.press(`Fetch now ${url}`);
      await ann.confirm();
      await ann.sees('Fetch now: done');
      expect((await found()).records.map((one) => one.url)).toContain(url);
    });

    it('Hosts tells how a host is treated, and blocks it once the effect is told', async () => {
      await ann.go('Hosts');
      await ann.sees('What hosts brought, the best first');
      await ann.page.waitForSelector('[aria-labelledby=brings] table');
      await ann.page.waitForSelector('[aria-labelledby=by-region] table');
      expect(await ann.text()).toMatch(/What regions brought[\s\S]*\/#/);
      await picture(ann, 'hosts');
      await ann.page.click('main table a');
      await ann.press(`Block localhost:${web.port}`);
      await ann.sees('birds, ');
      await picture(ann, 'hosts-block');
      await ann.confirm();
      await ann.sees('Block: done');
      expect(await crawl.stored('status')).toMatchObject({
        holds: [{ what: `localhost:${web.port}`, verb: 'block' }],
      });
      await ann.press(`Unblock localhost:${web.port}`);
      await ann.confirm();
      await ann.sees('Unblock: done');
      expect(await crawl.stored('status')).not.toHaveProperty('holds');
    });

    it('Failures shows causes with examples, and has them retried', async () => {
      await ann.go('Failures');
      await ann.sees(web.url('localhost', '/7'));
      await picture(ann, 'failures');
      await ann.press('Retry all that are gone');
      await ann.confirm();
      await ann.sees('Retry: done');
      expect((await commands())[0]?.command).toMatchObject({
        command: 'reharvest',
        scope: { status: 'gone' },
      });
      isMended = true;
      expect(await winnow(['crawl', '--job', crawl.directory])).toMatchObject({ exit: 0 });
      expect((await found()).records.map((one) => one.url)).toContain(web.url('localhost', '/7'));
    });

    it('Pages finds a page, has it visited again, and shows what changed', async () => {
      await ann.go('Pages');
      await ann.fill('path', '/3');
      await ann.press('Filter');
      await ann.sees('Birds /3');
      await picture(ann, 'pages');
      await ann.page.click('main td a');
      await ann.sees('Of /3, the first edition.');
      await ann.press(`Visit ${web.url('localhost', '/3')} again`);
      await ann.confirm();
      await ann.sees('Visit again: done');
      edition = 'second';
      expect(await winnow(['crawl', '--job', crawl.directory])).toMatchObject({ exit: 0 });
      await ann.go('Now');
      await ann.go('Pages');
      await ann.fill('text', web.url('localhost', '/3'));
      await ann.press('Show');
      await ann.sees('Of /3, the second edition.');
      await ann.press('Read its changes');
      await ann.sees('-Of /3, the first edition.');
      await ann.sees('+Of /3, the second edition.');
      await ann.press('Show the source');
      await ann.sees('<title>Birds /3</title>');
      await picture(ann, 'page');
    });

    it('Schedule and money has pages visited again, and tells what the crawl costs', async () => {
      await ann.go('Schedule and money');
      await ann.sees('nothing is billed here');
      await ann.fill('host', 'localhost');
      await picture(ann, 'money');
      await ann.press('Visit these again');
      await ann.confirm();
      await ann.sees('Visit these again: done');
      expect((await commands())[0]?.command).toMatchObject({
        command: 'reharvest',
        scope: { host: 'localhost' },
      });
    });

    it('Audit shows who ordered what, and why', async () => {
      await ann.go('Audit');
      await ann.sees('token the-operate');
      await ann.sees('the nests are full');
      await picture(ann, 'audit');
    });

    it('Settings tells what others would change before they take effect', async () => {
      await ann.go('Settings');
      await ann.press('Begin with those that are set');
      await ann.fill('key', 'focus.order');
      await ann.sees('one of relevance, breadth-first, arrival, hash');
      await ann.fill('value', 'random');
      await ann.press('Put in');
      await ann.sees('focus.order is one of relevance, breadth-first, arrival, hash');
      await ann.page.$eval('textarea', (one) => one.select());
      await ann.page.type('textarea', '{\n "limit": {},\n');
      await ann.sees('Line 3: ');
      await ann.page.type('textarea', ' "seeds": []}');
      await ann.sees('Line 2: there is no setting limit: is limits');
      await ann.press('Begin with those that are set');
      await ann.page.$eval('[name=key]', (one) => one.select());
      await ann.fill('key', 'limits.pagesPerDay');
      await ann.sees('Pages fetched per UTC day');
      await ann.page.$eval('[name=value]', (one) => one.select());
      await ann.fill('value', '5');
      await ann.press('Put in');
      await ann.press('Give the job these settings');
      await ann.sees('limits.pagesPerDay: none → 5');
      await ann.sees('It holds from the next turn of each host on: 1 host with');
      await picture(ann, 'settings');
      expect(await crawl.told('/v1/jobs/birds/status')).not.toHaveProperty('ceiling');
      // What somebody else changes meanwhile is not undone unseen.
      const others = { limits: { pagesPerDay: 9 }, userAgent: { contact: 'a@b.example' } };
      await crawl.orders('/v1/deploy-job', { job: 'birds', settings: others });
      await ann.confirm();
      await ann.sees('other settings meanwhile');
      expect(await crawl.told('/v1/jobs/birds/status')).toMatchObject({ ceiling: 9 });
      await ann.press('Leave it');
      await ann.press('Give the job these settings');
      await ann.sees('limits.pagesPerDay: 9 → 5');
      await ann.confirm();
      await ann.sees('Give the job these settings: done');
      expect(await crawl.told('/v1/jobs/birds/status')).toMatchObject({ ceiling: 5 });
    });

    it('has no control for who may only look, on any screen', async () => {
      for (const title of titles) {
        await viewer.go(title);
        await viewer.page.waitForSelector('main section, main table');
        const names = await viewer.page.$$eval('main .act button', (all) =>
          all.map((one) => one.textContent),
        );
        expect(names).toEqual([]);
      }
    });

    it('is clean by axe-core, in light and dark, also at 400 pixels, where nothing is cut off', async () => {
      for (const title of titles) {
        await ann.page.setViewport({ width: 1_000, height: 800 });
        await ann.go(title);
        await ann.page.waitForSelector('main section, main table');
        for (const value of ['light', 'dark']) {
          await ann.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);
          expect([title, value, await ann.axe()]).toEqual([title, value, []]);
        }
        await ann.page.setViewport({ width: 400, height: 800 });
        expect([title, await ann.axe()]).toEqual([title, []]);
        expect([title, await ann.page.evaluate('document.documentElement.scrollWidth')]).toEqual([
          title,
          400,
        ]);
        await picture(ann, `narrow-${title}`);
      }
    });

    it('has made the browser complain of nothing', () => {
      // But of the settings that somebody else had changed meanwhile.
      expect(ann.faults.filter((one) => !one.includes('status of 409'))).toEqual([]);
      expect(viewer.faults).toEqual([]);
    });
  },
);
