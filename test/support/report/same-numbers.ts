import { load } from 'cheerio/slim';
import { expect, it } from 'vitest';
import { inlineReader } from '../../../lib/adapters/reading/inline-reader.ts';
import { lists } from '../../../lib/capabilities/lists.ts';
import type { ControlCommand } from '../../../lib/domain/control/command.ts';
import { reportPage } from '../../../lib/domain/report/html/page.ts';
import { timing } from '../../../lib/domain/settings/timing.ts';
import { metrics as metricsOperation } from '../../../lib/operations/look/stats.ts';
import { status as statusOperation } from '../../../lib/operations/look/status.ts';
import { carryOn, runCommand } from '../../../lib/pipeline/control/run-command.ts';
import { goOnWithTasks } from '../../../lib/pipeline/control/tasks.ts';
import { dispatch } from '../../../lib/pipeline/dispatch/dispatch.ts';
import { harvest } from '../../../lib/pipeline/harvest/harvest.ts';
import { ensureJob, setJobState } from '../../../lib/pipeline/job/open-job.ts';
import { recycle } from '../../../lib/pipeline/recycle/recycle.ts';
import { jobFigures } from '../../../lib/pipeline/report/job-figures.ts';
import { openReporter } from '../../../lib/pipeline/report/report.ts';
import { statusOf } from '../../../lib/pipeline/report/status.ts';
import { summarise } from '../../../lib/pipeline/report/summary.ts';
import { seed } from '../../../lib/pipeline/seeds/seed.ts';
import type { Job } from '../../../lib/ports/jobs.ts';
import type { Ports } from '../../../lib/ports/ports.ts';
import type { AwsStores } from '../../../lib/runtime/aws/aws-ports.ts';
import { answerOps } from '../../../lib/runtime/operate/answer-ops.ts';
import type { LongCrawlStores } from '../long-crawl/stores.ts';
import { testSettings } from '../settings.ts';
import { termTopic } from '../topic/topic.ts';
import { shownBy } from '../viewed.ts';
import { memoryLetters } from './letters.ts';

/** Words that people read on more than one surface. */
const words = ['records', 'pending', 'kept', 'judged', 'harvest', 'fetched', 'visited'] as const;
export type Numbers = Partial<Record<(typeof words)[number], string>>;

/** What `winnow status` says. */
export function numbersOfStatus(text: string): Numbers {
  const line = (name: string): string => new RegExp(`^${name} +(.*)$`, 'm').exec(text)?.[1] ?? '';
  const [, rate = '', kept = '', judged = ''] =
    /^(.* %): (\S+) of (\S+) pages judged were kept/.exec(line('harvest')) ?? [];
  return {
    records: line('records'),
    pending: /^\S+/.exec(line('pending'))?.[0] ?? '',
    fetched: /^\S+/.exec(line('fetched'))?.[0] ?? '',
    ...{ kept, judged, harvest: rate },
  };
}

/** What the page of a report says at its top. */
export function numbersOfReport(html: string): Numbers {
  const $ = load(html);
  const box = (name: string) =>
    $('.figures > div').filter((_, one) => $(one).children('span').first().text() === name);
  const value = (name: string): string => box(name).children('b').text();
  const more = (name: string): string => box(name).children('span').last().text();
  const [, kept = '', judged = ''] = /^(\S+) of (\S+) pages judged were kept/.exec(more('Harvest')) ?? [];
  return {
    records: value('Records'),
    pending: value('Pending'),
    visited: value('Visited'),
    fetched: /; (\S+) fetch/.exec(more('Visited'))?.[1] ?? '',
    ...{ kept, judged, harvest: value('Harvest') },
  };
}

/** What `winnow metrics` says. */
export function numbersOfMetrics(text: string): Numbers {
  const value = (name: string): string => new RegExp(`^${name} +(\\S+)`, 'm').exec(text)?.[1] ?? '';
  return {
    records: value('Records'),
    pending: value('PendingPages'),
    kept: value('KeptPages'),
    fetched: value('Pages'),
  };
}

