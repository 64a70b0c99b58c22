import { afterEach, describe, expect, it } from 'vitest';
import { fingerprint } from '../../../lib/base/url/fingerprint.ts';
import type { CanonicalUrl, HostName } from '../../../lib/base/url/url.ts';
import { lists } from '../../../lib/capabilities/lists.ts';
import { askToReclassify } from '../../../lib/capabilities/reclassify/ask-to-reclassify.ts';
import { judgeHosts } from '../../../lib/capabilities/reclassify/judge-hosts.ts';
import { tellToJudge } from '../../../lib/capabilities/reclassify/reclassify.ts';
import { difference } from '../../../lib/capabilities/reclassify/reclassify-difference.ts';
import { judging } from '../../../lib/capabilities/reclassify/reclassify-part.ts';
import { why } from '../../../lib/capabilities/why.ts';
import { defaultFocus } from '../../../lib/domain/focus/focus-settings.ts';
import { encodeInboxMessage } from '../../../lib/domain/inbox/inbox-item.ts';
import type { JudgeOptions } from '../../../lib/domain/orders/judge-order.ts';
import type { JobSettings } from '../../../lib/domain/settings/settings.ts';
import { dispatch } from '../../../lib/pipeline/dispatch/dispatch.ts';
import { ensureJob } from '../../../lib/pipeline/job/open-job.ts';
import { viewRecord } from '../../../lib/pipeline/report/view-record.ts';
import type { Ports } from '../../../lib/ports/ports.ts';
import type { RejudgedPage } from '../../../lib/topic/judging/rejudge.ts';
import { type Difference, openDifference } from '../../../lib/topic/judging/rejudge-difference.ts';
import {
  clockwork,
  jobName,
  key,
  page,
  type SmallCrawl,
  smallCrawl,
  type Web,
} from '../../pipeline/small-crawl.ts';
import { linesOfTurn } from '../../support/collection/turn-lines.ts';
import { CrashPlan, crashingPort, stride } from '../../support/crash.ts';
import { testSettings } from '../../support/settings.ts';
import { termTopic } from '../../support/topic/topic.ts';

const site = 'https://birds.example';
const other = 'https://other.example';
const about = {
  owls: '40: owl=B.OWL\n40: heron=B.HERON\n',
  herons: '40: heron=B.HERON\n',
  'engines-and-herons': '40: heron=B.HERON\n40: engine=E\n',
  engines: '40: owl=B.OWL\n40: heron=B.HERON\n40: engine=E\n',
};
type Topic = keyof typeof about;

const web = (): Web => ({
  [`${site}/`]: page('Birds: the owl and the heron', '/owls', '/herons', '/engines'),
  [`${site}/owls`]: page('An owl is an owl'),
  [`${site}/herons`]: page('A heron is a heron'),
  [`${site}/engines`]: page('An engine is an engine', '/engines/steam', `${other}/engines`),
  [`${site}/engines/steam`]: page('A steam engine'),
  [`${other}/engines`]: page('Another engine'),
});

const settings = (topic: Topic, keep: JobSettings['offTopic']['keep']): Partial<JobSettings> => ({
  topic: termTopic(about[topic]),
  focus: { ...defaultFocus, mode: 'hard' },
  offTopic: { keep },
});

const isFull = process.env.WINNOW_TEST_FULL === '1';

let crawl: SmallCrawl;
afterEach(() => crawl.close());

async function crawled(keep: JobSettings['offTopic']['keep'], pages = web()): Promise<void> {
  crawl = await smallCrawl(pages, { seeds: [`${site}/`], settings: settings('owls', keep) });
  await crawl.run();
}

/** Gives the job another topic. */
async function turnTo(topic: Topic, keep: JobSettings['offTopic']['keep'] = 'none'): Promise<void> {
  await ensureJob(crawl.ports, { ...testSettings(jobName), ...settings(topic, keep) });
}

async function dryRun(options: JudgeOptions = {}): Promise<Difference> {
  return await difference(crawl.ports, await crawl.job(), options);
}

