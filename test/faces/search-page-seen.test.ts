import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, type Reader, readPage, withoutBrowser } from '../support/console/browser.ts';
import { picture } from '../support/console/picture.ts';
import { type KeptServer, serveKept } from '../support/rest/kept-server.ts';

describe.skipIf(withoutBrowser !== '')(`the search page (${withoutBrowser || 'in chromium'})`, () => {
  let server: KeptServer;
  let browser: Browser;
  let ann: Reader;
  beforeAll(async () => {
    server = await serveKept({}, { search: ['kept'] });
    browser = await openBrowser();
    ann = await readPage(browser, `http://127.0.0.1:${server.port}/search/kept`, true);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  it('finds pages by the keyboard alone, and leads to the stored copy', async () => {
    await ann.page.focus('input[name=q]');
    await ann.page.keyboard.type('herons');
    await Promise.all([ann.page.waitForNavigation(), ann.page.keyboard.press('Enter')]);
    await ann.sees('7 pages');
    await picture(ann, 'search');
    await Promise.all([ann.page.waitForNavigation(), ann.page.click('ol a[href^="/search/"]')]);
    await ann.sees('The copy that the crawl of kept has stored');
  });

  it('is clean by axe-core, in light and dark, also at 400 pixels, where nothing is cut off', async () => {
    const found = `http://127.0.0.1:${server.port}/search/kept?q=herons`;
    const copy = ann.page.url();
    for (const url of [found.replace(/\?.*/, ''), found, `${found}-none-such`, copy]) {
      await ann.page.setViewport({ width: 1_000, height: 800 });
      await ann.page.goto(url);
      for (const value of ['light', 'dark']) {
        await ann.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);
        expect([url, value, await ann.axe()]).toEqual([url, value, []]);
      }
      await ann.page.setViewport({ width: 400, height: 800 });
      expect([url, await ann.axe()]).toEqual([url, []]);
      expect([url, await ann.page.evaluate('document.documentElement.scrollWidth')]).toEqual([url, 400]);
      await picture(ann, `narrow-search-${url.length}`);
    }
  });

  it('makes the browser complain of nothing under its own policy', async () => {
    const { page, faults } = await readPage(browser, ann.page.url());
    const answer = await page.goto(`http://127.0.0.1:${server.port}/search/kept?q=herons`);
    expect({ status: answer?.status(), faults }).toEqual({ status: 200, faults: [] });
  });
});