/** The values of a box of the widget, by their titles. */
function cellsOf(html: string): (title: string) => string {
  const $ = load(html);
  return (title) =>
    $('td')
      .filter((_, cell) => $(cell).text() === title)
      .next()
      .text();
}

/** What the button `Status` of the console's widget shows. */
export function numbersOfWidget(html: string): Numbers {
  const value = cellsOf(html);
  const [, rate = '', kept = '', judged = ''] =
    /^(.* %): (\S+) of (\S+) pages judged were kept/.exec(value('harvest')) ?? [];
  return {
    records: value('records'),
    pending: /^\S+/.exec(value('pending'))?.[0] ?? '',
    fetched: /^\S+/.exec(value('fetched'))?.[0] ?? '',
    ...{ kept, judged, harvest: rate },
  };
}

/** What the button `Count` shows. */
function countsOfWidget(html: string): Numbers {
  const value = cellsOf(html);
  const number = (title: string): string => /^\S+/.exec(value(title))?.[0] ?? '';
  return { pending: number('pending'), visited: number('visited') };
}

/** Each word has one number, wherever it stands. */
export function expectOneNumberEach(surfaces: Readonly<Record<string, Numbers>>): Required<Numbers> {
  const one: Numbers = {};
  for (const word of words) {
    const said = Object.entries(surfaces).flatMap(([surface, numbers]) =>
      numbers[word] === undefined ? [] : [[surface, numbers[word]] as const],
    );
    expect(said.length, word).toBeGreaterThan(0);
    for (const [surface, number] of said)
      expect({ word, surface, number }).toEqual({ word, surface, number: said[0]?.[1] });
    one[word] = said[0]?.[1] ?? '';
    expect(one[word]).toMatch(/^\d/);
  }
  return one as Required<Numbers>;
}

const job = 'numbers';
const clockwork = timing(60_000);
let version = 0;
const owl = (name: string, ...links: readonly string[]) =>
  `<title>${name}</title><p>${'owl '.repeat(9)}${name}</p>${links.map((link) => `<a href="${link}">owl</a>`).join(' ')}`;
/** Two hosts: pages on topic, of the same content, off topic, gone, and one that changes. */
const web: Readonly<Record<string, () => string>> = {
  'http://a.example/': () => owl('home', ...[1, 2, 3, 4, 5, 6].map((n) => `/${n}`), 'http://b.example/'),
  'http://a.example/1': () => owl('one'),
  'http://a.example/2': () => owl('the same'),
  'http://a.example/3': () => owl('the same'),
  'http://a.example/4': () => '<title>trains</title><p>trains run</p>',
  'http://a.example/5': () => owl(`version ${version}`),
  'http://b.example/': () => owl('b home', '/1', '/2'),
  'http://b.example/1': () => owl('b one'),
  'http://b.example/2': () => '<title>buses</title><p>buses run</p>',
};

