import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { CallDeadline } from '../../../lib/adapters/aws/clients/sdk-client.ts';
import { Meter } from '../../../lib/adapters/aws/metering/meter.ts';
import { type CrawlExamples, crawlExamples } from '../../../lib/api/crawl-examples.ts';
import { settingsInForce } from '../../../lib/capabilities/in-force.ts';
import { askToReclassify } from '../../../lib/capabilities/reclassify/ask-to-reclassify.ts';
import { tellToJudge } from '../../../lib/capabilities/reclassify/reclassify.ts';
import { type LoadedJob, loadJob } from '../../../lib/config/job/load-job.ts';
import type { JobSettings } from '../../../lib/domain/settings/settings.ts';
import { order } from '../../../lib/operations/order.ts';
import { ensureJob } from '../../../lib/pipeline/job/open-job.ts';
import type { Workplace } from '../../../lib/pipeline/operation/place.ts';
import { summarise } from '../../../lib/pipeline/report/summary.ts';
import { seed } from '../../../lib/pipeline/seeds/seed.ts';
import type { Job } from '../../../lib/ports/jobs.ts';
import { awsStores } from '../../../lib/runtime/aws/aws-ports.ts';
import { awsSecrets } from '../../../lib/runtime/aws/aws-secrets.ts';
import { openPlace } from '../../../lib/runtime/shared/open-place.ts';
import { openWeb } from '../../../lib/runtime/shared/open-web.ts';
import { readClusterModel } from '../../../lib/topic/clusters/cluster-model-file.ts';
import { type Collection, readCollection } from '../../e2e/support/collection.ts';
import { openData } from '../../e2e/support/data-directory.ts';
import { jobDirectory, writeJob } from '../../e2e/support/job-directory.ts';
import { withInstallation } from '../../e2e/support/process/in-process.ts';
import { HeldClock } from '../../support/clock.ts';
import { clientsOf, localCloud } from '../../support/cloud/local-cloud.ts';
import { meteredCrawl } from '../../support/cloud/metered-crawl.ts';
import { startWeb } from '../../support/web/web-server.ts';
import { textAbout } from '../../topic/clusters/examples.ts';

const cloud = await localCloud();
const name = 'liked';

/** Where a job by example runs: what people do there, and what came of it. */
interface Place {
  readonly said: CrawlExamples;
  seed(urls: readonly string[]): Promise<unknown>;
  crawl(): Promise<unknown>;
  /** Gives the job other settings, by which its pages are judged again. */
  change(job: LoadedJob): Promise<unknown>;
  collection(): Promise<Collection>;
}

const asker = { by: 'a test', reason: '' };
const examplesAt = (place: Workplace): CrawlExamples =>
  crawlExamples((asked, input, more) => order(asked, place, { job: name, ...input }, { ...asker, ...more }));

