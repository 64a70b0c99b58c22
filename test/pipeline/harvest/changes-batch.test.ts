import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lists } from '../../../lib/capabilities/lists.ts';
import { sanity } from '../../../lib/capabilities/sanity/sanity.ts';
import type { ChangeLine } from '../../../lib/domain/collection/record.ts';
import { changeLineOf } from '../../../lib/pipeline/collection/change-line-of.ts';
import { dispatch } from '../../../lib/pipeline/dispatch/dispatch.ts';
import { type HarvestReport, harvest } from '../../../lib/pipeline/harvest/harvest.ts';
import type { Delivery } from '../../../lib/pipeline/turn/turn.ts';
import type { Ports } from '../../../lib/ports/ports.ts';
import { override } from '../../model/override.ts';
import { changesObjects } from '../../support/collection/turn-lines.ts';
import { CrashPlan, crashingPort } from '../../support/crash.ts';
import { clockwork, jobName, key, page, type SmallCrawl, smallCrawl } from '../small-crawl.ts';

const hosts = ['a.example', 'b.example', 'c.example'];
const urls = hosts.map((host) => `http://${host}/`);
const web = Object.fromEntries(urls.map((url) => [url, page(`what ${url} says`)]));

let crawl: SmallCrawl;
const open = async (): Promise<void> => {
  crawl = await smallCrawl(web, { seeds: urls, settings: { limits: { pagesPerDay: 1_000 } } });
  await dispatch(crawl.ports, { timing: clockwork, maxOutstanding: 100 });
};
beforeEach(open);
afterEach(() => crawl.close());

/** One batch of tickets, in the time that a function has. @returns undefined when it did not come to its end */
async function workOn(ports: Ports, deliveries: readonly Delivery[]): Promise<HarvestReport | undefined> {
  const { clock } = crawl.stores;
  const endBy = clock.monotonic() + clockwork.functionMs;
  let report: HarvestReport | undefined;
  let isOver = false;
  harvest(ports, deliveries, { timing: clockwork, endBy, lists }).then(
    (one) => {
      [report, isOver] = [one, true];
    },
    () => {
      isOver = true;
    },
  );
  while (!isOver && clock.monotonic() < endBy + 1_000) await clock.advance(clock.nextWake ?? 1_000);
  return report;
}

/** One batch of all tickets that are there. */
async function batch(ports: Ports = crawl.ports): Promise<HarvestReport> {
  const report = await workOn(ports, crawl.stores.tickets.receive(10));
  expect(report).toBeDefined();
  return report as HarvestReport;
}

/** The hosts that each changes object has lines of. */
async function told(): Promise<readonly (readonly string[])[]> {
  const { changes } = crawl.stores;
  const objects = await changesObjects(changes, jobName);
  const lines = await Promise.all(objects.map(({ name }) => changes.read(jobName, name)));
  return lines.map((some = []) => some.map((line) => (JSON.parse(line) as ChangeLine).host).toSorted());
}

async function expectEveryRecordRead(): Promise<void> {
  const { records } = await crawl.stores.records.records(jobName, 10);
  expect(records).toHaveLength(hosts.length);
  for (const entry of records)
    expect((await changeLineOf(crawl.stores, jobName, entry))?.md5).toBe(entry.md5);
  for await (const finding of sanity(crawl.ports, await crawl.job(), { documents: true }))
    expect(finding).toBeUndefined();
}

const withPut = (put: Ports['changes']['put']): Ports => ({
  ...crawl.ports,
  changes: override(crawl.ports.changes, { put }),
});

describe('the changes of a batch', () => {
  it('are one object, which the register and the controls name', async () => {
    await batch();
    expect(await told()).toEqual([hosts]);
    const [object] = await changesObjects(crawl.stores.changes, jobName);
    for (const host of hosts)
      expect((await crawl.stores.hosts.control(key(host)))?.told).toEqual({ turn: 1, object: object?.name });
    const { records } = await crawl.stores.records.records(jobName, 10);
    expect(records.map(({ change }) => change.object)).toEqual(hosts.map(() => object?.name));
    await expectEveryRecordRead();
  });

  it('are put by each turn alone when the shared put fails, and no turn fails', async () => {
    let failed = 0;
    const { changes } = crawl.ports;
    const report = await batch(
      withPut(async (job, name, lines) => {
        if (!name.includes('.example')) {
          failed += 1;
          throw new Error('no shared put');
        }
        return await changes.put(job, name, lines);
      }),
    );
    expect([report.failed, failed]).toEqual([[], 1]);
    expect((await told()).toSorted()).toEqual(hosts.map((host) => [host]));
    await expectEveryRecordRead();
  });

  it('fail only the turn whose own put fails, which is published by whoever comes next', async () => {
    const { changes } = crawl.ports;
    const report = await batch(
      withPut(async (job, name, lines) => {
        if (!name.includes('a.example') && !name.includes('c.example')) throw new Error('no put');
        return await changes.put(job, name, lines);
      }),
    );
    expect(report.failed.map(({ delivery }) => delivery.ticket.host)).toEqual(['b.example']);
    for (const { delivery } of report.failed) crawl.stores.tickets.retry(delivery);
    const again = await batch();
    expect(again.turns.map(({ host, result }) => `${host} ${result}`)).toEqual(['b.example rolled-forward']);
    expect((await told()).toSorted()).toEqual(hosts.map((host) => [host]));
    await expectEveryRecordRead();
  });

  it('wait for a turn that never ends until the deadline, and then go without it', async () => {
    const { hosts: stored } = crawl.ports;
    const report = await batch({
      ...crawl.ports,
      hosts: override(stored, {
        putBody: async (of, wasTurn, next) =>
          of.host === 'b.example'
            ? await new Promise(() => undefined)
            : await stored.putBody(of, wasTurn, next),
      }),
    });
    expect(report.failed.map(({ delivery }) => delivery.ticket.host)).toEqual(['b.example']);
    expect(await told()).toEqual([['a.example', 'c.example']]);
  });

  it('are told once or twice, and never lost, wherever the worker dies', async () => {
    const stores = ['hosts', 'records', 'changes', 'staged', 'due', 'links'] as const;
    for (const side of ['before', 'after'] as const) {
      for (let step = 0, died = true; died; step += 1) {
        crawl.close();
        await open();
        const plan = new CrashPlan();
        const crashing = Object.fromEntries(
          stores.map((name) => [name, crashingPort<object>(crawl.ports[name], plan)]),
        );
        plan.arm(step, side);
        const deliveries = crawl.stores.tickets.receive(10);
        await workOn({ ...crawl.ports, ...crashing }, deliveries);
        died = await plan.disarm();
        for (const delivery of deliveries) crawl.stores.tickets.retry(delivery);
        await workOn(crawl.ports, crawl.stores.tickets.receive(10));
        await crawl.stores.clock.advance(clockwork.ticketMs * 2);
        await crawl.run(20_000_000);
        expect(new Set((await told()).flat())).toEqual(new Set(hosts));
        await expectEveryRecordRead();
      }
    }
  }, 120_000);
});