/** What `winnow reclassify` does on one machine. */
async function reclassify(options: JudgeOptions = {}, ports: Ports = crawl.ports): Promise<Difference> {
  const job = await askToReclassify(ports, jobName, options);
  await tellToJudge(ports, job, Number.POSITIVE_INFINITY);
  const tally = openDifference();
  const onTurn = ({ judged = [] }: { judged?: readonly Parameters<typeof tally.add>[0][] }) =>
    judged.forEach(tally.add);
  expect(await judgeHosts(ports, job, { timing: clockwork, lists, onTurn })).toBe(0);
  return tally.result();
}

const record = async (url: string) => await viewRecord(crawl.ports, await crawl.job(), url);

describe('a collection that is judged again by a changed topic', () => {
  it('loses the pages that no longer pass, and keeps the others with their new verdicts', async () => {
    await crawled('none');
    await turnTo('herons');
    const before = crawl.requests.length;
    const expected = await dryRun();
    expect(expected.counts).toMatchObject({ dropped: 1, revised: 1, missing: 1, same: 1 });
    expect(await reclassify()).toEqual(expected);
    expect(crawl.requests.length).toBe(before);
    expect(await crawl.outcome(`${site}/owls`)).toBe('off-topic');
    expect(await crawl.outcome(`${site}/herons`)).toBe('stored');
    expect(await record(`${site}/owls`)).toBeUndefined();
    expect((await record(`${site}/`))?.record?.topic).toMatchObject({
      relevant: true,
      classes: [{ id: 'B.HERON' }],
      judged: { at: expect.any(Number), by: expect.stringMatching(/^[\da-f]{8}$/) },
    });
  });

  it('tells indexers of it: a deletion with its cause, and the records whose verdicts are new', async () => {
    await crawled('none');
    await turnTo('herons');
    const turn =
      (await crawl.ports.hosts.control({ job: jobName, host: 'birds.example' as never }))?.turn ?? 0;
    await reclassify();
    const lines = await linesOfTurn(crawl.ports.changes, jobName, 'birds.example', turn + 1);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { ordinal: 0, change: 'updated', url: `${site}/`, record: { topic: { score: expect.any(Number) } } },
      { ordinal: 1, change: 'deleted', url: `${site}/owls`, cause: 'off-topic' },
    ]);
  });

  it('goes on with a host whose judging a worker died over, and not with one whose page is suspected', async () => {
    await crawled('none');
    await turnTo('herons');
    const job = await crawl.job();
    const key = { job: jobName, host: 'birds.example' as HostName };
    const suspect = async (what: string): Promise<void> => {
      const was = await crawl.ports.hosts.control(key);
      const mark = { fingerprint: fingerprint(job.fingerprintKey, what as CanonicalUrl), tries: 1 };
      if (was !== undefined)
        await crawl.ports.hosts.putControl(key, was, { ...was, care: { suspect: mark } });
    };
    await suspect(`${site}/owls`);
    const asked = await askToReclassify(crawl.ports, jobName, {});
    await tellToJudge(crawl.ports, asked, Number.POSITIVE_INFINITY);
    const options = { timing: clockwork, lists, onTurn: () => undefined };
    expect(await judgeHosts(crawl.ports, asked, options)).toBe(1);
    await suspect(judging);
    expect(await judgeHosts(crawl.ports, asked, options)).toBe(0);
    expect(await crawl.outcome(`${site}/owls`)).toBe('off-topic');
    expect(await crawl.ports.hosts.control(key)).not.toHaveProperty('care.suspect');
  });

  it('changes nothing the second time', async () => {
    await crawled('text');
    await turnTo('engines', 'text');
    await reclassify();
    const after = await crawl.stores.hosts.body({ job: jobName, host: 'birds.example' as never });
    expect((await dryRun()).pages).toBe(0);
    expect((await reclassify()).pages).toBe(0);
    expect(await crawl.stores.hosts.body({ job: jobName, host: 'birds.example' as never })).toEqual(after);
  });

  it('takes in what was kept of off-topic pages, and their links are crawled', async () => {
    await crawled('text');
    expect(await crawl.outcome(`${site}/engines`)).toBe('off-topic');
    expect(await record(`${site}/engines`)).toBeUndefined();
    await turnTo('engines', 'text');
    const before = crawl.requests.length;
    const expected = await dryRun();
    expect(expected).toMatchObject({
      counts: { restored: 1, missing: 0 },
      classes: [{ id: 'E', restored: 1, dropped: 0 }],
    });
    expect(await reclassify()).toEqual(expected);
    expect(crawl.requests.length).toBe(before);
    expect(await record(`${site}/engines`)).toMatchObject({
      entry: { title: 'An engine is an engine' },
      record: { text: expect.stringContaining('An engine is an engine'), links: [{}, {}] },
    });
    await crawl.run();
    expect(await crawl.outcome(`${site}/engines/steam`)).toBe('stored');
    expect(await crawl.outcome(`${other}/engines`)).toBe('stored');
  });

  it('keeps off-topic pages out of the collection and of what indexers get', async () => {
    await crawled('all');
    const changes = await crawl.changes();
    expect(changes.map(({ url }) => url)).not.toContain(`${site}/engines`);
    const { records } = await crawl.ports.records.records(jobName, 100);
    expect(records.map(({ firstUrl }) => firstUrl)).not.toContain(`${site}/engines`);
  });

  it('keeps the raw documents of off-topic pages where it is told to', async () => {
    await crawled('all');
    await turnTo('engines', 'all');
    await reclassify();
    const document = (await record(`${site}/engines`))?.document;
    expect(await crawl.ports.documents.read(document ?? '')).toBeDefined();
  });

  it('takes back what it dropped, where off-topic pages are kept', async () => {
    await crawled('text');
    await turnTo('herons', 'text');
    await reclassify();
    expect(await record(`${site}/owls`)).toBeUndefined();
    await turnTo('owls', 'text');
    expect((await reclassify()).counts).toMatchObject({ restored: 1, revised: 1 });
    expect((await record(`${site}/owls`))?.record?.text).toContain('An owl is an owl');
    expect(await crawl.outcome(`${site}/owls`)).toBe('stored');
  });

  it('fetches again on request what was not kept', async () => {
    await crawled('none');
    await turnTo('engines');
    expect((await dryRun()).examples.missing).toMatchObject([{ url: `${site}/engines`, kind: 'missing' }]);
    expect((await reclassify({ refetch: true })).counts).toMatchObject({ queued: 1 });
    await crawl.run();
    expect(await crawl.outcome(`${site}/engines`)).toBe('stored');
    expect((await reclassify({ refetch: true })).counts).toMatchObject({ queued: 0 });
  });

  it('keeps on request what no longer passes, until it is asked without', async () => {
    await crawled('none');
    await turnTo('herons');
    expect((await reclassify({ mark: true })).counts).toMatchObject({ marked: 1, dropped: 0 });
    expect((await record(`${site}/owls`))?.record?.topic).toMatchObject({ relevant: false });
    expect((await reclassify({ mark: true })).counts).toMatchObject({ marked: 0, same: 0 });
    expect((await reclassify()).counts).toMatchObject({ dropped: 1 });
    expect(await record(`${site}/owls`)).toBeUndefined();
  });

  it('can be restricted to pages of some classes', async () => {
    await crawled('text');
    await turnTo('herons', 'text');
    expect((await reclassify({ classes: ['B.OWL'] })).counts).toMatchObject({ dropped: 1, revised: 1 });
    await turnTo('engines', 'text');
    expect((await dryRun({ classes: ['E'] })).counts).toMatchObject({ restored: 1, revised: 0 });
  });

  it('can be restricted to what the class file has below a class', async () => {
    await crawled('text');
    const classes = [{ id: 'B' }, { id: 'B.OWL', parent: 'B' }, { id: 'B.HERON', parent: 'B' }];
    const topic = { ...termTopic(about.herons), classes };
    await ensureJob(crawl.ports, { ...testSettings(jobName), topic, offTopic: { keep: 'text' } });
    expect((await dryRun({ classes: ['E'] })).pages).toBe(0);
    const { counts, pages } = await dryRun({ classes: ['B'] });
    expect(counts).toMatchObject({ dropped: 1, restored: 0 });
    expect(pages).toBe((await dryRun({ classes: ['B.OWL', 'B.HERON'] })).pages);
  });

  it('takes every page that it has kept when there is no topic any more', async () => {
    await crawled('text');
    await ensureJob(crawl.ports, { ...testSettings(jobName), offTopic: { keep: 'text' } });
    expect((await reclassify()).counts).toMatchObject({ restored: 1, revised: 3 });
    expect((await record(`${site}/owls`))?.record).not.toHaveProperty('topic');
  });

  it('drops one URL of a record and keeps the other, as each of them is judged', async () => {
    const pages = { ...web(), [`${site}/herons`]: page('An owl is an owl') };
    crawl = await smallCrawl(pages, {
      seeds: [`${site}/`],
      settings: { ...settings('owls', 'none') },
    });
    await crawl.run();
    expect(await crawl.outcome(`${site}/herons`)).toBe('duplicate');
    const topic = termTopic(about.herons, { sitesOk: ['/herons$'] });
    await ensureJob(crawl.ports, { ...testSettings(jobName), topic });
    expect((await reclassify()).counts).toMatchObject({ dropped: 1 });
    expect((await record(`${site}/herons`))?.urls).toEqual([`${site}/herons`]);
  });

  it('says beforehand what then happens also where URLs of several hosts lead to one record', async () => {
    const pages = {
      ...web(),
      [`${site}/`]: page('Birds: the owl and the heron', '/both', `${other}/both`, 'https://a.example/both'),
      [`${site}/both`]: page('An owl and a heron'),
      [`${other}/both`]: page('An owl and a heron'),
      'https://a.example/both': page('An owl and a heron'),
    };
    await crawled('none', pages);
    await turnTo('herons');
    const { counts } = await dryRun();
    expect(counts).toMatchObject({ revised: 2, same: 2 });
    expect((await reclassify()).counts).toEqual(counts);
    expect((await record(`${other}/both`))?.record?.topic).toMatchObject({ classes: [{ id: 'B.HERON' }] });
    await turnTo('engines-and-herons');
    expect((await reclassify()).counts).toMatchObject({ dropped: 0 });
  });

  it('says in `why` when a page was judged again, and by which topic', async () => {
    await crawled('text');
    await turnTo('herons', 'text');
    await reclassify();
    const report = await why(crawl.ports, await crawl.job(), `${site}/owls`);
    expect(report.lines.find(({ step }) => step === 'outcome')?.detail).toMatch(
      /off-topic.*judged again \d{4}-.* by topic [\da-f]{8}/,
    );
  });

  it('is done by the turns of a crawl where nobody else does it', async () => {
    await crawled('none');
    await turnTo('herons');
    const expected = await dryRun();
    await askToReclassify(crawl.ports, jobName, {});
    const tally = openDifference();
    await crawl.tick();
    for (const { judged = [] } of await crawl.run()) judged.forEach(tally.add);
    expect(tally.result()).toEqual(expected);
    expect(await record(`${site}/owls`)).toBeUndefined();
  });
});

