import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, type Reader, readConsole, withoutBrowser } from '../../support/console/browser.ts';
import { type ConsoleOfCrawl, consoleOfCrawl } from '../../support/console/console-of-crawl.ts';
import { picture } from '../../support/console/picture.ts';
import { startWeb, type TestWeb } from '../../support/web/web-server.ts';

const html = (body: string) => ({ headers: { 'content-type': 'text/html' }, body });

describe.skipIf(withoutBrowser !== '')(
  `the screens of the console (${withoutBrowser || 'in chromium'})`,
  () => {
    let web: TestWeb;
    let crawl: ConsoleOfCrawl;
    let browser: Browser;
    let ann: Reader;
    let viewer: Reader;
    beforeAll(async () => {
      const links = Array.from({ length: 20 }, (_, at) => `<a href="/${at}">${at}</a>`).join(' ');
      web = await startWeb({
        pages: ({ path }) =>
          path === '/robots.txt' || path === '/7'
            ? undefined
            : html(`<title>Birds ${path}</title><p>Of ${path}. ${path === '/' ? links : ''}`),
      });
      crawl = await consoleOfCrawl('birds', { seeds: [web.url('localhost')] });
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
      await ann.sees('21');
      await picture(ann, 'now');
      await ann.press('Pause');
      await ann.sees('birds, paused: 1 host with 0 pending and 21 visited URLs');
      expect(await crawl.stored('status')).toMatchObject({ state: 'open' });
      await picture(ann, 'now-pause');
      await ann.page.type('dialog[open] input', 'the nests are full');
      await ann.page.click('dialog[open] .weighty');
      await ann.sees('the nests are full');
      expect(await crawl.stored('status')).toMatchObject({
        state: 'paused',
        pause: { reason: 'the nests are full' },
      });
      await viewer.sees('the nests are full');
      await ann.press('Continue');
      await ann.page.waitForSelector('dialog[open] .effect');
      await ann.page.click('dialog[open] .weighty');
      await ann.sees('OPEN');
      expect(await crawl.stored('status')).toMatchObject({ state: 'open' });
    });

    it('has no control for who may only look', async () => {
      await viewer.sees('OPEN');
      expect(await viewer.page.$$('main button')).toEqual([]);
    });

    it('is clean by axe-core, in light and dark, also at 400 pixels, where nothing is cut off', async () => {
      for (const value of ['light', 'dark']) {
        await ann.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);
        expect(await ann.axe()).toEqual([]);
      }
      await ann.page.setViewport({ width: 400, height: 800 });
      expect(await ann.axe()).toEqual([]);
      expect(await ann.page.evaluate('document.documentElement.scrollWidth')).toBe(400);
      await picture(ann, 'narrow');
      await ann.page.setViewport({ width: 1_000, height: 800 });
    });

    it('has made the browser complain of nothing', () => {
      expect(ann.faults).toEqual([]);
      expect(viewer.faults).toEqual([]);
    });
  },
);
