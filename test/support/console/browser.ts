import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { vi } from 'vitest';

/** Debian's. */
const chromium = '/usr/bin/chromium';
/** Why no browser is driven; empty: one is. */
export const withoutBrowser =
  process.env.WINNOW_TEST_FULL !== '1'
    ? 'only in `npm run test:full`'
    : existsSync(chromium)
      ? ''
      : `there is no ${chromium}`;

export async function openBrowser(): Promise<Browser> {
  return await puppeteer.launch({
    executablePath: chromium,
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
  });
}

/** A page, such as the console, as a reader has it. */
export interface Reader {
  readonly page: Page;
  /** What the browser complained of: errors of scripts, what the policy refused, dialogs that a script opened. */
  readonly faults: readonly string[];
  /** Goes to a screen by its link. */
  go(title: string): Promise<void>;
  /** Presses a control by its name, as a screen reader says it. */
  press(name: string): Promise<void>;
  /** Types into a field. */
  fill(field: string, text: string): Promise<void>;
  /** Confirms what a control told of its effect. */
  confirm(): Promise<void>;
  /** Waits until the screen says something. */
  sees(text: string): Promise<void>;
  text(): Promise<string>;
  /** What is wrong by the rules of axe-core. */
  axe(): Promise<readonly string[]>;
}

const patience = { timeout: 60_000 };
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** @param url with the token behind `#` */
export async function readConsole(browser: Browser, url: string): Promise<Reader> {
  const reader = await readPage(browser, url);
  await reader.page.waitForSelector('nav', patience);
  return reader;
}

/** @param hasNoScripts the page has none and lets none run; what its policy refuses is not heard of then */
export async function readPage(browser: Browser, url: string, hasNoScripts = false): Promise<Reader> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport({ width: 1_000, height: 800 });
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  // For axe-core alone, which is a script.
  if (hasNoScripts) await page.setBypassCSP(true);
  await page.goto(url);
  const text = () => page.evaluate('document.body.innerText') as Promise<string>;
  const named = (name: string) => page.waitForSelector(`aria/${name}[role="button"]`, patience);
  return {
    ...{ page, faults, text },
    async go(title) {
      await (await page.waitForSelector(`aria/${title}[role="link"]`, patience))?.click();
      await page.waitForFunction(
        `document.querySelector('h1')?.innerText.startsWith(${JSON.stringify(title)})`,
        patience,
      );
    },
    async press(name) {
      await (await named(name))?.click();
    },
    async fill(field, typed) {
      await (await page.waitForSelector(`[name=${field}]`, patience))?.type(typed);
    },
    async confirm() {
      await page.waitForSelector('dialog[open] .weighty:not([disabled])', patience);
      await page.click('dialog[open] .weighty');
    },
    async sees(wanted) {
      await vi.waitFor(async () => {
        const now = await text();
        if (!now.includes(wanted))
          throw new Error(`${JSON.stringify(wanted)} is not in: ${now.slice(0, 3_000)}`);
      }, patience);
    },
    async axe() {
      // As a debugger evaluates it: the policy of the page holds for the page's own scripts.
      await page.evaluate(axeSource);
      return (await page.evaluate(
        `axe.run(document).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ').slice(0, 300)))`,
      )) as readonly string[];
    },
  };
}
