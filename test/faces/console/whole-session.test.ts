import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
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

const owl = 'The barn owl hunts mice by night with silent feathers and sharp talons.';
const wren = 'The wren sings in the hedge, a small brown bird with a loud voice and a round nest.';
const rail = 'The steam train runs on rails past the signal box of the old station.';
/** Example pages, by the folders that are their classes. */
const examples: Readonly<Record<string, string>> = {
  ...{ 'birds/owls/barn.txt': owl, 'birds/owls/tawny.txt': `${owl} The tawny owl hoots.` },
  ...{ 'birds/wrens/wren.txt': wren, 'birds/wrens/nest.txt': `${wren} It feeds on spiders.` },
  ...{ 'rail/steam.txt': rail, 'rail/signal.txt': `${rail} A whistle blows.` },
};
const pages: Readonly<Record<string, string>> = {
  ...{ '/barn': `${owl} It nests in a tower.`, '/hedge': `${wren} It hides.`, '/rail': `${rail} It waits.` },
  '/night': `${owl} It glides over fields.`,
};

/** What the paper's figure 1 shows, from example pages to a search of what was found. */
describe.skipIf(withoutBrowser !== '')(
  `a session in the console (${withoutBrowser || 'in chromium'})`,
  () => {
    let web: TestWeb;
    let crawl: ConsoleOfCrawl;
    let browser: Browser;
    let ann: Reader;
    let folder: string;
    const model = () => join(folder, 'birds.model');
    const at = (path: string): string => web.url('localhost', path);
    const kept = async (...options: readonly string[]) => {
      const stored = (await crawl.stored('records', '--limit', '100', ...options)) as {
        readonly records: readonly { readonly url: string }[];
      };
      return stored.records.map(({ url }) => new URL(url).pathname).toSorted();
    };
    const set = () =>
      crawl.stored('examples', 'list') as Promise<{
        readonly examples: readonly { readonly source: string; readonly side: string }[];
        readonly answers: readonly object[];
        readonly rounds: readonly object[];
      }>;

    beforeAll(async () => {
      const links = Object.keys(pages).map((path) => `<a href="${path}">${path.slice(1)}</a>`);
      web = await startWeb({
        pages: ({ path }) => {
          const text = path === '/' ? `<p>${owl}</p>${links.join(' ')}` : pages[path];
          if (text === undefined) return undefined;
          const title = `<title>Of ${path}</title>`;
          return { headers: { 'content-type': 'text/html' }, body: `${title}<p>${text}</p>` };
        },
      });
      folder = mkdtempSync(join(tmpdir(), 'winnow-session-'));
      for (const [name, text] of Object.entries(examples)) {
        const file = join(folder, 'examples', name);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, text);
      }
      browser = await openBrowser();
    });
    afterAll(async () => {
      await browser?.close();
      await crawl?.close();
      await web?.close();
      rmSync(folder, { recursive: true });
    });

    it('begins with example pages, which become a taxonomy, and a job that is about one of its classes', async () => {
      const build = ['taxonomy', 'build', '--dir', join(folder, 'examples'), '--model', model()];
      expect(await winnow([...build, '--folds', '0'])).toMatchObject({ exit: 0 });
      const topic = { model: model(), good: ['/birds'] };
      crawl = await consoleOfCrawl('birds', { seeds: [at('/')], topic }, ['--max-pages', '1']);
      ann = await readConsole(browser, crawl.address('destroy'));
      await ann.sees('OPEN');
    });

    it('has the crawl run, and shows how it goes', async () => {
      await ann.press('Crawl birds here until nothing more is due');
      await ann.confirm();
      await ann.sees('Crawl: done');
      await vi.waitFor(async () => expect(await kept()).toHaveLength(4), { timeout: 60_000, interval: 200 });
      await ann.sees('4 of 5 judged');
      expect(await kept()).toEqual(['/', '/barn', '/hedge', '/night']);
    });

    it('shows the tree of classes with what was found of each, and the pages of one', async () => {
      await ann.go('Topic');
      await ann.sees('wrens');
      expect(await ann.axe()).toEqual([]);
      await (await ann.page.waitForSelector('aria/owls[role="link"]'))?.click();
      await ann.sees('Pages of /birds/owls');
      await ann.sees('Of /night');
      expect(await ann.text()).not.toContain('Of /hedge');
      expect(await kept('--class', '/birds/owls')).toEqual(['/', '/barn', '/night']);
    });

    it('takes example pages, and marks what was found as right or wrong', async () => {
      for (const [path, side] of [
        ['/barn', 'in'],
        ['/rail', 'out'],
      ] as const) {
        await ann.fill('example', at(path));
        await ann.press(`Add as ${side}`);
        await ann.confirm();
        await ann.sees(`Of ${path}`);
      }
      await (await ann.page.waitForSelector('aria/Choose Of /night[role="checkbox"]'))?.click();
      await ann.press('Accept the chosen of: Pages of the class');
      await ann.confirm();
      await ann.sees('1 answer for the next round');
      const { examples: told, answers } = await set();
      expect(told.map(({ source, side }) => [source, side])).toEqual([
        [at('/barn'), 'in'],
        [at('/rail'), 'out'],
      ]);
      expect(answers).toMatchObject([{ url: at('/night'), side: 'in' }]);
    });

    it('learns of that in a round', async () => {
      await ann.press('Begin a round');
      await ann.confirm();
      await ann.sees('1 round so far');
      const { examples: told, answers, rounds } = await set();
      expect([told.length, answers, rounds.length]).toEqual([3, [], 1]);
    });

    it('says what other marks make of stored pages, and applies them once that is confirmed', async () => {
      const marks = (verb: string, name: string) =>
        winnow(['taxonomy', verb, name, '--job', crawl.directory]);
      expect(await marks('mark', '/birds/owls')).toMatchObject({ exit: 0 });
      expect(await marks('unmark', '/birds')).toMatchObject({ exit: 0 });
      expect(await kept()).toContain('/hedge');
      await ann.go('Now');
      await ann.go('Topic');
      await ann.press('Judge stored pages again');
      await ann.sees('1 leave the collection: off topic now');
      await ann.sees(at('/hedge'));
      await ann.confirm();
      await ann.sees('Judge stored pages again: done');
      expect(await kept()).toEqual(['/', '/barn', '/night']);
    });

    it('searches what was found, and finds no more what somebody deletes', async () => {
      const { origin, hash } = new URL(crawl.address('view'));
      const searcher = await readPage(browser, 'about:blank', true);
      await searcher.page.authenticate({ username: 'ann', password: hash.replace('#token=', '') });
      const found = async (): Promise<string> => {
        await searcher.page.goto(`${origin}/search/birds`);
        await searcher.page.type('input[name=q]', 'silent feathers');
        await Promise.all([searcher.page.waitForNavigation(), searcher.page.keyboard.press('Enter')]);
        return await searcher.text();
      };
      const before = await found();
      expect(before).toContain('3 pages');
      expect(before).toContain('Of /night');
      await ann.go('Pages');
      await ann.fill('text', at('/night'));
      await ann.press('Show');
      await ann.press(`Delete ${at('/night')}`);
      await ann.confirm();
      await ann.sees('Delete: done');
      await vi.waitFor(async () => expect(await found()).toContain('2 pages'), { timeout: 30_000 });
      expect(await found()).not.toContain('Of /night');
      expect(await kept()).toEqual(['/', '/barn']);
    });

    it('has made the browser complain of nothing', () => {
      // The page that was deleted is asked for once more.
      expect(ann.faults.filter((one) => !one.includes('404'))).toEqual([]);
    });
  },
);