describe('pages that are to be judged again', () => {
  it('are judged however often the ticket of their host expired before anybody took it up', async () => {
    await crawled('none');
    await turnTo('herons');
    await tellToJudge(crawl.ports, await askToReclassify(crawl.ports, jobName, {}), Number.POSITIVE_INFINITY);
    for (let i = 0; i < 4; i += 1) {
      await dispatch(crawl.ports, { timing: clockwork, maxOutstanding: 100 });
      await crawl.stores.clock.advance(clockwork.ticketMs * 1.6);
    }
    const kinds = (await crawl.run()).flatMap(({ judged = [] }) => judged.map(({ kind }) => kind));
    expect(kinds).toContain('dropped');
    expect(kinds).not.toContain('failed');
  });
});

describe('pages that kill whoever judges them', () => {
  it('stay what they are, and the host goes on', async () => {
    let deadly = false;
    crawl = await smallCrawl(web(), {
      seeds: [`${site}/`],
      settings: settings('owls', 'none'),
      through: (ports) => ({
        ...ports,
        reader: {
          ...ports.reader,
          judge: (request) => (deadly ? Promise.reject(new Error('dead')) : ports.reader.judge(request)),
        },
      }),
    });
    await crawl.run();
    await turnTo('herons');
    await tellToJudge(crawl.ports, await askToReclassify(crawl.ports, jobName, {}), Number.POSITIVE_INFINITY);
    await crawl.ports.hosts.putInbox(key('birds.example'), {
      id: '0',
      bytes: encodeInboxMessage({ candidates: [{ url: `${site}/new` as CanonicalUrl, depth: 1, rank: 1 }] }),
    });
    deadly = true;
    const judged: RejudgedPage[] = [];
    for (let died = 0; ; died += 1) {
      expect(died).toBeLessThan(20);
      const turns = await crawl.tick().catch(() => undefined);
      judged.push(...(turns ?? []).flatMap((turn) => turn.judged ?? []));
      if (judged.length > 0) break;
      // The message of the ticket that died comes again first, and is nobody's.
      if (turns === undefined) await crawl.stores.clock.advance(clockwork.ticketMs * 2);
    }
    expect(new Set(judged.map(({ kind }) => kind))).toEqual(new Set(['failed']));
    await crawl.run(20_000_000);
    expect(await crawl.outcome(`${site}/new`)).toBe('gone');
    expect(await crawl.outcome(`${site}/owls`)).toBe('stored');
    deadly = false;
    expect((await reclassify()).counts).toMatchObject({ dropped: 1 });
  });
});

