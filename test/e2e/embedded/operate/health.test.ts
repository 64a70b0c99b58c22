import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Status } from '../../../../lib/runtime/shared/installation.ts';
import { winnow } from '../../../bin/test-io.ts';
import { seededRandom } from '../../../support/seeded-random.ts';
import { jobDirectory as directory, type JobTree } from '../../support/job-directory.ts';

/** The server is ours: it need not be spared. */
const jobDirectory = (name: string, tree: JobTree): string =>
  directory(name, { politeness: { waitIntervalHost: 0, responseFactor: 0 }, ...tree });

const words: Record<string, string> = {
  funds: 'mutual fund prospectus expense ratio manager index units redemption load assets',
  investing: 'investing stocks bonds broker portfolio dividend yield shares exchange margin',
  cycling: 'bicycle saddle pedal wheel tyre gears chain ride trail helmet',
  gardening: 'garden soil seed compost rose lawn pruning bulb hedge shrub',
};

function text(topic: string, random: () => number): string {
  const own = words[topic]?.split(' ') ?? [];
  return Array.from({ length: 60 }, () => own[Math.floor(random() * own.length)]).join(' ');
}

const communities = 12;
const size = 5;

/**
 * The paper's web of mutual funds (Chakrabarti, van den Berg and Dom 1999, §5.1): pages about funds link to each other in
 * small communities, and from one community to the next the way leads through pages about investing in general.
 */
function pageAt(path: string, random: () => number): string | undefined {
  const [, topic = '', number = ''] = /^\/(funds|investing|gardening)-(\d+)$/.exec(path) ?? [];
  if (topic === '') return undefined;
  const at = Number(number);
  const community = Math.floor(at / size);
  const siblings = Array.from({ length: size }, (_, place) => `/funds-${community * size + place}`);
  const links =
    topic === 'funds'
      ? [...siblings, `/investing-${at}`, `/gardening-${at}`]
      : topic === 'investing'
        ? [
            `/funds-${((community + 1) % communities) * size + (at % size)}`,
            `/investing-${(at + 1) % (communities * size)}`,
          ]
        : [`/gardening-${at + 1}`];
  const anchors = links.map((link) => `<li><a href="${link}">read on</a></li>`).join('');
  return `<title>${topic}</title><p>${text(topic, random)}</p><ul>${anchors}</ul>`;
}

let server: Server;
let seed: string;
const model = join(mkdtempSync(join(tmpdir(), 'winnow-health-')), 'money.model');

async function run(...line: readonly string[]): Promise<string> {
  const { exit, out, err } = await winnow(line);
  expect({ exit, err: exit === 0 ? '' : err }).toEqual({ exit: 0, err: '' });
  return out;
}

async function statusOf(job: string): Promise<Status> {
  return JSON.parse(await run('status', '--job', job, '--json')) as Status;
}

beforeAll(async () => {
  const random = seededRandom(4);
  const examples = mkdtempSync(join(tmpdir(), 'winnow-classes-'));
  const classes = {
    funds: 'money/funds',
    investing: 'money/investing',
    cycling: 'sports/cycling',
    gardening: 'home/gardening',
  };
  for (const [topic, path] of Object.entries(classes)) {
    mkdirSync(join(examples, path), { recursive: true });
    for (let at = 0; at < 8; at += 1) writeFileSync(join(examples, path, `${at}.txt`), text(topic, random));
  }
  await run('taxonomy', 'build', '--dir', examples, '--folds', '0', '--model', model);
  server = createServer((request, response) => {
    const body = pageAt(request.url ?? '', random);
    response
      .writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html' })
      .end(body ?? 'not here');
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  seed = `http://localhost:${(server.address() as AddressInfo).port}/funds-0`;
});

afterAll(async () => {
  await new Promise((resolve) => void server.close(resolve));
});

describe('a crawl for mutual funds', () => {
  it('stagnates, says which class to add, and harvests again with it', async () => {
    const narrow = jobDirectory('narrow', {
      seeds: [seed],
      topic: { model, good: ['/money/funds'] },
      focus: { mode: 'hard' },
    });
    const end = await run('crawl', '--job', narrow);
    expect(end).toContain('The crawl shows stagnation (topic-too-narrow)');
    expect(end).toContain('refused pages belong to /money/investing: add it to topic.good');
    expect(await run('status', '--job', narrow)).toMatch(
      /harvest +33\.3 %: 5 of 15 pages judged were kept; /,
    );
    const { health: before } = await statusOf(narrow);
    expect(before).toMatchObject({ state: 'stagnation', cause: 'topic-too-narrow', kept: 5, judged: 15 });

    // What it says is what is done.
    const [, added = ''] = /refused pages belong to (\S+): add it to topic\.good/.exec(end) ?? [];
    const good = ['/money/funds', added];
    const wide = jobDirectory('wide', { seeds: [seed], topic: { model, good }, turn: { maxPages: 5 } });
    const more = await run('crawl', '--job', wide, '--max-pages', '90');
    expect(more).not.toContain('The crawl shows');
    const { health: after } = await statusOf(wide);
    expect(after).toMatchObject({ state: 'healthy' });
    expect(after?.kept).toBeGreaterThan(45);
    expect(after?.recent).toBeGreaterThan(0.5);
    expect(after?.recent).toBeGreaterThan((before?.kept ?? 0) / (before?.judged ?? 1));
  });

  it('diffuses when it is soft and what is about funds is behind it, is told so within 50 pages, and stops', async () => {
    const soft = jobDirectory('soft', {
      seeds: [seed],
      topic: { model, good: ['/money/funds', '/money/investing'] },
      focus: { mode: 'soft' },
      yield: { hold: false },
      turn: { maxPages: 5 },
      stop: { harvestRate: 0.02, harvestOver: 60 },
    });
    const end = await run('crawl', '--job', soft);
    expect(end).toMatch(/^Stopped, by stop\.harvest: of the last 60 pages [\d.]+ % were kept, less than 2 %/);
    expect(end).toContain('The crawl shows diffusion (relevance-falling');
    const { health, stop } = await statusOf(soft);
    expect(health).toMatchObject({
      state: 'diffusion',
      cause: 'relevance-falling',
      kept: 2 * communities * size,
    });
    // All that is on topic comes first, but for what gardens the way leads past.
    expect(health?.since).toBeLessThanOrEqual(2 * communities * size + communities * size + 50);
    expect(stop).toMatchObject([{ rule: 'harvest', reached: true }]);
  });
});

describe('a crawl with a limit of pages', () => {
  it('stops by itself, says so, and goes on with a new count when it is told to', async () => {
    const topic = { model, good: ['/money/funds', '/money/investing'] };
    const job = jobDirectory('limited', {
      seeds: [seed],
      topic,
      turn: { maxPages: 5 },
      stop: { pages: 20, dollars: 5 },
    });
    expect(await run('crawl', '--job', job)).toMatch(
      /^Stopped, by stop\.pages: 2\d pages are fetched, of 20\./,
    );
    const shown = await run('status', '--job', job);
    expect(shown).toContain('at $5 (nothing is billed on one machine: not applicable)');
    expect(shown).toMatch(/stops +after 20 pages \(2\d\)/);
    await run('continue', '--job', job);
    expect(await run('status', '--job', job)).toMatch(/stops +after 20 pages \(0\)/);
    await run('crawl', '--job', job);
    const { fetched } = await statusOf(job);
    expect(fetched).toBeGreaterThanOrEqual(40);
    expect(fetched).toBeLessThan(50);
  });
});
