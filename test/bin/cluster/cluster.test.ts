import { mkdirSync, mkdtempSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readIndex } from '../../../lib/topic/clusters/index-file.ts';
import { textAbout } from '../../topic/clusters/examples.ts';
import { winnow } from '../test-io.ts';

const directory = mkdtempSync(join(tmpdir(), 'winnow-cluster-'));
const path = (name: string): string => join(directory, name);
const pages = path('pages');
const index = path('pages.index');
const model = path('owls.clusters');
const subjects = ['owls', 'trains', 'bread'] as const;

function write(name: string, content: string): string {
  writeFileSync(path(name), content);
  return path(name);
}

async function json(...argv: readonly string[]) {
  const { exit, out, err } = await winnow([...argv, '--json']);
  expect({ exit, err }).toEqual({ exit: 0, err: '' });
  return JSON.parse(out);
}

const autoIn = write(
  'in.txt',
  `# owls\n${[0, 1, 2].map((at) => join(pages, `owls-${at}.txt`)).join('\n')}\n`,
);

beforeAll(() => {
  mkdirSync(pages);
  for (const subject of subjects)
    for (let at = 0; at < 12; at += 1) write(`pages/${subject}-${at}.txt`, textAbout(subject, at));
});

describe('winnow cluster', () => {
  it('indexes pages, and only those that are new or changed when it comes again', async () => {
    expect((await json('cluster', 'index', '--dir', pages, '--index', index)).counts).toMatchObject({
      added: 36,
    });
    write('pages/owls-12.txt', textAbout('owls', 12));
    write('pages/bread-0.txt', textAbout('bread', 99));
    const again = await json('cluster', 'index', '--dir', pages, '--index', index);
    expect(again).toMatchObject({ pages: 37, counts: { added: 1, changed: 1, same: 35 } });
    expect(readIndex(readFileSync(index), 'i').segments).toBe(2);
  });

  it('goes on after a run that was killed while it wrote', async () => {
    const before = readFileSync(index);
    write('pages/owls-13.txt', textAbout('owls', 13));
    await json('cluster', 'index', '--dir', pages, '--index', index);
    truncateSync(index, before.length + 500);
    expect(readIndex(readFileSync(index), 'i').index.documents).toHaveLength(37);
    const after = await json('cluster', 'index', '--dir', pages, '--index', index);
    expect(after).toMatchObject({ pages: 38, counts: { added: 1 } });
  });

  it('lists frequent item sets, and says when there are too many', async () => {
    const { out } = await winnow([
      'cluster',
      'sets',
      '--index',
      index,
      '--min-support',
      '0.3',
      '--limit',
      '5',
    ]);
    expect(out).toMatch(/^\d[\d,]* item sets in at least 12 of 38 units\n/);
    const few = await json('cluster', 'sets', '--index', index, '--min-support', '0.3', '--max-sets', '40');
    expect(few).toMatchObject({ stopped: 'count', completeUpTo: 1 });
  });

  it('makes clusters, of which those with auto-in pages are relevant, and judges pages by them', async () => {
    const made = await json(
      'cluster',
      'make',
      '--index',
      index,
      '--model',
      model,
      '--auto-in',
      autoIn,
      '--clusters',
      '3',
    );
    expect(made).toMatchObject({ method: 'bisecting', pages: 38, autoIn: 3, unclassified: 0 });
    expect(made.clusters).toHaveLength(3);
    expect(made.clusters[0]).toMatchObject({ documents: 14, autoIn: 3, isRelevant: true });
    expect(made.clusters[0].topTerms).toContain('owl');
    const page = write('page.txt', textAbout('owls', 200));
    const { out } = await winnow(['classify', page, '--model', model]);
    expect(out).toContain('verdict  on topic: ');
    expect(out).toContain('item sets of it that the page has');
    const other = write('other.txt', textAbout('trains', 200));
    expect((await winnow(['classify', other, '--model', model])).out).toContain('verdict  off topic: ');
  });

  it('shows a model', async () => {
    const { out } = await winnow(['cluster', 'show', model]);
    expect(out).toContain('by bisecting, judges by tf-idf\n');
    expect(out).toMatch(/14 +3 +21\.4 % +relevant/);
  });

  it('takes clusters that another program made of the index', async () => {
    const own = path('own.jsonl');
    await json(
      'cluster',
      'make',
      '--index',
      index,
      '--model',
      path('a'),
      '--write-clustering',
      own,
      '--method',
      'fihc',
    );
    expect(readFileSync(own, 'utf8')).toMatch(/^\{"clustering":1,"method":"fihc",/);
    const names = readIndex(readFileSync(index), 'i').index.documents.map(({ name }) => name);
    const lines = names.map((name) => ({ document: name, cluster: /(\w+)-\d+\.txt$/.exec(name)?.[1] }));
    const foreign = write(
      'foreign.jsonl',
      [{ clustering: 1, method: 'by-name' }, ...lines].map((one) => JSON.stringify(one)).join('\n'),
    );
    const made = await json(
      'cluster',
      'make',
      '--index',
      index,
      '--model',
      path('b'),
      '--clustering',
      foreign,
      '--auto-in',
      autoIn,
    );
    expect(made).toMatchObject({ method: 'by-name' });
    expect(
      made.clusters.map(({ id, documents }: { id: string; documents: number }) => [id, documents]),
    ).toEqual([
      ['owls', 14],
      ['bread', 12],
      ['trains', 12],
    ]);
  });

  it('warns where no page is auto-in, and where all are', async () => {
    const none = await winnow(['cluster', 'make', '--index', index, '--model', path('c')]);
    expect(none.out).toContain('no page is auto-in, so no cluster is relevant');
    const { documents } = readIndex(readFileSync(index), 'i').index;
    const all = write('all.txt', documents.map(({ name }) => name).join('\n'));
    expect(
      (await winnow(['cluster', 'make', '--index', index, '--model', path('c'), '--auto-in', all])).out,
    ).toContain('all pages are auto-in');
  });

  it.each([
    [
      'an index that is not there',
      ['make', '--index', 'none.index', '--model', 'm'],
      1,
      'none.index cannot be read',
    ],
    ['what is no index', ['make', '--index', autoIn, '--model', 'm'], 1, 'no index of Winnow'],
    [
      'an index of other settings',
      ['index', '--dir', pages, '--index', index, '--unit', 'paragraph'],
      2,
      'other stop words, languages or units',
    ],
    [
      'an unknown method',
      ['make', '--index', index, '--model', 'm', '--method', 'magic'],
      2,
      'Allowed choices are',
    ],
    ['what is no model', ['show', autoIn], 1, 'no model of Winnow'],
  ])('refuses %s', async (_, argv, status, problem) => {
    const { exit, err } = await winnow(['cluster', ...argv]);
    expect(err).toContain(problem);
    expect(exit).toBe(status);
  });

  it('refuses an index of one page: it is like nothing', async () => {
    mkdirSync(path('one'));
    write('one/a.txt', textAbout('owls', 1));
    await json('cluster', 'index', '--dir', path('one'), '--index', path('one.index'));
    const { exit, err } = await winnow([
      'cluster',
      'make',
      '--index',
      path('one.index'),
      '--model',
      path('d'),
    ]);
    expect({ exit, err }).toMatchObject({
      exit: 2,
      err: expect.stringContaining('has 1 pages: index at least 2'),
    });
  });

  it('makes one cluster of pages that are all equal', async () => {
    mkdirSync(path('equal'));
    for (let at = 0; at < 5; at += 1) write(`equal/${at}.txt`, textAbout('owls', 1));
    await json('cluster', 'index', '--dir', path('equal'), '--index', path('equal.index'));
    const made = await json(
      'cluster',
      'make',
      '--index',
      path('equal.index'),
      '--model',
      path('e'),
      '--clusters',
      '1',
    );
    expect(made.clusters).toMatchObject([{ documents: 5 }]);
  });
});
