import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { filesSink } from '../../../lib/adapters/sinks/files/files-sink.ts';
import { type ExportName, exportNames } from '../../../lib/capabilities/export/export-names.ts';
import { presentIn } from '../../../lib/pipeline/feed/changed-records.ts';
import type { Outgoing } from '../../../lib/pipeline/feed/outgoing.ts';
import { readFeed } from '../../../lib/pipeline/feed/read-feed.ts';
import { page, type SmallCrawl, smallCrawl } from '../../pipeline/small-crawl.ts';

const { signal } = new AbortController();
const site = 'http://a.example';
let crawl: SmallCrawl;
let changes: Outgoing[];
let directory: string;

beforeAll(async () => {
  const web = {
    [`${site}/`]: page('home', `${site}/wren`, `${site}/crane`),
    [`${site}/wren`]: page('wren'),
    [`${site}/crane`]: page('crane'),
  };
  crawl = await smallCrawl(web, { seeds: [`${site}/`] });
  await crawl.run();
  changes = [];
  for await (const found of readFeed(crawl.ports, 'birds', { since: 0 }))
    changes.push(...(await presentIn(crawl.ports, 'birds', found)));
});
afterAll(() => crawl.close());
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'winnow-files-'));
  return () => rmSync(directory, { recursive: true });
});

interface Asked {
  readonly format?: ExportName;
  readonly maxBytes?: number;
  readonly maxAgeMs?: number;
  readonly directory?: string;
}

function open(settings: Asked = {}, { name = 'out', generation = 1 } = {}) {
  return filesSink.open({
    ...{ job: 'birds', name, generation, directory, secret: async () => '' },
    web: { ask: () => Promise.reject(new Error('no web')), close: async () => undefined },
    ...{ now: () => 0, replaced: async () => undefined },
    settings: { format: 'jsonl', maxBytes: 100_000_000, maxAgeMs: 3_600_000, ...settings },
  });
}

const whole = (): readonly string[] =>
  readdirSync(join(directory, 'sinks', 'out', 'current'))
    .filter((name) => !name.startsWith('.'))
    .sort();
const read = (name: string): string => readFileSync(join(directory, 'sinks', 'out', 'current', name), 'utf8');

describe('files of a sink', () => {
  it.each(exportNames)('are there when they are whole, as %s', async (format) => {
    const sink = await open({ format });
    await sink.push(changes, signal);
    expect(whole()).toEqual([]);
    await sink.close();
    const [name = ''] = whole();
    expect(whole()).toEqual([name]);
    expect(name).toMatch(/^000000001-\d{8}T\d{6}Z/);
    expect(statSync(join(directory, 'sinks', 'out', 'current', name)).size).toBeGreaterThan(0);
  });

  it('do not take the place of those of another sink that was built anew', async () => {
    const shared = { directory: join('sinks', 'out') };
    const first = await open(shared, { generation: 2 });
    await first.push(changes, signal);
    await first.publish?.(signal);
    const before = whole();
    for (const generation of [1, 3])
      await expect(open(shared, { name: 'other', generation })).rejects.toThrow('name another directory');
    expect(whole()).toEqual(before);
    await first.close();
  });

  it('are closed by size, and their names are in order', async () => {
    const sink = await open({ maxBytes: 100 });
    for (const change of changes) await sink.push([change], signal);
    expect(whole().length).toBe(changes.length);
    await sink.close();
    const md5s = whole().map((name) => JSON.parse(read(name)).md5);
    expect(md5s).toEqual(changes.map(({ line }) => line.md5));
  });

  it('have what was taken before a process was killed, once it is begun again', async () => {
    const killed = await open();
    await killed.push(changes.slice(0, 2), signal);
    // Nobody closes it.
    const next = await open();
    await next.push(changes.slice(2), signal);
    await next.close();
    const [name = ''] = whole();
    expect(
      read(name)
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).md5),
    ).toEqual(changes.map(({ line }) => line.md5));
  });

  it('are closed when they are old, though nobody pushes', async () => {
    const sink = await open({ maxAgeMs: 1 });
    await sink.push(changes.slice(0, 1), signal);
    await expect.poll(() => whole().length).toBe(1);
    await sink.close();
    expect(whole().length).toBe(1);
  });
});
