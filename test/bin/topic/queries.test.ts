import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startWeb, type TestWeb } from '../../support/web/web-server.ts';
import { winnow } from '../test-io.ts';

const key = 'very/secret&key';

let web: TestWeb;
let job: string;

function write(name: string, lines: readonly string[]): string {
  const file = join(job, name);
  writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
}

function writeJob(...more: readonly string[]): void {
  write('job.yaml', [
    'name: owls',
    'scope: { hosts: [owls.localhost] }',
    'topic: { file: topic.txt }',
    ...more,
  ]);
}

beforeAll(async () => {
  web = await startWeb({
    pages: ({ name, path, headers }) => {
      if (name !== 'search.localhost') return undefined;
      const query = new URL(path, 'http://x').searchParams.get('q');
      if (headers['x-token'] !== `Bearer ${key}`) return { status: 401, body: `bad token ${key}` };
      if (query === 'nest night') return { status: 302, headers: { location: '/elsewhere' } };
      const found = {
        'owl nest': ['http://owls.localhost/1', 'http://owls.localhost/2'],
        '"barn owl"': ['http://owls.localhost/2', 'http://trains.localhost/', 'no URL'],
      }[query ?? ''];
      return {
        body: found === undefined ? 'nothing' : JSON.stringify({ hits: found.map((url) => ({ url })) }),
      };
    },
  });
  job = mkdtempSync(join(tmpdir(), 'winnow-from-topic-'));
  write('topic.txt', ['90: owl=B.O', '80: barn owl=B.O', '70: nest=B.O', '60: night=B.O', '50: bird.*=B.O']);
  write('search.yaml', [
    `url: "${web.url('search.localhost', '/find?q={query}')}"`,
    'results: hits[].url',
    'headers: { X-Token: "Bearer {key}" }',
    'key: test-search',
  ]);
  writeJob('network: { allow: [localhost] }', 'politeness: { waitIntervalHost: 0.2, responseFactor: 0 }');
});

afterEach(() => {
  delete process.env.WINNOW_SECRET_TEST_SEARCH;
});

afterAll(() => web.close());

const search = (...options: readonly string[]) =>
  winnow(['topic', 'queries', '--job', job, '--search', join(job, 'search.yaml'), ...options]);

describe('winnow topic queries', () => {
  test('prints the queries, the best first, and asks nobody', async () => {
    const { exit, out } = await winnow(['topic', 'queries', '--job', job, '--queries', '3']);
    expect({ exit, out }).toEqual({ exit: 0, out: '"barn owl"\nowl nest\nowl night\n' });
    const named = write('other.txt', ['90: eagle=B.E', '80: beak=B.E']);
    const other = await winnow(['topic', 'queries', '--job', job, '--topic', named, '--json']);
    expect(JSON.parse(other.out)).toEqual({ queries: ['eagle beak'] });
    expect(web.log).toHaveLength(0);
  });

  test('takes in what a search service finds, as a seed file with a report of each line', async () => {
    process.env.WINNOW_SECRET_TEST_SEARCH = key;
    const { exit, out, err } = await search();
    expect({ exit, err }).toEqual({ exit: 0, err: '' });
    expect(out).toContain('"barn owl": 3 results\nowl nest: 2 results\nowl night: its answer is no JSON\n');
    expect(out).toContain('nest night: status 302\n');
    expect(out).toContain('2: accepted http://owls.localhost/2\n6: accepted http://owls.localhost/1\n');
    expect(out).toMatch(/3: refused http:\/\/trains\.localhost\/: scope\.hosts/);
    expect(out).toMatch(/4: refused no URL: /);
    expect(out).toContain('2 accepted, 2 refused\n');
    expect(out).not.toContain(key);
    const status = await winnow(['hosts', '--job', job, '--json']);
    expect(status.out).toContain('owls.localhost');
  });

  test('asks with the gap of the host, one query at a time', () => {
    const asked = web.log.filter(({ path }) => path.startsWith('/find'));
    expect(asked).toHaveLength(4);
    for (const [place, { start }] of asked.entries()) {
      const before = asked[place - 1];
      if (before !== undefined) expect(start - before.end).toBeGreaterThanOrEqual(199);
    }
  });

  test('says which query found nothing, and ends with 1 when nothing was taken in', async () => {
    process.env.WINNOW_SECRET_TEST_SEARCH = 'another';
    const { exit, out } = await search('--queries', '1', '--json');
    expect(exit).toBe(1);
    expect(JSON.parse(out)).toEqual({
      queries: [{ query: '"barn owl"', problem: 'status 401' }],
      seeds: { accepted: [], refused: [] },
    });
  });

  test('goes nowhere that the network rules of the job forbid', async () => {
    process.env.WINNOW_SECRET_TEST_SEARCH = key;
    writeJob('politeness: { waitIntervalHost: 0.2, responseFactor: 0 }');
    const before = web.log.length;
    const { exit, out } = await search('--queries', '1');
    expect({ exit, asked: web.log.length - before }).toEqual({ exit: 1, asked: 0 });
    expect(out).toContain('"barn owl": address-refused');
  });

  test('says what is wrong with the file of a service', async () => {
    expect(await search()).toMatchObject({
      exit: 1,
      err: expect.stringContaining('the environment variable WINNOW_SECRET_TEST_SEARCH is not set'),
    });
    const run = (lines: readonly string[]) =>
      winnow(['topic', 'queries', '--job', job, '--search', write('bad.yaml', lines)]);
    expect((await run(['url: "https://s.example/"', 'results: a'])).err).toContain('has no {query}');
    expect((await run(['url: "https://s.example/?q={query}"', 'results: "a..b"'])).err).toContain(
      'results: is no path',
    );
    expect((await run(['url: "https://s.example/?q={query}&k={key}"', 'results: a'])).err).toContain(
      'no key named',
    );
    expect((await run(['url: ['])).err).toContain('bad.yaml:');
  });

  test('takes no URLs, and needs a topic that can be searched for', async () => {
    const both = await winnow(['topic', 'queries', '--job', job, 'http://owls.localhost/']);
    expect(both).toMatchObject({ exit: 2, err: expect.stringContaining('too many arguments') });
    const odd = write('odd.txt', ['90: (a|b)x+=B.O']);
    const none = await winnow(['topic', 'queries', '--job', job, '--topic', odd]);
    expect(none).toMatchObject({
      exit: 2,
      err: expect.stringContaining('this topic has no term to search for'),
    });
  });
});
