import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReplayReport } from '../../../lib/capabilities/replay/replay-report.ts';
import { winnow } from '../../bin/test-io.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { startWeb, type TestWeb } from '../../support/web/web-server.ts';
import { until, withClockwork } from '../support/clockwork.ts';
import { type Collection, comparable, readCollection } from '../support/collection.ts';
import { openData } from '../support/data-directory.ts';
import { jobDirectory } from '../support/job-directory.ts';
import type { DeployedStack } from '../support/stack/deployed-stack.ts';
import { openOnStack } from '../support/stack/job-on-stack.ts';

const job = 'focused';
const [size, limit, maxPages] = [300, 40, 5];
const filler = 'amber birch cedar delta ember fjord grove heath islet jetty knoll ledge marsh north'.split(
  ' ',
);

const isOwl = (number: number): boolean => number === 0 || seededRandom(number, 1)() < 0.25;

/** Of one page in four owls are the topic; what its anchors say of their targets is mostly so. */
function pageAt(number: number): string {
  const random = seededRandom(number, 2);
  const any = (below: number): number => Math.floor(random() * below);
  const text = Array.from({ length: 40 }, () => filler[any(filler.length)]).join(' ');
  const links = Array.from({ length: 8 }, () => {
    const target = any(size);
    const anchor = isOwl(target) === random() < 0.8 ? 'owls' : 'trains';
    return `<li><a href="/${target}">${isOwl(number) ? anchor : 'more'} ${target}</a></li>`;
  });
  return `<title>${number}</title><p>${isOwl(number) ? 'owl owl owl' : 'train'} ${text}</p><ul>${links.join('')}</ul>`;
}

/** A soft crawl that is stopped half-way, and what is asked of it afterwards: the same on a stack as on one machine. */
export function focused(stack: () => DeployedStack): void {
  describe('a soft focused crawl that a rule stops', () => {
    let web: TestWeb;
    let directory: string;
    /** Pages in the order in which each asked for them. */
    let [here, there]: (readonly string[])[] = [];
    let [local, remote]: Collection[] = [];
    const onStack = (): readonly string[] => ['--stack', stack().name, '--job-name', job];
    const both = async (...verb: readonly string[]): Promise<readonly [unknown, unknown]> => {
      const answers: unknown[] = [];
      for (const target of [['--job', directory], onStack()]) {
        const { exit, out, err } = await winnow([...verb, ...target, '--json']);
        expect({ verb, exit, err }).toEqual({ verb, exit: 0, err: '' });
        answers.push(JSON.parse(out));
      }
      return [answers[0], answers[1]];
    };

    beforeAll(async () => {
      web = await startWeb({
        delayMs: 2,
        pages: ({ path }) =>
          path === '/robots.txt'
            ? undefined
            : path.startsWith('/find')
              ? { body: JSON.stringify({ hits: [{ url: web.url('owls.localhost', '/299') }] }) }
              : { headers: { 'content-type': 'text/html' }, body: pageAt(Number(path.slice(1))) },
      });
      const file = join(mkdtempSync(join(tmpdir(), 'winnow-focused-')), 'topic.txt');
      writeFileSync(file, '50: owls?=B.O\n');
      const tree = {
        seeds: [web.url('owls.localhost', '/0')],
        topic: { file },
        focus: { mode: 'soft' },
        stop: { pages: limit },
        yield: { hold: false },
        politeness: { waitIntervalHost: 0, responseFactor: 0 },
        turn: { maxPages, maxSeconds: 2 },
      };
      const pagesFrom = (start: number): readonly string[] =>
        web.log
          .slice(start)
          .map(({ path }) => path)
          .filter((path) => path !== '/robots.txt');
      directory = jobDirectory(job, tree);
      expect(await winnow(['crawl', '--job', directory])).toMatchObject({ exit: 0 });
      const data = openData(join(directory, 'data'));
      local = await data.collection(job);
      data.close();
      here = pagesFrom(0);
      const before = web.log.length;
      await openOnStack(stack(), job, tree);
      const { hosts, jobs } = stack().runtime.stores;
      await withClockwork(stack(), () =>
        until('the rule has stopped it, and no turn is under way', async () => {
          const { state } = (await jobs.job(job)) ?? {};
          const { hosts: all } = await hosts.hosts(job, 10);
          return state === 'paused' && all.every(({ control }) => control.state !== 'ticketed');
        }),
      );
      there = pagesFrom(before);
      remote = await readCollection(stack().runtime.stores, job);
    }, 120_000);

    afterAll(() => web.close());

    it('asks for the same pages in the same order, but for the last turn', () => {
      const shared = Math.min(here?.length ?? 0, there?.length ?? 0);
      expect(shared).toBeGreaterThanOrEqual(limit);
      expect(there?.slice(0, shared)).toEqual(here?.slice(0, shared));
      expect(Math.abs((here?.length ?? 0) - (there?.length ?? 0))).toBeLessThanOrEqual(maxPages);
    });

    it('has the same records, but for those of the last turn', () => {
      const records = (collection: Collection = new Map()) =>
        Object.entries(comparable(collection)).filter(([, outcome]) => outcome.startsWith('content'));
      const [few = [], many = []] = [records(local), records(remote)].sort((a, b) => a.length - b.length);
      expect(few.length).toBeGreaterThan(limit / 2);
      expect(many).toEqual(expect.arrayContaining(few));
      expect(many.length - few.length).toBeLessThanOrEqual(maxPages);
    });

    it('is replayed there as here: other policies over its first pages', async () => {
      const first = ['--first', String(limit)];
      const [replayed, alike] = (await both('replay', '--mode', 'hard', '--explore', '0.1', ...first)) as [
        ReplayReport,
        ReplayReport,
      ];
      // One of them may have had another turn, whose pages are told of.
      expect(alike).toEqual({ ...replayed, further: alike.further, notes: alike.notes });
      expect(alike.curves).toHaveLength(4);
    });

    it('gives the same queries for seeds, and proposes the same ones', async () => {
      const [queries, same] = await both('topic', 'queries');
      expect(same).toEqual(queries);
      const [advice, alike] = await both('seed', '--suggest', '--first', String(limit));
      expect(alike).toEqual({ ...(advice as object), further: expect.any(Number) });
    });

    it('is reported on: the page lies in the bucket, and can be had as a file', async () => {
      const page = `s3://${stack().outputs.BucketName}/reports/${job}/report.html\n`;
      const file = join(directory, 'report.html');
      const { exit, out, err } = await winnow(['report', '--out', file, ...onStack()]);
      expect({ exit, out, err }).toEqual({ exit: 0, out: `${file}\n${page}`, err: '' });
      expect(readFileSync(file, 'utf8')).toMatch(/^<!doctype html>/i);
    });

    it('takes in what a search service finds by its topic, under the gates of the stack', async () => {
      const file = join(directory, 'search.yaml');
      const url = web.url('search.localhost', '/find?q={query}');
      writeFileSync(file, JSON.stringify({ url, results: 'hits[].url' }));
      const { exit, out, err } = await winnow([
        ...['topic', 'queries', '--search', file, '--queries', '1', '--json'],
        ...onStack(),
      ]);
      expect({ exit, err }).toEqual({ exit: 0, err: '' });
      expect(JSON.parse(out)).toMatchObject({
        seeds: { accepted: [{ url: expect.stringMatching(/299$/) }] },
      });
    });
  });
}
