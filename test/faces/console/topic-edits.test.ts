import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, type Reader, readConsole, withoutBrowser } from '../../support/console/browser.ts';
import { type ConsoleOfCrawl, consoleOfCrawl } from '../../support/console/console-of-crawl.ts';
import { picture } from '../../support/console/picture.ts';
import { startWeb, type TestWeb } from '../../support/web/web-server.ts';

const texts: Readonly<Record<string, string>> = {
  owl: 'The barn owl hunts mice by night with silent feathers and sharp talons over meadows',
  train: 'The steam train runs on rails past the signal box of the old railway station',
  bread: 'Knead the dough of flour yeast and water then bake the loaf in a hot oven',
};
const paths = Object.keys(texts).flatMap((name) => [...'abcdefgh'].map((more) => `/${name}/${more}`));
const written = '200: barn owl=B.OWL\n200: steam train=R\n';

type Shown = {
  readonly filters: readonly { readonly definition: string; readonly isEdited: boolean }[];
};
type Listed = { readonly clusters: readonly { readonly id: string; readonly pages: number }[] };

describe.skipIf(withoutBrowser !== '')(
  `what is edited of a topic in the console (${withoutBrowser || 'in chromium'})`,
  () => {
    let web: TestWeb;
    let byTerms: ConsoleOfCrawl;
    let bare: ConsoleOfCrawl;
    let browser: Browser;
    let ann: Reader;
    let bob: Reader;
    let cleo: Reader;
    const definition = async () => ((await byTerms.stored('terms', 'show')) as Shown).filters[0]?.definition;
    const write = async (reader: Reader, text: string) => {
      await reader.page.waitForSelector('textarea[name=terms]');
      await reader.page.focus('textarea[name=terms]');
      await reader.page.keyboard.down('Control');
      await reader.page.keyboard.press('a');
      await reader.page.keyboard.up('Control');
      await reader.page.keyboard.type(text);
    };
    const field = (reader: Reader) =>
      reader.page.$eval('textarea[name=terms]', (one) => (one as unknown as { value: string }).value);
    const clusters = async () => ((await bare.stored('clusters', 'list')) as Listed).clusters;
    const choose = async (id: string) =>
      (await cleo.page.waitForSelector(`aria/Choose the cluster ${id}[role="checkbox"]`))?.click();

    beforeAll(async () => {
      web = await startWeb({
        pages: ({ path }) => {
          const [, name = '', more] = path.split('/');
          return name in texts
            ? {
                headers: { 'content-type': 'text/html' },
                body: `<title>${name} ${more === 'a' ? '&lt;img src=x onerror=alert(1)>' : more}</title><p>${texts[name]} ${more}</p>`,
              }
            : undefined;
        },
      });
      const seeds = paths.map((path) => web.url('localhost', path));
      byTerms = await consoleOfCrawl(
        'edited',
        { seeds, topic: { file: 'topic.txt', followOffTopic: true } },
        [],
        {
          'topic.txt': written,
        },
      );
      bare = await consoleOfCrawl('bare', { seeds });
      browser = await openBrowser();
      ann = await readConsole(browser, byTerms.address('operate'));
      bob = await readConsole(browser, byTerms.address('operate'));
      cleo = await readConsole(browser, bare.address('operate'));
    });
    afterAll(async () => {
      await browser?.close();
      await byTerms?.close();
      await bare?.close();
      await web?.close();
    });

    it('are terms, whose faulty lines are named, and which cannot hold then', async () => {
      await ann.go('Topic');
      await bob.go('Topic');
      await bob.page.waitForSelector('textarea[name=terms]');
      await write(ann, 'nonsense\n200: steam train=R\n');
      await ann.press('Have these terms hold');
      await ann.sees('1 of the lines cannot be used');
      expect(await ann.page.$('dialog[open] .weighty')).toBeNull();
      await picture(ann, 'terms-faults');
      await ann.press('Leave it');
      await ann.press('Line 1');
      const selected = await ann.page.$eval('textarea[name=terms]', (one) => {
        const { value, selectionStart, selectionEnd } = one as unknown as {
          value: string;
          selectionStart: number;
          selectionEnd: number;
        };
        return value.slice(selectionStart, selectionEnd);
      });
      expect(selected).toBe('nonsense');
      expect(await definition()).toBe(written);
    });

    it('are terms, which hold once it is told what they change, whatever the files say', async () => {
      await write(ann, '200: steam train=R\n100: signal box=R.SIGNAL\n');
      await ann.press('Have these terms hold');
      await ann.sees('100: signal box=R.SIGNAL: 8 hits in 16 records');
      await ann.sees('8 leave the collection: off topic now');
      await picture(ann, 'terms-tried');
      expect(await definition()).toBe(written);
      await ann.confirm();
      await ann.sees('Have these terms hold: done');
      await ann.sees('edited: they hold in place of those of the files');
      // The command puts the files of the job in force first.
      expect(await definition()).toBe('200: steam train=R\n100: signal box=R.SIGNAL\n');
    });

    it('are refused to a second editor, who keeps what he wrote and sees what the first has changed', async () => {
      const own = '200: barn owl=B.OWL\n50: dough=BREAD\n';
      await write(bob, own);
      await bob.press('Have these terms hold');
      await bob.sees('were changed since you read them');
      await bob.press('Leave it');
      await bob.sees('Somebody else changed these terms since you began.');
      await bob.sees('+100: signal box=R.SIGNAL');
      await picture(bob, 'terms-overtaken');
      expect(await field(bob)).toBe(own);
      expect(await definition()).toContain('signal box');
      expect(await bob.axe()).toEqual([]);
      await bob.press('Go on with my text');
      expect(await field(bob)).toBe(own);
      await bob.press('Have these terms hold');
      await bob.confirm();
      await bob.sees('Have these terms hold: done');
      expect(await definition()).toBe(own);
      await bob.press('Have those of the files hold again');
      await bob.confirm();
      await bob.sees('Have those of the files hold again: done');
      expect(await definition()).toBe(written);
    });

    it('are clusters of the collection, which are merged and renamed', async () => {
      await cleo.go('Topic');
      await cleo.sees('no clusters yet');
      await cleo.press('Make clusters');
      await cleo.confirm();
      await cleo.sees('Make clusters: done');
      const made = await clusters();
      expect(made.reduce((sum, { pages }) => sum + pages, 0)).toBe(24);
      const [first, second] = made.map(({ id }) => id);
      await choose(String(first));
      await choose(String(second));
      await cleo.fill('cluster', 'Both of them');
      await cleo.press('Merge the chosen');
      await cleo.confirm();
      await cleo.sees('Merge the chosen: done');
      expect((await clusters()).map(({ id }) => id)).toContain('Both-of-them');
      await choose('Both-of-them');
      await cleo.fill('cluster', 'The pair');
      await cleo.press('Rename the chosen');
      await cleo.confirm();
      await cleo.sees('Rename the chosen: done');
      expect((await clusters()).map(({ id }) => id)).toContain('The-pair');
      await picture(cleo, 'clusters');
    });

    it('are clusters, whose pages become examples, or which become the topic', async () => {
      await cleo.press('Pages of the cluster The-pair');
      await cleo.press('Choose all of: Pages of the cluster');
      await cleo.press('Accept the chosen of: Pages of the cluster');
      await cleo.confirm();
      await cleo.sees('for the next round');
      const { answers } = (await bare.stored('examples', 'list')) as { readonly answers: readonly object[] };
      expect(answers.length).toBeGreaterThan(0);
      await choose('The-pair');
      await cleo.press('Make the chosen the topic');
      await cleo.sees('leave the collection: off topic now');
      await cleo.confirm();
      await cleo.sees('Make the chosen the topic: done');
      const { settings } = (await bare.told('/v1/jobs/bare/config')) as {
        readonly settings: readonly { readonly key: string; readonly value?: unknown }[];
      };
      expect(settings).toContainEqual(expect.objectContaining({ key: 'topic.good', value: ['The-pair'] }));
    });

    it('is inert, clean by axe-core in light, dark and at 400 pixels, and makes the browser complain of nothing', async () => {
      for (const reader of [ann, cleo]) {
        for (const value of ['light', 'dark']) {
          await reader.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);
          expect([value, await reader.axe()]).toEqual([value, []]);
        }
        await reader.page.setViewport({ width: 400, height: 800 });
        expect(await reader.axe()).toEqual([]);
        expect(await reader.page.evaluate('document.documentElement.scrollWidth')).toBe(400);
        await picture(reader, reader === ann ? 'narrow-terms' : 'narrow-clusters');
        expect(await reader.page.$$('main :is(script, img)')).toEqual([]);
      }
      // A refused change is an answer of 409, which the browser notes.
      const others = bob.faults.filter((one) => !one.includes('409'));
      expect([ann.faults, others, cleo.faults]).toEqual([[], [], []]);
    });
  },
);
