import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { winnow } from '../../bin/test-io.ts';
import { openBrowser, type Reader, readConsole, withoutBrowser } from '../../support/console/browser.ts';
import { type ConsoleOfCrawl, consoleOfCrawl } from '../../support/console/console-of-crawl.ts';
import { picture } from '../../support/console/picture.ts';
import { startWeb, type TestWeb } from '../../support/web/web-server.ts';
import { labelled } from '../../topic/taxonomy/examples.ts';

const owls = 'owls of the barn hunt mice at night';
const pages: Readonly<Record<string, string>> = {
  '/': `<title>${owls}</title><p>${owls}`,
  '/owls': `<title>more owls &lt;img src=x onerror=alert(1)></title><p>${owls} ${owls}`,
  '/fish': '<title>trout</title><p>trout and other fish of the river have fins',
};

/** A taxonomy of the labelled examples, as a file. */
async function taxonomy(): Promise<Uint8Array> {
  const directory = mkdtempSync(join(tmpdir(), 'winnow-tree-'));
  const [lines, model] = [join(directory, 'examples.jsonl'), join(directory, 'tree.model')];
  writeFileSync(
    lines,
    labelled.map(([text, path], at) => JSON.stringify({ id: `d${at}`, text, class: path })).join('\n'),
  );
  const built = await winnow(['taxonomy', 'build', '--jsonl', lines, '--model', model, '--folds', '0']);
  if (built.exit !== 0) throw new Error(built.err);
  return readFileSync(model);
}

