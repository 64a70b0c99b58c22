import { afterEach, describe, expect, it } from 'vitest';
import { why } from '../../../lib/capabilities/why.ts';
import type { Condition } from '../../../lib/domain/strategy/condition.ts';
import { testSettings } from '../../support/settings.ts';
import { jobName, type SmallCrawl, smallCrawl, type Web } from '../small-crawl.ts';
import { pageWith, pathsOf, stagedSettings } from './staged-crawl.ts';

const [first, second] = ['https://a.fruit.example', 'https://b.fruit.example'];
const more = ['/1', '/2', '/3'];
const web: Web = {
  [`${first}/`]: pageWith('apple one', { main: [['next', '/next']] }),
  [`${first}/next`]: pageWith('apple two', { main: [['other', `${second}/`]] }),
  [`${second}/`]: pageWith('apple three', { main: more.map((path) => [`to ${path}`, path] as const) }),
  ...Object.fromEntries(more.map((path) => [`${second}${path}`, pageWith(`apple at ${path}`, {})])),
};

let crawl: SmallCrawl;
afterEach(() => crawl.close());

/** Opens a crawl whose sites are over when this holds. */
async function opened(when: Condition, maxPages = 10): Promise<void> {
  const control = [{ rules: [{ name: 'enough', when, act: 'end' as const }] }];
  crawl = await smallCrawl(web, {
    seeds: [`${first}/`],
    settings: {
      ...stagedSettings({ name: 'all', layers: [], ranking: [], control }),
      turn: { ...testSettings(jobName).turn, maxPages },
    },
  });
}

const sums = () => crawl.ports.domains.domain({ job: jobName, domain: 'fruit.example' });

describe('a rule that asks for the registered domain of a site', () => {
  it('knows what all its hosts have brought: the second one is over at its first page', async () => {
    await opened({ domain: { hosts: { min: 2 }, relevant: { min: 3 }, harvest: { min: 1 } } });
    await crawl.run();
    expect(pathsOf(crawl)).toEqual(['/', '/next', '/']);
    expect(await sums()).toMatchObject({ hosts: 2, loads: 3, relevant: 3 });
  });

  it('does not match below what it asks for', async () => {
    await opened({ domain: { hosts: { min: 2 }, loads: { min: 5 } } });
    await crawl.run();
    expect(pathsOf(crawl)).toEqual(['/', '/next', '/', '/1', '/2']);
  });

  it('does not match for what is not known: the harvest of a domain before its first load', async () => {
    await opened({ domain: { harvest: { max: 0 } } });
    await crawl.run();
    expect(pathsOf(crawl)).toHaveLength(6);
  });

  it('is why a turn reads and writes the sums: without one none are kept', async () => {
    await opened({ count: { loads: { min: 100 } } });
    await crawl.run();
    expect(await sums()).toMatchObject({ pages: 0, loads: 0, relevant: 0 });
  });

  it('shows in `why` what it is asked about', async () => {
    await opened({ domain: { hosts: { min: 2 } } }, 1);
    await crawl.tick();
    const { lines } = await why(crawl.ports, await crawl.job(), `${first}/next`);
    expect(lines.map(({ detail }) => detail)).toContain(
      'domain fruit.example: hosts 1, tries 0, loads 1, relevant 1 (harvest 1), yield 0.8',
    );
  });
});
