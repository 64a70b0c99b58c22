import { afterEach, expect, test } from 'vitest';
import { status as statusOperation } from '../../../lib/operations/look/status.ts';
import { hostLines, howMany } from '../../../lib/pipeline/control/look.ts';
import { runCommand } from '../../../lib/pipeline/control/run-command.ts';
import { jobFigures } from '../../../lib/pipeline/report/job-figures.ts';
import { openReporter } from '../../../lib/pipeline/report/report.ts';
import { statusOf } from '../../../lib/pipeline/report/status.ts';
import { summarise } from '../../../lib/pipeline/report/summary.ts';
import { seed } from '../../../lib/pipeline/seeds/seed.ts';
import { leftChecks } from '../../../lib/pipeline/why/job-checks.ts';
import type { Ports } from '../../../lib/ports/ports.ts';
import { testSettings } from '../../support/settings.ts';
import { termTopic } from '../../support/topic/topic.ts';
import { shownBy } from '../../support/viewed.ts';
import { jobName, type SmallCrawl, smallCrawl } from '../small-crawl.ts';

let crawl: SmallCrawl;
afterEach(() => crawl.close());

const root = 'http://birds.example/';
const many = Array.from({ length: 20_000 }, (_, n) => `${root}${n}`);
const few = Array.from({ length: 30 }, (_, n) => `http://owls.example/${n}`);

const status = async (ports: Ports = crawl.ports) =>
  statusOf(ports, await crawl.job(), await summarise(ports, jobName), { lack: () => undefined });

async function seeded(): Promise<void> {
  const { turn } = testSettings(jobName);
  crawl = await smallCrawl({}, { seeds: [], settings: { turn: { ...turn, maxPages: 2 } } });
  await seed(crawl.ports, await crawl.job(), [...many, ...few]);
}

test('seeds that no turn has read yet count wherever people ask how much is left', async () => {
  await seeded();
  const { ports } = crawl;
  const job = await crawl.job();
  const now = ports.clock.now();
  const said = await status();
  expect(said).toMatchObject({ pending: 20_030, inboxes: { urls: 20_030 } });
  expect(said.left).toEqual([{ why: 'inbox', count: 20_030 }]);
  expect(leftChecks(said, now).map(({ ok, detail }) => [ok, detail])).toEqual([
    ['ok', '20,030 URLs wait in inboxes, which the next turns of their hosts read'],
  ]);
  const text = shownBy(statusOperation, said, { now: now });
  expect(text).toMatch(/^pending +20,030 URLs, 20,030 of them in inboxes$/m);
  expect(text).not.toMatch(/nothing to do|has been visited/);
  expect(jobFigures(said)).toMatchObject({ PendingPages: 20_030 });
  expect(howMany(job, await summarise(ports, jobName))).toMatchObject({ pending: 20_030 });
  expect(
    (await hostLines(ports, job, 10)).hosts.map(({ host, state, pending }) => [host, state, pending]),
  ).toEqual([
    ['birds.example', 'ready', 20_000],
    ['owls.example', 'ready', 30],
  ]);
  const { totals, frontier } = await openReporter(ports).make(job);
  expect({ ...totals, frontier }).toMatchObject({ pending: 20_030, inboxes: 20_030, frontier: [] });
  const asked = { requestId: 'r', by: 'a test', reason: 'a test', dryRun: true };
  const { jobs } = await runCommand(ports, { ...asked, command: 'pause', job: jobName });
  expect(jobs).toMatchObject([{ hosts: 2, pending: 20_030 }]);
});

test('a turn moves URLs from the inbox to the frontier, and none counts twice', async () => {
  await seeded();
  await crawl.tick();
  const { pending, inboxes, fetched } = await status();
  expect(pending + fetched).toBe(20_030);
  expect(inboxes?.urls ?? 0).toBeLessThan(20_000);
});

test('where time is up before all inboxes are read, hosts that have had no turn count for one URL each', async () => {
  await seeded();
  const { ports } = crawl;
  const { clock, hosts } = ports;
  let looks = 0;
  const late: Ports = {
    ...ports,
    hosts: Object.assign(Object.create(hosts) as Ports['hosts'], {
      hosts: hosts.hosts.bind(hosts),
      control: hosts.control.bind(hosts),
    }),
    clock: Object.assign(Object.create(clock) as Ports['clock'], {
      now: () => clock.now(),
      monotonic: () => clock.monotonic() + (looks++ === 0 ? 0 : 2_000),
    }),
  };
  const { pending, inboxes } = await summarise(late, jobName);
  expect({ pending, inboxes }).toEqual({ pending: 2, inboxes: { urls: 2, atLeast: true } });
  expect(shownBy(statusOperation, { ...(await status()), pending, inboxes }, { now: clock.now() })).toMatch(
    /^pending +at least 2 URLs, 2 of them in inboxes$/m,
  );
});

test('a crawl for a topic whose links all lie in inboxes is not over', async () => {
  crawl = await smallCrawl(
    { [root]: { headers: { 'content-type': 'text/plain' }, body: 'an owl' } },
    { seeds: [root], settings: { topic: termTopic('50: owl=B') } },
  );
  await crawl.run();
  expect((await status()).health).toMatchObject({ cause: 'frontier-empty' });
  await seed(crawl.ports, await crawl.job(), few);
  expect((await status()).health).toMatchObject({ state: 'early' });
});
