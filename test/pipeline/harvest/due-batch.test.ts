import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dispatch } from '../../../lib/pipeline/dispatch/dispatch.ts';
import type { DueEntry } from '../../../lib/ports/due-index.ts';
import type { Ports } from '../../../lib/ports/ports.ts';
import { override } from '../../model/override.ts';
import { clockwork, jobName, key, page, type SmallCrawl, smallCrawl } from '../small-crawl.ts';
import { runBatch } from './run-batch.ts';

const hosts = ['a', 'b', 'c'].map((name) => `${name}.example`);
const urls = hosts.flatMap((host) => Array.from({ length: 7 }, (_, at) => `http://${host}/${at}`));
const web = Object.fromEntries(urls.map((url) => [url, page(url)]));

let crawl: SmallCrawl;
beforeEach(async () => {
  crawl = await smallCrawl(web, { seeds: urls });
  await dispatch(crawl.ports, { timing: clockwork, maxOutstanding: 100 });
});
afterEach(() => crawl.close());

/** The ports, and what was put together and alone through them. */
function watched(putTogether?: Ports['due']['putTogether']) {
  const together: (readonly DueEntry[])[] = [];
  const { due } = crawl.ports;
  const ports: Ports = {
    ...crawl.ports,
    due: override(due, {
      async putTogether(job, entries) {
        together.push(entries);
        await (putTogether ?? due.putTogether.bind(due))(job, entries);
      },
    }),
  };
  return { ports, together };
}

/** The hosts whose entry in the due index is where their control says. */
async function found(): Promise<readonly string[]> {
  const entries = await crawl.ports.due.due(jobName, crawl.ports.clock.now() + 600_000, 100);
  const controls = await Promise.all(
    hosts.map(async (host) => ({ host, control: await crawl.ports.hosts.control(key(host)) })),
  );
  return controls
    .filter(({ host, control }) => entries.some((one) => one.host === host && one.at === control?.dueAt))
    .map(({ host }) => host);
}

describe('the next due entries of turns that ran side by side', () => {
  it('are put together, after the controls that they belong to', async () => {
    const { ports, together } = watched();
    await runBatch(crawl, ports, crawl.stores.tickets.receive(10));
    expect(together.map((entries) => entries.map(({ host }) => host).toSorted())).toEqual([hosts]);
    expect(await found()).toEqual(hosts);
  });

  it('are put one by one when they cannot be put together, and no turn fails', async () => {
    const { ports, together } = watched(() => Promise.reject(new Error('throttled')));
    const report = await runBatch(crawl, ports, crawl.stores.tickets.receive(10));
    expect(together).toHaveLength(1);
    expect(report.failed).toEqual([]);
    expect(await found()).toEqual(hosts);
  });

  it('wait no longer than seconds for a turn that never ends', async () => {
    const { ports, together } = watched();
    const began = crawl.ports.clock.now();
    const putAt: number[] = [];
    const slow: Ports = {
      ...ports,
      due: override(ports.due, {
        async putTogether(job, entries) {
          putAt.push(crawl.ports.clock.now() - began);
          await ports.due.putTogether(job, entries);
        },
      }),
      hosts: override(ports.hosts, {
        putControl: (host, was, next) =>
          host.host === 'c.example' && next.state === 'due'
            ? new Promise(() => undefined)
            : ports.hosts.putControl(host, was, next),
      }),
    };
    const report = await runBatch(crawl, slow, crawl.stores.tickets.receive(10));
    expect(report.failed.map(({ delivery }) => delivery.ticket.host)).toEqual(['c.example']);
    expect(together.map((entries) => entries.map(({ host }) => host).toSorted())).toEqual([
      hosts.slice(0, 2),
    ]);
    expect(Math.max(...putAt)).toBeLessThan(20_000);
  });

  it('are put by whoever has the ticket next, when the worker died between control and entry', async () => {
    const deliveries = crawl.stores.tickets.receive(10);
    const { ports } = watched(() => new Promise(() => undefined));
    const dead = override(ports.due, { put: () => new Promise(() => undefined) });
    await runBatch(crawl, { ...ports, due: dead }, deliveries);
    expect(await found()).toEqual([]);
    const again = deliveries.map((delivery) => ({ ...delivery, receives: 2 }));
    const report = await runBatch(crawl, crawl.ports, again);
    expect(report.turns.map(({ result }) => result)).toEqual(['not-mine', 'not-mine', 'not-mine']);
    expect(await found()).toEqual(hosts);
  });
});
