import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SpawnWorker } from '../../../../lib/runtime/workers/worker-thread.ts';
import { seededRandom } from '../../../support/seeded-random.ts';
import { generatedSite } from '../../../support/web/generated-site.ts';
import { overlaps, startWeb, type TestWeb } from '../../../support/web/web-server.ts';
import { contentsOf, differences } from '../../support/crawl-site.ts';
import { openData } from '../../support/data-directory.ts';
import { jobDirectory } from '../../support/job-directory.ts';
import { crawlHere } from '../../support/process/in-process.ts';

/** `WINNOW_KILL_SEED` runs a failed sequence again. */
const seed = Number(process.env.WINNOW_KILL_SEED ?? Date.now() % 1_000_000);
const ends = process.env.WINNOW_TEST_FULL ? 20 : 5;
const site = generatedSite({ hosts: 8, pages: 600, seed: 9, linksPerPage: 10 });
let web: TestWeb;

beforeAll(async () => {
  web = await startWeb({ pages: site.page, delayMs: 10 });
});

afterAll(() => web.close());

/** Workers that can be ended: those that have started. Ending one that starts can crash the process. */
function endableWorkers() {
  const alive = new Set<Worker>();
  const spawn: SpawnWorker = (file, options) => {
    const worker = new Worker(file, options);
    worker.once('message', () => alive.add(worker));
    worker.once('exit', () => alive.delete(worker));
    return worker;
  };
  return { alive, spawn };
}

describe(`a crawl whose workers are ended at random moments (${ends} times, seed ${seed})`, {
  timeout: 600_000,
}, () => {
  it('loses nothing, stores nothing twice, suspects nobody for good, and stays polite', async () => {
    const random = seededRandom(seed);
    const directory = jobDirectory('ended', {
      seeds: site.seeds(web.port),
      politeness: { waitIntervalHost: 0.02 },
      crawl: { workers: 2, patience: 1 },
      turn: { maxPages: 5 },
    });
    const { alive, spawn } = endableWorkers();
    let ended = 0;
    let next = 20;
    const timer = setInterval(() => {
      const [worker] = alive;
      if (worker === undefined || ended >= ends || web.log.length < next) return;
      ended += 1;
      next = web.log.length + Math.ceil(random() * (900 / ends));
      void worker.terminate();
    }, 1);
    const report = await crawlHere(directory, { workers: { spawn } });
    clearInterval(timer);
    expect(report.end).toBe('done');
    expect(ended).toBeGreaterThanOrEqual(Math.ceil(ends / 2));
    expect(overlaps(web.log)).toEqual([]);
    const data = openData(join(directory, 'data'));
    expect(data.faults()).toEqual([]);
    expect(differences(await data.collection('ended'), site, web.port)).toEqual([]);
    const { records, faults } = await data.published('ended');
    expect(faults).toEqual([]);
    expect(records.size).toBe(contentsOf(site.expected(web.port)));
    data.close();
  });
});
