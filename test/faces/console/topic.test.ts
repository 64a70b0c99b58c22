import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, type Reader, readConsole, withoutBrowser } from '../../support/console/browser.ts';
import { type ConsoleOfCrawl, consoleOfCrawl } from '../../support/console/console-of-crawl.ts';
import { picture } from '../../support/console/picture.ts';
import { startWeb, type TestWeb } from '../../support/web/web-server.ts';

const owl = 'The barn owl hunts mice by night with silent feathers and sharp talons.';
const wren = 'The wren sings in the hedge, a small bird with a loud voice.';
const rail = 'The steam train runs on rails past the signal box of the old station.';
const texts: Readonly<Record<string, string>> = {
  ...{ '/owls/barn': owl, '/owls/night': `${owl} It nests in a barn.`, '/hedge/wren': wren },
  ...{ '/rail/steam': rail, '/rail/signal': `${rail} A whistle blows.`, '/rail/engine': `${rail} It waits.` },
};
/** Near the examples by their titles. */
const titles: Readonly<Record<string, string>> = {
  ...{ '/new/owl': 'Barn owl hunts mice', '/new/wren': 'Silent owl feathers' },
  '/owls/night': 'Of /owls/night &lt;script>alert(1)&lt;/script>\u202e',
};
const good = ['/owls/barn', '/owls/night', '/hedge/wren', '/new/owl', '/new/wren'];
const hubs = ['/list/of-birds', '/more/of-birds', '/club/of-birds'];
const topic = '200: barn owl=B.OWL\n200: wren=B.WREN\n200: birds=B\n-200: train=B\n';
const classes =
  'B = Birds\nB.OWL < B = Owls\nB.WREN < B = Wrens\nB.EMU < B = <img src=x onerror=alert(1)>\u202eEmus\n';

type Records = { readonly records: readonly { readonly url: string }[] };