/** What a crawl says of each page: outcome, content, and the verdict in words, without the time and the topic's digest, which has the day. */
function verdicts(collection: Collection): Readonly<Record<string, readonly unknown[]>> {
  const lines = [...collection].map(
    ([url, { outcome, md5, detail }]) =>
      [url, [outcome, md5, detail?.replace(/judged again .*/, 'judged again')]] as const,
  );
  return Object.fromEntries(lines.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

describe.skipIf(cloud === undefined)('a job by example', async () => {
  if (cloud === undefined) return;
  const web = await startWeb({
    pages: ({ path }) => {
      const [, subject, number] = /^\/(owls|trains)\/(\d+)$/.exec(path) ?? [];
      if (subject === undefined) return undefined;
      const text = textAbout(subject as 'owls' | 'trains', Number(number));
      return { headers: { 'content-type': 'text/html' }, body: `<title>${path}</title><p>${text}</p>` };
    },
  });
  afterAll(() => web.close());
  const pages = (subject: 'owls' | 'trains', from: number, to: number): readonly string[] =>
    Array.from({ length: to - from }, (_, at) => web.url('likes.localhost', `/${subject}/${from + at}`));
  const first = [...pages('owls', 0, 8), ...pages('trains', 0, 8)];
  const later = [...pages('owls', 8, 13), ...pages('trains', 8, 13)];
  const tree = { seeds: first, offTopic: { keep: 'text' } };

  /** Examples, an answer, a round, pages that are judged by what it learnt; then the other clusters of that as the job's own topic. */
  async function session(learner: string, directory: string, place: Place) {
    const { said: desk } = place;
    const added = await desk.add('in', pages('owls', 0, 4));
    await desk.reject(pages('trains', 0, 3));
    const { round, taken, problem } = await desk.round({ learner });
    await place.seed(later);
    await place.crawl();
    const learnt = verdicts(await place.collection());
    const { likely, rounds } = await desk.lists(20);
    const { examples, answers } = await desk.list();
    const lists = {
      likely: likely.map(({ url, relevance }) => [url, relevance]),
      rounds: rounds.map(({ number, learner: by, accuracy }) => ({ number, by, accuracy })),
    };
    const { begunAt: _, topic: __, learntMs: ___, ...begun } = round;
    const said = {
      added,
      begun,
      taken,
      problem,
      examples: examples.map(({ url, side }) => [url, side]),
      answers,
    };
    if (learner !== 'clusters') return { ...said, learnt, lists, own: verdicts(new Map()) };
    const model = await desk.model();
    const { clusters } = readClusterModel(model, 'test');
    const others = clusters.filter(({ isRelevant, documents }) => !isRelevant && documents > 0);
    writeFileSync(join(directory, 'birds.clusters'), model);
    const topic = { clusters: 'birds.clusters', good: others.map(({ id }) => id) };
    writeJob(directory, name, { ...tree, topic });
    await place.change(loadJob(directory));
    await place.crawl();
    return { ...said, learnt, lists, own: verdicts(await place.collection()) };
  }

  async function onOneMachine(learner: string) {
    const directory = jobDirectory(name, tree);
    return withInstallation(directory, async (installation, job) => {
      const place: Place = {
        said: examplesAt(installation.place),
        seed: (urls) => installation.seed(job, urls),
        crawl: () => installation.crawl(job, {}),
        async change({ models, settings }) {
          for (const model of models) await installation.keepModel(model);
          await installation.ensureJob(settings);
          await order('reclassify', installation.place, { job }, { by: 'a test', reason: '' });
        },
        async collection() {
          const data = openData(join(directory, 'data'));
          const found = await data.collection(job);
          data.close();
          return found;
        },
      };
      await place.seed(first);
      await place.crawl();
      return session(learner, directory, place);
    });
  }

  async function onAws(learner: string) {
    if (cloud === undefined) throw new Error('there is no local cloud');
    const directory = jobDirectory(name, tree);
    const crawl = await meteredCrawl(cloud, first as never, loadJob(directory).settings);
    // Before the crawl's own time: what is due by this clock is due there, too.
    const stores = { ...awsStores(clientsOf(cloud), crawl.resources), clock: new HeldClock() };
    const jobOf = async () => (await stores.jobs.job(name)) as Job;
    const ensure = async (settings: JobSettings) =>
      ensureJob(stores, await settingsInForce(stores, settings));
    const reclassify = async () =>
      tellToJudge(stores, await askToReclassify(stores, name, {}), Number.POSITIVE_INFINITY);
    const secrets = awsSecrets({}, { meter: new Meter(), deadline: new CallDeadline() });
    try {
      return await session(learner, directory, {
        said: examplesAt(
          openPlace({
            ...{ ports: stores, name: 'the cloud', reclassify, ensureJob: ensure },
            summary: (job) => summarise(stores, job),
            openWeb: () => openWeb(secrets),
          }),
        ),
        seed: async (urls) => seed(stores, await jobOf(), urls),
        crawl: () => crawl.rest(5),
        async change({ models, settings }) {
          for (const { digest, read } of models) await stores.models.put(digest, read());
          await ensure(settings);
          await reclassify();
        },
        collection: () => readCollection(stores, name),
      });
    } finally {
      crawl.close();
    }
  }

  // Of the learners one is enough for every commit: its topic becomes the job's own, too.
  it.each(process.env.WINNOW_TEST_FULL === '1' ? ['svm', 'clusters'] : ['clusters'])(
    'is judged on DynamoDB, S3 and SQS as on one machine, by what the learner %s makes of the examples',
    async (learner) => {
      const here = await onOneMachine(learner);
      expect(here.problem).toBeUndefined();
      expect(here.begun).toMatchObject({ number: 1, in: 4, out: 3, unlabelled: 9 });
      const outcomes = Object.entries(here.learnt).filter(([url]) => later.includes(url));
      expect(outcomes).toHaveLength(10);
      for (const [url, [outcome]] of outcomes)
        expect([url, outcome]).toEqual([url, url.includes('/owls/') ? 'stored' : 'off-topic']);
      for (const [url, [outcome]] of Object.entries(here.own))
        expect([url, outcome]).toEqual([url, url.includes('/owls/') ? 'off-topic' : 'stored']);
      expect(await onAws(learner)).toEqual(here);
    },
    120_000,
  );
});
