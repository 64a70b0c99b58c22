import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BirdWeb, startBirdWeb, titles, withCrawl } from './support/bird-web.ts';

let site: BirdWeb;
beforeAll(async () => {
  site = await startBirdWeb();
});
afterAll(() => site.close());

it('gives a program the topic by example: pages, rules, rounds, lists, and a model', async () => {
  await withCrawl([site.settings('examples')], async (crawl) => {
    await titles(crawl);
    const { examples } = crawl;
    expect(await examples.add('in', [site.url('/owl')])).toMatchObject({ added: [{ title: 'owl' }] });
    const preview = await examples.rule({ side: 'out', kind: 'regex', text: 'wren$' }, { dryRun: true });
    expect(preview).toMatchObject({ dryRun: true, rules: [{ matched: 1 }] });
    await expect(examples.rule({ side: 'out', kind: 'host', text: '?' })).rejects.toThrow(/no host name/);
    await examples.reject([site.url('/wren')]);
    expect(await examples.round()).toMatchObject({ round: { number: 1, in: 1, out: 1 } });
    expect(await examples.lists()).toMatchObject({ v: 1, rounds: [{ number: 1 }] });
    expect(await examples.list()).toMatchObject({ answers: [], examples: [{ side: 'in' }, { side: 'out' }] });
    await expect(examples.accept(['owls'])).rejects.toThrow(/no http/);
    expect(await examples.remove([site.url('/wren')])).toEqual([site.url('/wren')]);
  });
});