describe.skipIf(withoutBrowser !== '')(
  `the classes of a taxonomy in the console (${withoutBrowser || 'in chromium'})`,
  () => {
    let web: TestWeb;
    let crawl: ConsoleOfCrawl;
    let browser: Browser;
    let ann: Reader;
    let bob: Reader;
    let viewer: Reader;
    const at = (path: string) => web.url('localhost', path);
    const examplesOf = async (path: string) =>
      (
        (await crawl.stored('classes', 'examples', path)) as {
          readonly examples: readonly { readonly name: string }[];
        }
      ).examples.map(({ name }) => name);
    const marks = async () =>
      (
        (await crawl.stored('classes', 'show')) as {
          readonly classes: readonly { readonly path: string; readonly mark?: string }[];
        }
      ).classes.flatMap(({ path, mark }) => (mark === undefined ? [] : [`${path} ${mark}`]));
    /** Follows a class of the tree. */
    const open = async (reader: Reader, name: string) => {
      await (await reader.page.waitForSelector(`.tree ::-p-aria([name="${name}"][role="link"])`))?.click();
      await reader.sees('Examples of /');
    };
    const choose = async (reader: Reader, name: string) =>
      (await reader.page.waitForSelector(`aria/Choose ${name}[role="checkbox"]`))?.click();
    const drag = async (reader: Reader, source: string, target: string) => {
      const from = await reader.page.waitForSelector(source);
      const to = await reader.page.waitForSelector(`.tree ::-p-aria([name="${target}"][role="link"])`);
      if (from === null || to === null) throw new Error(`${source} or ${target} is not there`);
      await to.drop(from);
    };

    beforeAll(async () => {
      web = await startWeb({
        pages({ path }) {
          const body = pages[path];
          return body === undefined ? undefined : { headers: { 'content-type': 'text/html' }, body };
        },
      });
      crawl = await consoleOfCrawl(
        'tree',
        {
          seeds: Object.keys(pages).map(at),
          topic: { model: 'tree.model', good: ['/nature'], followOffTopic: true },
        },
        [],
        { 'tree.model': await taxonomy() },
      );
      browser = await openBrowser();
      ann = await readConsole(browser, crawl.address('operate'));
      bob = await readConsole(browser, crawl.address('operate'));
      viewer = await readConsole(browser, crawl.address('view'));
    });
    afterAll(async () => {
      await browser?.close();
      await crawl?.close();
      await web?.close();
    });

    it('take an example that is dragged onto them, once it is told what is trained and judged otherwise', async () => {
      for (const reader of [ann, bob, viewer]) await reader.go('Topic');
      await open(ann, 'birds');
      await open(bob, 'birds');
      await ann.sees('d0');
      await picture(ann, 'classes');
      await drag(ann, 'tbody tr .drag', 'fish');
      await ann.sees('/nature/fish: 2 examples, then 3 examples');
      await ann.sees('1 class trained again');
      await picture(ann, 'classes-dragged');
      expect(await examplesOf('/nature/fish')).toEqual(['d2', 'd3']);
      await ann.confirm();
      await ann.sees('to /nature/fish: done');
      expect(await examplesOf('/nature/fish')).toContain('d0');
      expect(await examplesOf('/nature/birds')).toEqual(['d1']);
    });

    it('are refused to a second editor, whose choice stays', async () => {
      await choose(bob, 'the example d1');
      await bob.fill('toClass', '/sports');
      await bob.press('Move to the class, the chosen of: Examples of the class');
      await bob.sees('the topic was changed');
      expect(await examplesOf('/nature/birds')).toEqual(['d1']);
      await bob.press('Leave it');
      const field = await bob.page.$eval(
        '[name=toClass]',
        (one) => (one as unknown as { value: string }).value,
      );
      expect(field).toBe('/sports');
      expect(await bob.page.$('aria/Choose the example d0[role="checkbox"]')).toBeNull();
      expect(
        await bob.page.$eval(
          'aria/Choose the example d1[role="checkbox"]',
          (one) => (one as unknown as { checked: boolean }).checked,
        ),
      ).toBe(true);
    });

    it('take an example by keyboard alone, as by dragging, into a class that is new', async () => {
      await open(ann, 'fish');
      await ann.sees('d2');
      await ann.page.focus('aria/Choose the example d2[role="checkbox"]');
      await ann.page.keyboard.press('Space');
      await ann.page.focus('[aria-labelledby=class-examples] [name=toClass]');
      await ann.page.keyboard.type('/nature/trout');
      await ann.page.keyboard.press('Enter');
      await ann.sees('/nature/trout: a new class, then 1 example');
      await ann.page.waitForSelector('dialog[open] .weighty:not([disabled])');
      await ann.page.focus('dialog[open] .weighty');
      await ann.page.keyboard.press('Enter');
      await ann.sees('to /nature/trout: done');
      expect(await examplesOf('/nature/trout')).toEqual(['d2']);
    });

    it('take a stored page as an example, dragged or chosen, which corrects its class', async () => {
      // A browser without a screen does not scroll while something is dragged.
      await ann.page.setViewport({ width: 1_000, height: 2_000 });
      await open(ann, 'birds');
      await ann.sees('Pages of /nature/birds');
      const row = `::-p-xpath(//section[@aria-labelledby="of-class"]//tr[contains(., "/owls")]//span[@class="drag"])`;
      await drag(ann, row, 'birds');
      await ann.sees('/nature/birds: 1 example, then 2 examples');
      await ann.confirm();
      await ann.sees('to /nature/birds: done');
      expect(await examplesOf('/nature/birds')).toContain(at('/owls'));
      await choose(ann, 'more owls <img src=x onerror=alert(1)>');
      await ann.page.type('[aria-labelledby=of-class] [name=toClass]', '/nature/fish');
      await ann.press('Move to the class, the chosen of: Pages of the class');
      await ann.confirm();
      await ann.sees('to /nature/fish: done');
      expect(await examplesOf('/nature/birds')).not.toContain(at('/owls'));
      expect(await examplesOf('/nature/fish')).toContain(at('/owls'));
    });

    it('are told of a page that is named, with the words that speak for them', async () => {
      await ann.page.type('[aria-labelledby=classify] [name=text]', at('/fish'));
      await ann.page.keyboard.press('Enter');
      await ann.sees('For /nature/fish: ');
      await ann.sees('on topic');
      await picture(ann, 'classes-page');
      await ann.page.type('[aria-labelledby=classify] [name=toClass]', '/sports/fishing');
      await ann.press('Move to the class, the chosen of: The page that was classified');
      await ann.sees('/sports/fishing: a new class, then 1 example');
      await ann.confirm();
      await ann.sees('to /sports/fishing: done');
      expect(await examplesOf('/sports/fishing')).toEqual([at('/fish')]);
    });

    it('are marked good and crawl-only', async () => {
      expect(await marks()).toEqual(['/nature good']);
      await open(ann, 'sports');
      await ann.press('Mark good');
      await ann.sees('good: /nature, /sports');
      await ann.confirm();
      await ann.sees('Mark good: /sports: done');
      expect(await marks()).toEqual(['/nature good', '/sports good']);
      await ann.press('Crawl only');
      await ann.confirm();
      await ann.sees('Crawl only: /sports: done');
      expect(await marks()).toEqual(['/nature good', '/sports crawl-only']);
    });

    it('have nothing to drag and no control for who may only look', async () => {
      await open(viewer, 'birds');
      await viewer.page.waitForSelector('[aria-labelledby=class-examples] table');
      expect(
        await viewer.page.$$('main [draggable=true], main .act button, main input:not([type=search])'),
      ).toEqual([]);
    });

    it('are inert, clean by axe-core in light, dark and at 400 pixels, and make the browser complain of nothing', async () => {
      for (const value of ['light', 'dark']) {
        await ann.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);
        expect([value, await ann.axe()]).toEqual([value, []]);
      }
      await ann.page.setViewport({ width: 400, height: 800 });
      expect(await ann.axe()).toEqual([]);
      expect(await ann.page.evaluate('document.documentElement.scrollWidth')).toBe(400);
      await picture(ann, 'narrow-classes');
      expect(await ann.page.$$('main :is(script, img)')).toEqual([]);
      // A refused change is an answer of 409, which the browser notes.
      const others = bob.faults.filter((one) => !one.includes('409'));
      expect([ann.faults, others, viewer.faults]).toEqual([[], [], []]);
    });
  },
);
