import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ExampleWeb, serveExample } from '../../examples/serve.ts';
import { winnow } from './test-io.ts';

const directory = mkdtempSync(join(tmpdir(), 'winnow-clusters-'));
const path = (name: string): string => join(directory, name);
let web: ExampleWeb;

function makeJob(name: string, topic: string): string {
  mkdirSync(path(name));
  const seeds = ['bog', 'trains'].map((host) => `"http://${host}.localhost:${web.port}/"`);
  const lines = [
    `name: ${name}`,
    `seeds: [${seeds}]`,
    'scope: { hosts: [localhost] }',
    'network: { allow: [localhost] }',
    'politeness: { waitIntervalHost: 0 }',
    topic,
  ];
  writeFileSync(join(path(name), 'job.yaml'), `${lines.join('\n')}\n`);
  return path(name);
}

async function run(...argv: readonly string[]): Promise<string> {
  const { exit, out, err } = await winnow(argv);
  expect({ argv, exit, err }).toMatchObject({ argv, exit: 0 });
  return out;
}

const hostsOf = (out: string): readonly string[] => [
  ...new Set([...out.matchAll(/https?:\/\/(\w+)\.localhost/g)].map(([, host]) => host as string)),
];

beforeAll(async () => {
  web = await serveExample(0);
});
afterAll(() => web.close());

describe('clusters of a crawl', () => {
  it('are made of what it has stored, and are the topic of another job, which says why', async () => {
    const all = makeJob('all', '');
    await run('crawl', '--job', all);
    const index = path('all.index');
    const indexed = JSON.parse(await run('cluster', 'index', '--job', all, '--index', index, '--json'));
    expect(indexed.counts.added).toBeGreaterThan(25);
    const again = JSON.parse(await run('cluster', 'index', '--job', all, '--index', index, '--json'));
    expect(again.counts).toMatchObject({ added: 0, same: indexed.pages });
    const names = ['index', 'dcc', 'peat-railway', 'scales'].map(
      (page) => `http://trains.localhost:${web.port}/${page === 'index' ? '' : `${page}.html`}`,
    );
    writeFileSync(path('in.txt'), names.slice(0, 3).join('\n'));
    const model = path('trains.clusters');
    const made = JSON.parse(
      await run('cluster', 'make', '--index', index, '--model', model, '--auto-in', path('in.txt'), '--json'),
    );
    expect(made.autoIn).toBeGreaterThanOrEqual(2);

    const trains = makeJob('trains', `topic: { clusters: ${model} }\nfocus: { mode: hard }`);
    await run('crawl', '--job', trains);
    const kept = hostsOf(await run('records', '--job', trains));
    expect(kept).toContain('trains');
    expect(kept).not.toContain('herbarium');
    expect(await run('why', '--job', trains, names[1] as string)).toMatch(/stored .*best [\w-]+ \d+ % \(/);
    const evidence = JSON.parse(await run('classify', names[1] as string, '--job', trains, '--json'));
    expect(evidence.filters[0].model.clusters[0]).toMatchObject({ autoIn: expect.any(Number) });
  });
});
