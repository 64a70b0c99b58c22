import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { winnow } from '../../../bin/test-io.ts';
import { startWeb, type TestWeb } from '../../../support/web/web-server.ts';
import type { Collection } from '../../support/collection.ts';
import { type DataDirectory, openData } from '../../support/data-directory.ts';
import { jobDirectory, writeJob } from '../../support/job-directory.ts';

const owls = 'The tawny owl hunts at night. Owls of the forest: the tawny owl and the barn owl.';
const cars = 'A car for the city. Cars with four doors, and an engine that hums.';

/** Pages by path: what they say, and where they lead. */
const pages: Readonly<Record<string, readonly [text: string, ...links: string[]]>> = {
  '/': [owls, '/barn', '/cars', '/allowed'],
  '/barn': [owls, '/tawny'],
  '/tawny': [`${owls} Feathers.`],
  '/cars': [cars, '/behind'],
  '/behind': [`${owls} Found behind a page about cars.`],
  '/allowed': [`${cars} This site is always taken.`],
};

let web: TestWeb;
let directory: string;
let data: DataDirectory;
let collection: Collection;

const tree = (topic: object): Record<string, unknown> => ({
  seeds: [web.url('a.localhost')],
  topic: { file: 'topic.txt', sitesOk: 'sites-ok.txt', ...topic },
  ...('followOffTopic' in topic ? {} : { focus: { mode: 'hard' } }),
});

async function crawl(name: string, topic: object): Promise<Collection> {
  directory = jobDirectory(name);
  writeFileSync(join(directory, 'topic.txt'), '40: tawny owl=B.OWL\n20: owls?=B\n-100: engine=B\n');
  writeFileSync(join(directory, 'classes.txt'), 'B = Birds\nB.OWL < B\nX\n');
  writeFileSync(join(directory, 'sites-ok.txt'), '# pages that are always kept\nlocalhost:\\d+/allowed\n');
  writeJob(directory, name, tree(topic));
  const { exit, err } = await winnow(['crawl', '--job', directory]);
  expect({ exit, err }).toMatchObject({ exit: 0 });
  data?.close();
  data = openData(join(directory, 'data'));
  return await data.collection(name);
}

const outcomes = (): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.keys(pages).map((path) => [path, collection.get(web.url('a.localhost', path) as never)?.outcome]),
  );

beforeAll(async () => {
  web = await startWeb({
    pages: ({ path }) => {
      const page = pages[path];
      if (page === undefined) return undefined;
      const [text, ...links] = page;
      const anchors = links.map((link) => `<a href="${link}">on</a>`).join(' ');
      return {
        headers: { 'content-type': 'text/html' },
        body: `<title>${path}</title><p>${text}</p>${anchors}`,
      };
    },
  });
});

afterAll(async () => {
  data.close();
  await web.close();
});

describe('a crawl with a topic', () => {
  it('keeps what is about it and what lies on sites that are always taken, and follows no other links by hard focus', async () => {
    collection = await crawl('owls', {});
    expect(outcomes()).toEqual({
      '/': 'stored',
      '/barn': 'stored',
      '/tawny': 'stored',
      '/cars': 'off-topic',
      '/behind': undefined,
      '/allowed': 'stored',
    });
  });

  it('writes into each record what its score is and which terms made it', async () => {
    const { records } = await data.published('owls');
    const tawny = [...records.values()].find(({ url }) => url.endsWith('/tawny'));
    expect(tawny?.record?.topic).toMatchObject({
      relevant: true,
      score: 40 * 2 + 20 * 4,
      classes: [
        { id: 'B', score: 80, evidence: [{ term: 'owls?', score: 80, hits: { text: 4 } }] },
        { id: 'B.OWL', score: 80, evidence: [{ term: 'tawny owl', score: 80, hits: { text: 2 } }] },
      ],
    });
  });

  it('says of a page that was refused what it scored', async () => {
    const { out } = await winnow(['why', '--job', directory, web.url('a.localhost', '/cars')]);
    expect(out).toContain('off-topic');
    expect(out).toContain('score -100');
  });

  it('finds what lies behind pages that are off topic when it is told to follow them', async () => {
    collection = await crawl('owls-behind', { followOffTopic: true });
    expect(outcomes()).toMatchObject({ '/cars': 'off-topic', '/behind': 'stored' });
  });

  it('calls classes by the labels of a class file, and lists the records of a class and those below it', async () => {
    collection = await crawl('owls-classes', { classes: 'classes.txt', good: ['B'] });
    expect(outcomes()).toMatchObject({ '/': 'stored', '/cars': 'off-topic' });
    const { out } = await winnow(['why', '--job', directory, web.url('a.localhost', '/tawny')]);
    expect(out).toContain('best Birds [B] 50 % (owls?)');
    const listed = async (id: string): Promise<readonly string[]> => {
      const { out: list } = await winnow(['records', '--job', directory, '--json', '--class', id]);
      const { records } = JSON.parse(list) as { records: readonly { title: string }[] };
      return records.map(({ title }) => title).sort();
    };
    expect(await listed('B')).toEqual(['/', '/barn', '/tawny']);
    expect(await listed('B.OWL')).toEqual(['/', '/barn', '/tawny']);
    expect(await listed('X')).toEqual([]);
  });

  it('can weigh by position, with cut-offs of its own', async () => {
    collection = await crawl('owls-position', { algorithm: 'position', minScore: 1_000 });
    expect(outcomes()).toMatchObject({ '/': 'off-topic', '/barn': undefined });
  });
});