describe('a process that dies while it judges a collection again', () => {
  const stores = [
    'jobs',
    'hosts',
    'due',
    'segments',
    'links',
    'records',
    'changes',
    'staged',
    'offTopic',
  ] as const;

  async function left(step: number, side: 'before' | 'after') {
    const plan = new CrashPlan();
    await crawled('text');
    await turnTo('engines-and-herons', 'text');
    const dying = {
      ...crawl.ports,
      ...Object.fromEntries(stores.map((name) => [name, crashingPort<object>(crawl.ports[name], plan)])),
    };
    plan.arm(step, side);
    const failure = await reclassify({}, dying).catch((error: unknown) => error);
    const crashed = await plan.disarm();
    if (!crashed && failure instanceof Error) throw failure;
    // What it left in inboxes is taken in by the crawl, what it did not come to by the one who asks again.
    await crawl.run(20_000_000);
    const job = await askToReclassify(crawl.ports, jobName, {});
    await tellToJudge(crawl.ports, job, Number.POSITIVE_INFINITY);
    await crawl.run();
    const { records } = await crawl.ports.records.records(jobName, 100);
    const views = await Promise.all(records.map(({ md5 }) => record(md5)));
    const outcome = await crawl.outcome(`${site}/owls`);
    const { counts } = await dryRun();
    crawl.close();
    return {
      crashed,
      outcome,
      counts,
      records: views.map((one) => [one?.record?.title, one?.record?.topic?.score]),
    };
  }

  it('leaves nothing that the next one does not finish', async () => {
    const whole = await left(Number.POSITIVE_INFINITY, 'before');
    expect(whole).toMatchObject({ crashed: false, outcome: 'off-topic', counts: { same: 0 } });
    expect(whole.records).toHaveLength(5);
    let steps = 0;
    for (let crashed = true; crashed; steps += stride) {
      for (const side of isFull ? (['before', 'after'] as const) : (['after'] as const)) {
        const one = await left(steps, side);
        crashed = one.crashed;
        expect(one, `crashed ${side} step ${steps}`).toEqual({ ...whole, crashed });
      }
    }
    expect(steps).toBeGreaterThan(20);
    crawl = await smallCrawl({}, { seeds: [] });
  });
});
