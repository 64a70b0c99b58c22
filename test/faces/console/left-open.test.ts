import type { Browser, HTTPRequest } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { winnow } from '../../bin/test-io.ts';
import { openBrowser, type Reader, readConsole, withoutBrowser } from '../../support/console/browser.ts';
import { type ConsoleOfCrawl, consoleOfCrawl } from '../../support/console/console-of-crawl.ts';
import { startWeb, type TestWeb } from '../../support/web/web-server.ts';

describe.skipIf(withoutBrowser !== '')(`a console left open (${withoutBrowser || 'in chromium'})`, () => {
  let web: TestWeb;
  let crawl: ConsoleOfCrawl;
  let browser: Browser;
  let ann: Reader;
  let bob: Reader;
  const focused = (reader: Reader) =>
    reader.page.evaluate('document.activeElement.innerText') as Promise<string>;
  beforeAll(async () => {
    const links = Array.from({ length: 8 }, (_, at) => `<a href="/${at}">${at}</a>`).join(' ');
    web = await startWeb({
      pages: ({ path }) =>
        path === '/robots.txt'
          ? undefined
          : { headers: { 'content-type': 'text/html' }, body: `<title>Birds</title>${path} ${links}` },
    });
    crawl = await consoleOfCrawl('birds', { seeds: [web.url('localhost')] }, ['--max-pages', '3']);
    browser = await openBrowser();
    ann = await readConsole(browser, crawl.address('operate'));
    bob = await readConsole(browser, crawl.address('destroy'));
  });
  afterAll(async () => {
    await browser?.close();
    await crawl?.close();
    await web?.close();
  });

  it('is used by keyboard: a dialog takes the focus, Escape leaves it, and the focus goes back', async () => {
    await ann.sees('OPEN');
    await ann.page.focus('main button:last-of-type');
    await ann.page.evaluate(
      `[...document.querySelectorAll('main button')].find((one) => one.innerText === 'Drain').focus()`,
    );
    await ann.page.keyboard.press('Enter');
    await ann.page.waitForSelector('dialog[open] input:focus');
    await ann.page.keyboard.press('Escape');
    await ann.page.waitForSelector('dialog[open]', { hidden: true });
    expect(await focused(ann)).toBe('Drain');
    expect(await crawl.told('/v1/jobs/birds/status')).toMatchObject({ state: 'open' });
    await ann.page.focus('nav a[href$=audit]');
    await ann.page.keyboard.press('Enter');
    await ann.page.waitForFunction(
      `document.activeElement.matches('h1') && document.activeElement.innerText.startsWith('Audit')`,
    );
    await ann.go('Now');
  });

  it('has the crawl go on in the server', async () => {
    await ann.press('Crawl birds here until nothing more is due');
    await ann.confirm();
    await ann.sees('Crawl: done');
    const all = async () =>
      expect(await crawl.told('/v1/jobs/birds/status')).toMatchObject({ fetched: 9, pending: 0 });
    await vi.waitFor(all, { timeout: 60_000, interval: 200 });
  });

  it('lets two people order at the same time: each act counts, and both see what holds', async () => {
    for (const reader of [ann, bob]) {
      await reader.press('Pause');
      await reader.page.waitForSelector('dialog[open] .effect');
      await reader.page.type('dialog[open] input', reader === ann ? 'of ann' : 'of bob');
    }
    await Promise.all([ann.confirm(), bob.confirm()]);
    for (const reader of [ann, bob]) await reader.sees('PAUSED');
    const { commands } = (await crawl.told('/v1/audit')) as {
      readonly commands: readonly { readonly reason: string }[];
    };
    expect(
      commands
        .slice(0, 2)
        .map(({ reason }) => reason)
        .sort(),
    ).toEqual(['of ann', 'of bob']);
  });

  it('sends an order again whose answer was lost, and that counts once', async () => {
    await ann.page.setRequestInterception(true);
    let isLost = false;
    const lose = async (request: HTTPRequest): Promise<void> => {
      const body = JSON.parse(request.postData() ?? '{}') as { readonly reason?: string };
      if (isLost || body.reason !== 'once') return await request.continue();
      isLost = true;
      await crawl.orders(new URL(request.url()).pathname, body);
      await request.abort('connectionreset');
    };
    ann.page.on('request', lose);
    await ann.press('Continue');
    await ann.page.waitForSelector('dialog[open] .effect');
    await ann.page.type('dialog[open] input', 'once');
    await ann.confirm();
    await ann.sees('the server does not answer');
    await ann.press('Send it again: it counts once');
    await ann.sees('Continue: done');
    ann.page.off('request', lose);
    await ann.page.setRequestInterception(false);
    const { commands } = (await crawl.told('/v1/audit')) as {
      readonly commands: readonly { readonly reason: string }[];
    };
    expect(commands.filter(({ reason }) => reason === 'once')).toHaveLength(1);
    await crawl.orders('/v1/jobs/birds/pause', { reason: 'for the night' });
    await ann.sees('PAUSED');
  });

  it('says that the server is away, and goes on by itself when it is back', async () => {
    await crawl.stop();
    await ann.sees('the server does not answer');
    await crawl.start();
    await vi.waitFor(async () => expect(await ann.text()).not.toContain('the server does not answer'), {
      timeout: 100_000,
    });
    await ann.sees('PAUSED');
  });

  it('tells of a job that was removed under it', async () => {
    expect(await winnow(['jobs', 'remove', 'birds', '--job', crawl.directory, '--yes'])).toMatchObject({
      exit: 0,
    });
    await ann.sees('removed: somebody asked for it');
  });

  it('asks for a token when the one that it has is revoked', async () => {
    crawl.revoke('operate');
    await ann.page.waitForSelector('input[type=password]', { timeout: 60_000 });
    expect(await ann.page.evaluate('sessionStorage.length')).toBe(0);
  });
});