describe.skipIf(withoutBrowser !== '')(
  `the topic and the links in the console (${withoutBrowser || 'in chromium'})`,
  () => {
    let web: TestWeb;
    let byTerms: ConsoleOfCrawl;
    let byExample: ConsoleOfCrawl;
    let browser: Browser;
    let ann: Reader;
    let viewer: Reader;
    let bob: Reader;
    /** Each first folder has a host of its own. */
    const at = (path: string) => web.url(`${path.split('/')[1]}.localhost`, path);
    const kept = async () =>
      ((await byTerms.stored('records', '--limit', '100')) as Records).records.map((one) => one.url);
    const set = () =>
      byExample.stored('examples', 'list') as Promise<{
        readonly examples: readonly { readonly source: string; readonly side: string }[];
        readonly answers: readonly object[];
        readonly rules: readonly object[];
        readonly rounds: readonly object[];
      }>;

    beforeAll(async () => {
      const links = () => good.map((path) => `<a href="${at(path)}">silent feathers</a>`).join(' ');
      web = await startWeb({
        pages: ({ path }) => {
          if (path === '/robots.txt') return undefined;
          const body = hubs.includes(path)
            ? `<p>A list of birds</p>${links()}`
            : `<p>${texts[path] ?? owl}</p>`;
          return {
            headers: { 'content-type': 'text/html' },
            body: `<title>${titles[path] ?? `Of ${path}`}</title>${body}`,
          };
        },
      });
      const seeds = [...hubs, ...Object.keys(texts)].map(at);
      byTerms = await consoleOfCrawl(
        'terms',
        { seeds, topic: { file: 'topic.txt', classes: 'classes.txt', followOffTopic: true } },
        ['--max-pages', String(seeds.length)],
        { 'topic.txt': topic, 'classes.txt': classes },
      );
      byExample = await consoleOfCrawl('examples', { seeds });
      browser = await openBrowser();
      ann = await readConsole(browser, byTerms.address('operate'));
      viewer = await readConsole(browser, byTerms.address('view'));
      bob = await readConsole(browser, byExample.address('operate'));
    });
    afterAll(async () => {
      await browser?.close();
      await byTerms?.close();
      await byExample?.close();
      await web?.close();
    });

    it('Topic has the tree of classes with their counts, opened by keyboard, and the pages of each', async () => {
      await ann.go('Topic');
      await ann.sees('Birds');
      await ann.page.focus('.tree summary');
      const isOpen = () => ann.page.$eval('.tree details', (one) => (one as { open?: boolean }).open);
      const before = await isOpen();
      await ann.page.keyboard.press('Enter');
      expect(await isOpen()).toBe(!before);
      if (before === true) await ann.page.keyboard.press('Enter');
      await ann.sees('<img src=x onerror=alert(1)>');
      await ann.sees('0 on topic of 0');
      await (await ann.page.waitForSelector('aria/Owls[role="link"]'))?.click();
      await ann.sees('Pages of B.OWL');
      await ann.sees('Of /owls/barn');
      await ann.sees('<script>alert(1)</script>');
      await ann.press('Count the hits of each term');
      await ann.sees('barn owl');
      await ann.page.evaluate('scrollTo(0, 0)');
      await picture(ann, 'topic');
      expect(await ann.axe()).toEqual([]);
    });

    it('Links shows hubs, raises what they link to, sites, classes and the directory', async () => {
      const waiting = async () =>
        (
          (await byTerms.stored('hosts')) as {
            readonly hosts: readonly { readonly host: string; readonly pending: number }[];
          }
        ).hosts.find(({ host }) => host.startsWith('new.'))?.pending;
      await ann.go('Links');
      await ann.sees(at('/new/owl'));
      await picture(ann, 'links');
      expect(await waiting()).toBeUndefined();
      await ann.press('Raise what good hubs link to');
      await ann.confirm();
      await ann.sees('1 URL raised.');
      expect(await waiting()).toBe(1);
      for (const name of ['List sites', 'Count links between classes', 'Make the directory'])
        await ann.press(name);
      await ann.sees('localhost');
      await ann.page.waitForSelector('[aria-labelledby=directory] summary');
      for (const value of ['light', 'dark']) {
        await ann.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);
        expect([value, await ann.axe()]).toEqual([value, []]);
      }
    });

    it('Topic says what a changed topic makes of stored pages, and applies it once that is confirmed', async () => {
      expect(await kept()).toContain(at('/hedge/wren'));
      writeFileSync(join(byTerms.directory, 'topic.txt'), topic.replace('200: wren', '-200: wren'));
      expect(await kept()).toContain(at('/hedge/wren'));
      await ann.go('Now');
      await ann.go('Topic');
      await ann.press('Judge stored pages again');
      await ann.sees('1 leave the collection: off topic now');
      await ann.sees(at('/hedge/wren'));
      await picture(ann, 'topic-judged');
      expect(await kept()).toContain(at('/hedge/wren'));
      await ann.confirm();
      await ann.sees('Judge stored pages again: done');
      expect(await kept()).not.toContain(at('/hedge/wren'));
    });

    it('Topic takes examples, moves them, and learns of answers in a round', async () => {
      await bob.go('Topic');
      for (const [path, side] of [
        ['/owls/barn', 'in'],
        ['/owls/night', 'in'],
        ['/rail/steam', 'in'],
        ['/rail/signal', 'out'],
      ] as const) {
        await bob.fill('example', at(path));
        await bob.press(`Add as ${side}`);
        await bob.confirm();
        await bob.sees(`Of ${path}`);
      }
      await bob.press('Move out: Of /rail/steam');
      await bob.confirm();
      await bob.page.waitForSelector('aria/Move in: Of /rail/steam[role="button"]');
      const sides = (await set()).examples.map(({ source, side }) => `${source} ${side}`);
      expect(sides).toContain(`${at('/rail/steam')} out`);
      await bob.press('Begin a round');
      await bob.confirm();
      await bob.sees('1 round so far');
      expect((await set()).rounds).toMatchObject([{ number: 1, in: 2, out: 2, learner: expect.any(String) }]);
      await bob.press('List pages to judge');
      await bob.sees('Likely');
      const wrenAt = at('/hedge/wren');
      await (await bob.page.waitForSelector(`aria/Choose ${wrenAt}[role="checkbox"]`))?.click();
      await bob.press('Accept the chosen of: Doubtful: an answer teaches most');
      await bob.confirm();
      await bob.sees('1 answer for the next round');
      expect((await set()).answers).toMatchObject([{ url: wrenAt, side: 'in' }]);
      await picture(bob, 'examples');
      await bob.press('Near: Of /owls/barn');
      await bob.page.waitForSelector('[aria-labelledby=examples] h3 ~ table input');
      await (await bob.page.waitForSelector('aria/Choose Silent owl feathers[role="checkbox"]'))?.click();
      await bob.press('Reject the chosen of: Near pages');
      await bob.confirm();
      await bob.sees('2 answers for the next round');
      expect((await set()).answers).toMatchObject([
        { url: wrenAt, side: 'in' },
        { url: at('/new/wren'), side: 'out' },
      ]);
      await bob.press('Begin a round');
      await bob.confirm();
      await bob.sees('2 rounds so far');
      const after = await set();
      expect(after.answers).toEqual([]);
      expect(after.rounds).toMatchObject([{ number: 1 }, { number: 2, in: 3, out: 3 }]);
    });

    it('Topic adds a rule once it has said what it matches, and removes it', async () => {
      await bob.fill('ruleText', at('/rail/'));
      await bob.page.select('select[name=kind]', 'prefix');
      await bob.press('Add the rule');
      await bob.sees('It matches 3 of');
      expect((await set()).rules).toEqual([]);
      await bob.confirm();
      await bob.sees('Add the rule: done');
      expect((await set()).rules).toEqual([{ side: 'out', kind: 'prefix', text: at('/rail/') }]);
      await bob.press('Count what each matches');
      await bob.page.waitForSelector('[aria-labelledby=rules] table');
      await bob.press('List the purest sites');
      await bob.press('List pages that link to many of them');
      await bob.press(`Remove: the rule out prefix ${at('/rail/')}`);
      await bob.confirm();
      await bob.sees('no rules');
      expect((await set()).rules).toEqual([]);
      for (const value of ['light', 'dark']) {
        await bob.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);
        expect([value, await bob.axe()]).toEqual([value, []]);
      }
      await bob.page.setViewport({ width: 400, height: 800 });
      expect(await bob.page.evaluate('document.documentElement.scrollWidth')).toBe(400);
    });

    it('has no control for who may only look', async () => {
      for (const title of ['Topic', 'Links']) {
        await viewer.go(title);
        await viewer.page.waitForSelector('main section table, main section ul');
        expect(await viewer.page.$$('main .act button, main input[type=checkbox]')).toEqual([]);
      }
    });

    it('is inert, whoever wrote titles and labels, and has made the browser complain of nothing', async () => {
      for (const { page, text } of [ann, bob]) {
        expect(await text()).not.toMatch(/[\u202a-\u202e]/);
        expect(await page.$$('main :is(script, img)')).toEqual([]);
      }
      expect([ann.faults, bob.faults, viewer.faults]).toEqual([[], [], []]);
    });
  },
);
