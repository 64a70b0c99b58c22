import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openStatusCount, statusesOf } from '../../examples/extending/status-count.ts';
import { wordCount } from '../../examples/extending/word-count.ts';
import type { ChangeLine } from '../../lib/domain/collection/record.ts';
import { openBody } from '../../lib/domain/frontier/body.ts';
import type { OpenPart } from '../../lib/pipeline/turn/capability-lists.ts';
import type { Job } from '../../lib/ports/jobs.ts';
import { override } from '../model/override.ts';
import { key, page, type SmallCrawl, smallCrawl } from '../pipeline/small-crawl.ts';
import { linesOfTurn } from '../support/collection/turn-lines.ts';
import { testSettings } from '../support/settings.ts';

const root = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const blocks = [...read('docs/extending.md').matchAll(/```ts\n(.*?)```/gs)].map(([, code = '']) => code);

const dayMs = 86_400_000;
const home = 'https://birds.example/';
const web = {
  [home]: page('Two words', `${home}wren`, `${home}gone`, `${home}later`),
  [`${home}wren`]: page('The wren sings loudly'),
  [`${home}later`]: { status: 500 },
};

async function hostOf({ ports }: SmallCrawl) {
  const { fingerprintKey, name } = (await ports.jobs.job('birds')) as Job;
  const { host } = key('birds.example');
  const stored = await ports.hosts.body({ job: name, host });
  return openBody(stored?.bytes, { fingerprintKey, host });
}

it('docs/extending.md shows one example as it is, and names the other', () => {
  expect(blocks).toContain(read('examples/extending/word-count.ts'));
  expect(read('docs/extending.md')).toContain('examples/extending/status-count.ts');
});

it.each([
  ['lib/documents/analysis/analyses.ts', 'export const analyses: readonly Analysis[] = ['],
  ['lib/capabilities/parts.ts', 'export const parts: readonly OpenPart[] = ['],
])('the list of which docs/extending.md speaks stands in %s', (path, line) => {
  expect(read(path)).toContain(line);
  expect(read('docs/extending.md')).toContain(path);
});

it('a crawl with the two examples has the field in its records and the counts in its hosts', async () => {
  const crawl = await smallCrawl(web, { seeds: [home], analyses: [wordCount], parts: [openStatusCount] });
  try {
    await crawl.run();
    const changes = await crawl.changes();
    const counts = changes.map(({ url, record }) => [url, record?.analysis]);
    expect(counts).toEqual([
      [home, { wordCount: expect.any(Number) }],
      [`${home}wren`, { wordCount: expect.any(Number) }],
    ]);
    for (const { record } of changes)
      expect(record?.analysis).toEqual({ wordCount: record?.text.split(/\s+/).length });
    expect(statusesOf(await hostOf(crawl))).toEqual({ 200: 2, 404: 1, 500: 1 });
  } finally {
    crawl.close();
  }
});

it.each([true, false])(
  'a field outlives a worker that died before it published (documents kept: %s)',
  async (keep) => {
    let dies = true;
    const crawl = await smallCrawl(web, {
      seeds: [home],
      settings: { documents: { ...testSettings('birds').documents, keep } },
      analyses: [wordCount],
      through: (ports) => ({
        ...ports,
        changes: override(ports.changes, {
          async put(...change) {
            if (dies) throw new Error('the worker dies');
            return await ports.changes.put(...change);
          },
        }),
      }),
    });
    try {
      await expect(crawl.run()).rejects.toThrow('the worker dies');
      dies = false;
      await crawl.run(2 * dayMs);
      const [line = ''] = await linesOfTurn(crawl.stores.changes, 'birds', key('birds.example').host, 1);
      const { record } = JSON.parse(line) as ChangeLine;
      expect(record).toMatchObject({ finalUrl: home, analysis: { wordCount: expect.any(Number) } });
    } finally {
      crawl.close();
    }
  },
);

it('a crawl that goes on without the part loses nothing of what that remembers', async () => {
  const parts: OpenPart[] = [openStatusCount];
  const crawl = await smallCrawl(web, { seeds: [home], parts });
  try {
    await crawl.tick();
    const counted = statusesOf(await hostOf(crawl));
    expect(counted).toMatchObject({ 200: expect.any(Number) });
    parts.pop();
    await crawl.run(2 * dayMs);
    expect((await hostOf(crawl)).turn).toBeGreaterThan(1);
    expect(statusesOf(await hostOf(crawl))).toEqual(counted);
  } finally {
    crawl.close();
  }
});
