import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ExampleWeb, serveExample } from '../../../../examples/serve.ts';
import type { JudgedNow } from '../../../../lib/pipeline/operation/place.ts';
import type { Difference } from '../../../../lib/topic/judge.ts';
import { winnow } from '../../../bin/test-io.ts';
import { comparable } from '../../support/collection.ts';
import { openData } from '../../support/data-directory.ts';
import { jobDirectory } from '../../support/job-directory.ts';
import { startWinnow } from '../../support/process/winnow-process.ts';

const plants = '30: carnivorous plants?=PLANTS\n20: sundews?=PLANTS\n20: flytraps?=PLANTS\n';
const railways = '30: carnivorous plants?=PLANTS\n30: model railways?=TRAINS\n30: track=TRAINS\n';

let web: ExampleWeb;
let job: string;
/** The job as it was before it was judged again, with its new topic. */
let untouched: string;
let expected: Difference;

async function run(...line: readonly string[]): Promise<string> {
  const { exit, out, err } = await winnow(line);
  // A slow crawl says how far it is.
  expect({ exit, err: exit === 0 ? '' : err }).toEqual({ exit: 0, err: '' });
  return out;
}

const asJson = async <T>(...line: readonly string[]): Promise<T> =>
  JSON.parse(await run(...line, '--json')) as T;

async function found(directory: string) {
  const data = openData(join(directory, 'data'));
  const collection = await data.collection('judged');
  const { records } = await data.published('judged');
  const paths = Object.entries(comparable(collection)).map(([url, is]) => [
    url.replace(/^http:\/\/(\w+)\.localhost:\d+/, '$1'),
    is.slice(0, 7),
  ]);
  const verdicts = [...records.values()].map(({ md5, record }) => [md5, record?.topic?.score]).sort();
  data.close();
  return { outcomes: Object.fromEntries(paths) as Record<string, string>, verdicts };
}

beforeAll(async () => {
  web = await serveExample(0);
  job = jobDirectory('judged', {
    seeds: [`http://${web.hosts[0]}/`],
    topic: { file: 'topic.txt' },
    focus: { mode: 'hard' },
    offTopic: { keep: 'text' },
  });
  writeFileSync(join(job, 'topic.txt'), plants);
  await run('crawl', '--job', job);
  writeFileSync(join(job, 'topic.txt'), railways);
  expected = await asJson<Difference>('reclassify', '--job', job, '--dry-run');
  untouched = jobDirectory('judged-untouched');
  cpSync(job, untouched, { recursive: true });
}, 120_000);

afterAll(() => web.close());

describe('a crawl of the example web whose topic is edited', () => {
  it('shows why of a page that was refused, as it was kept', async () => {
    const { exit, out } = await winnow([
      'classify',
      `http://trains.localhost:${web.port}/`,
      '--job',
      untouched,
    ]);
    expect({ exit, out }).toEqual({
      exit: 0,
      out: expect.stringMatching(/verdict +on topic: .*best TRAINS/),
    });
  });

  it('says beforehand what the edited topic changes', async () => {
    expect(expected.counts).toMatchObject({
      dropped: expect.toSatisfy((count) => count > 5),
      restored: expect.toSatisfy((count) => count > 0),
      missing: 0,
    });
    expect(expected.examples.restored).toContainEqual({
      url: `http://trains.localhost:${web.port}/`,
      kind: 'restored',
      was: { score: 0 },
      now: { score: expect.any(Number), best: 'TRAINS' },
    });
    const text = await run('reclassify', '--job', job, '--dry-run');
    expect(text).toContain(`${expected.counts.dropped} dropped: off topic now`);
    expect(text).toMatch(/^TRAINS +\d+ +0$/m);
  });

  it('does just that, without fetching anything', async () => {
    const before = await found(job);
    expect(before.outcomes).toMatchObject({ 'trains/': 'off-top', 'bog/': 'content' });
    const { done, left } = await asJson<JudgedNow>('reclassify', '--job', job);
    expect(left).toBeUndefined();
    expect(done).toMatchObject({ pages: expected.pages, counts: expected.counts, classes: expected.classes });
    const { outcomes } = await found(job);
    expect(outcomes['trains/']).toBe('content');
    const changed = Object.keys(before.outcomes).filter((path) => before.outcomes[path] !== outcomes[path]);
    expect(changed).toHaveLength(expected.counts.dropped + expected.counts.restored);
    expect(outcomes['trains/dcc.html']).toBe('pending');
  });

  it('changes nothing when it is done twice', async () => {
    const before = await found(job);
    expect(await asJson('reclassify', '--job', job)).toMatchObject({ hosts: 0, pages: 0 });
    expect(await found(job)).toEqual(before);
    expect(await run('reclassify', '--job', job, '--dry-run')).toBe(
      '0 pages would be judged again; nothing would change\n',
    );
  });

  it('says of a page why it is what it is, when it was judged again and by which topic', async () => {
    const report = await run('why', '--job', job, `http://trains.localhost:${web.port}/`);
    expect(report).toMatch(
      /stored \(status 200\): score .*best TRAINS.*; judged again .* by topic [\da-f]{8}/,
    );
  });

  it('crawls the links of pages that are on topic now', async () => {
    await run('crawl', '--job', job);
    expect((await found(job)).outcomes).toMatchObject({
      'trains/dcc.html': 'content',
      'trains/ballast.html': 'content',
    });
  });

  it('comes to the same when it is killed on the way', { timeout: 120_000 }, async () => {
    const argv = (directory: string) => ['reclassify', '--job', directory];
    const whole = jobDirectory('judged-whole');
    cpSync(untouched, whole, { recursive: true });
    const began = performance.now();
    expect(await startWinnow(argv(whole)).ended).toMatchObject({ exit: 0 });
    const took = performance.now() - began;
    const killed = jobDirectory('judged-killed');
    cpSync(untouched, killed, { recursive: true });
    for (const share of [0.65, 0.85]) {
      const process = startWinnow(argv(killed));
      await setTimeout(took * share);
      process.kill('SIGKILL');
      await process.ended;
    }
    const { exit, out } = await startWinnow(argv(killed)).ended;
    expect({ exit, out }).toEqual({ exit: 0, out: expect.not.stringContaining('left') });
    expect(await found(killed)).toEqual(await found(whole));
    expect((await asJson<Difference>('reclassify', '--job', killed, '--dry-run')).pages).toBe(0);
  });
});