/** A crawl, its pages asked for again after one has changed, and one of its hosts taken down: on whichever stores. */
export function sameNumbers(open: () => Promise<LongCrawlStores>): void {
  it('status, report, metrics and widgets have one number for each word, also after pages changed and after a purge', async () => {
    const on = await open();
    version = 0;
    const ports: Ports = {
      ...on.stores,
      fetcher: {
        async fetch({ url }) {
          const page = web[url];
          const body = Buffer.from(page?.() ?? 'not here');
          const headers = { 'content-type': 'text/html; charset=utf-8' };
          return {
            ...{ kind: 'response', status: page === undefined ? 404 : 200, headers, body, truncated: false },
            ...{ wireBytes: body.length, elapsedMs: 1 },
          };
        },
        ready: async () => undefined,
        ahead: () => undefined,
        addressOf: async () => undefined,
      },
      reader: inlineReader(),
    };
    const now = async (): Promise<Job> => (await ports.jobs.job(job)) as Job;
    async function rounds(count: number): Promise<void> {
      for (let round = 0; round < count; round += 1) {
        await goOnWithTasks(ports, await now(), Number.POSITIVE_INFINITY);
        await dispatch(ports, { timing: clockwork, maxOutstanding: 100 });
        const deliveries = await on.receive();
        const endBy = on.clock.monotonic() + clockwork.functionMs;
        const { failed } = await harvest(ports, deliveries, { timing: clockwork, endBy, lists });
        if (failed[0]) throw failed[0].error;
        for (const delivery of deliveries) await on.done(delivery);
        await recycle(ports, await now(), { endBy: Number.POSITIVE_INFINITY });
        await on.clock.advance(60_000);
      }
    }
    const ask = async (command: Partial<ControlCommand>): Promise<void> => {
      const head = { requestId: ports.entropy.id(), by: 'a test', reason: 'a test', dryRun: false };
      const answer = await runCommand(ports, { ...head, ...command } as ControlCommand);
      await carryOn(ports, answer, Number.POSITIVE_INFINITY);
    };
    const press = async (command: object): Promise<string> => {
      const standing = { alarmMetrics: 0, secrets: 0, natGateways: 0, recycleEveryMinutes: 1 };
      const parts = { stores: on.stores as AwsStores, bucket: { put: async () => undefined }, standing };
      const call = { invokedFunctionArn: 'arn:aws:lambda:::function:ops', awsRequestId: 'asked' };
      const event = { widget: 'do', command };
      return String(
        (
          await answerOps(
            { ...parts, scope: 'operate', letters: memoryLetters([]) },
            event,
            call,
            Number.POSITIVE_INFINITY,
          )
        ).answer,
      );
    };
    async function numbers(): Promise<Required<Numbers>> {
      const status = await statusOf(ports, await now(), await summarise(ports, job), {
        lack: () => undefined,
      });
      const report = await openReporter(ports).make(await now());
      const { harvest: counted } = report;
      const one = expectOneNumberEach({
        status: numbersOfStatus(shownBy(statusOperation, status, { now: on.clock.now() })),
        report: numbersOfReport(reportPage(report)),
        metrics: numbersOfMetrics(shownBy(metricsOperation, { job, metrics: jobFigures(status) })),
        widget: numbersOfWidget(await press({ command: 'status', job })),
        count: countsOfWidget(await press({ command: 'howmany', job })),
        'report as data': {
          records: String(report.totals.records),
          pending: String(report.totals.pending),
          kept: String(counted?.kept),
          judged: String(counted?.judged),
        },
        'records that are listed': {
          records: String((await ports.records.records(job, 100)).records.length),
        },
      });
      return one;
    }

    const base = testSettings(job);
    await ensureJob(ports, {
      ...base,
      topic: termTopic('50: owl=B'),
      politeness: { ...base.politeness, gapMs: 0, responseFactor: 0 },
      yield: { ...base.yield, hold: false },
      turn: { ...base.turn, maxPages: 3 },
    });
    await setJobState(ports, job, 'open', '');
    await seed(ports, await now(), ['http://a.example/']);
    await rounds(8);
    // Of the ten pages one is gone, two are off topic and two say the same.
    expect(await numbers()).toMatchObject({
      records: '6',
      kept: '6',
      judged: '9',
      fetched: '10',
      pending: '0',
    });

    version = 1;
    await ask({ command: 'reharvest', job, scope: {} });
    await rounds(8);
    expect(await numbers()).toMatchObject({ records: '6', kept: '6', judged: '9' });

    await ask({ command: 'block', host: 'b.example', purge: true });
    await rounds(4);
    await seed(
      ports,
      await now(),
      [1, 2, 3, 4, 5].map((n) => `http://a.example/new-${n}`),
    );
    expect(await numbers()).toMatchObject({ pending: '5' });
    await rounds(1);
    expect(await numbers()).toMatchObject({ records: '4', kept: '6', pending: '2' });
    on.close();
  });
}
