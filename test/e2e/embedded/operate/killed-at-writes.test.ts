import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nodeFiles } from '../../../../lib/adapters/embedded/files/files.ts';
import { loadJob } from '../../../../lib/config/job/load-job.ts';
import { order } from '../../../../lib/operations/order.ts';
import type { EmbeddedOptions } from '../../../../lib/runtime/embedded/embedded.ts';
import type { SpawnWorker } from '../../../../lib/runtime/workers/worker-thread.ts';
import { pdfOf } from '../../../support/documents/samples.ts';
import { keepingMoments } from '../../../support/killed/killed-at-writes.ts';
import { startWeb, type TestWeb } from '../../../support/web/web-server.ts';
import { openData } from '../../support/data-directory.ts';
import { type JobTree, jobDirectory } from '../../support/job-directory.ts';
import { withInstallation } from '../../support/process/in-process.ts';

/** Crawls side by side: each waits for most of its time. */
const atOnce = 6;
/** In the short form of the suite what one moment in so many leaves is finished: neighbours differ by one write. */
const everyMoment = process.env.WINNOW_TEST_FULL ? 1 : 6;
/** Also in the short form of the suite. */
const always: readonly (readonly [string, JobTree])[] = [['not-kept', { documents: { keep: false } }]];
const cases = process.env.WINNOW_TEST_FULL
  ? [...always, ['kept', { documents: { keep: true } }] as const]
  : always;
const model = { digest: 'f'.repeat(64), file: 'owls.model', read: () => Buffer.from('a model') };
const owls = 'The tawny owl hunts at night. Owls of the forest: the tawny owl and the barn owl.';
const html = (title: string, text: string, ...links: readonly string[]) => ({
  headers: { 'content-type': 'text/html' },
  body: `<title>${title}</title><p>${text} ${links.map((link) => `<a href="${link}">on</a>`).join(' ')}`,
});

let web: TestWeb;
beforeAll(async () => {
  web = await startWeb({
    pages: ({ name, path }) => {
      const text = `${name} says at ${path}: ${owls}`;
      switch (path) {
        case '/':
          return html('home', text, '/cars', '/owl.pdf');
        case '/cars':
          return html('cars', `${name} has a car with an engine.`);
        case '/owl.pdf':
          return {
            headers: { 'content-type': 'application/pdf' },
            body: pdfOf('owl', [`${name}: ${owls}`], 'http://c.example/'),
          };
        default:
          return undefined;
      }
    },
  });
});
afterAll(() => web.close());

const asker = { by: 'a test', reason: '' };

/** Crawls a job directory to its end, and says what came of it. */
async function crawled(directory: string, options: EmbeddedOptions) {
  const { settings } = loadJob(directory);
  const left = await withInstallation(
    directory,
    async (installation, job) => {
      await installation.keepModel(model);
      await installation.seed(job, settings.seeds);
      const { end } = await installation.crawl(job, {});
      const flaws: string[] = [];
      const asked = { job, documents: true };
      for (const { code, subject, detail } of await order('sanity', installation.place, asked, asker)) {
        // A turn that died before its commit leaves what it had put for the converters.
        if (code !== 'conversion-stray') flaws.push(`${code}: ${subject}: ${detail}`);
      }
      return { end, flaws };
    },
    options,
  );
  const data = openData(join(directory, 'data'));
  const { records, faults } = await data.published(settings.name);
  const collection = [...(await data.collection(settings.name))];
  const result = {
    ...left,
    faults: [...faults, ...data.faults()],
    outcomes: collection.map(([url, { outcome, md5 }]) => `${url} ${outcome} ${md5}`).sort(),
    told: [...records.keys()].sort(),
    models: readdirSync(join(directory, 'data', 'models')).filter((name) => !name.endsWith('.part')),
  };
  data.close();
  return result;
}

/** A crawl with all that writes to files, each page in a turn of its own. */
function jobOf(name: string, tree: JobTree): string {
  const directory = jobDirectory(name, {
    seeds: [web.url('a.localhost'), web.url('b.localhost')],
    topic: { file: 'topic.txt' },
    offTopic: { keep: 'text' },
    turn: { maxPages: 1 },
    ...tree,
  });
  writeFileSync(join(directory, 'topic.txt'), '40: tawny owl=OWL\n20: owls?=OWL\n-100: engine=OWL\n');
  return directory;
}

describe.each(cases)(
  'a process that is killed before or after any change of a file (documents %s)',
  (name, tree) => {
    it.each(['main', 'worker'])(
      'leaves what the next one finishes, on the %s thread',
      async (thread) => {
        const job = `${thread}-${name}`;
        const directory = jobOf(job, { ...tree, crawl: { workers: thread === 'main' ? 0 : 1, patience: 1 } });
        const into = mkdtempSync(join(tmpdir(), 'winnow-moments-'));
        const data = join(directory, 'data');
        const spawn: SpawnWorker = (_file, options) =>
          new Worker(new URL('../../../support/killed/watched-worker.ts', import.meta.url), {
            ...options,
            workerData: { ...options?.workerData, into },
          });
        const whole = await crawled(
          directory,
          thread === 'main'
            ? { workers: false, files: keepingMoments(nodeFiles, { data, into, thread }) }
            : { workers: { spawn } },
        );
        expect(whole).toMatchObject({ end: 'done', flaws: [], faults: [] });
        expect(whole.told).toHaveLength(4);
        const moments = readdirSync(into);
        expect(moments.length).toBeGreaterThan(20);
        const finish = async (moment: string): Promise<void> => {
          const left = join(into, moment);
          for (const file of ['job.yaml', 'topic.txt']) cpSync(join(directory, file), join(left, file));
          expect(await crawled(left, { workers: false }), moment).toEqual(whole);
          rmSync(left, { recursive: true });
        };
        const tried = moments.filter((_, at) => at % everyMoment === 0);
        for (let at = 0; at < tried.length; at += atOnce)
          await Promise.all(tried.slice(at, at + atOnce).map(finish));
        rmSync(into, { recursive: true });
      },
      240_000,
    );
  },
);
