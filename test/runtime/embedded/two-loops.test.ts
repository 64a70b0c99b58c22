import { expect, it } from 'vitest';
import { inlineReader } from '../../../lib/adapters/reading/inline-reader.ts';
import type { HostBody } from '../../../lib/domain/frontier/body.ts';
import { timing } from '../../../lib/domain/settings/timing.ts';
import { ensureJob, setJobState } from '../../../lib/pipeline/job/open-job.ts';
import { seed } from '../../../lib/pipeline/seeds/seed.ts';
import type { Delivery } from '../../../lib/pipeline/turn/turn.ts';
import type { Ports } from '../../../lib/ports/ports.ts';
import { crawlLoop } from '../../../lib/runtime/embedded/crawl-loop.ts';
import { turnsHere } from '../../../lib/runtime/embedded/turns.ts';
import { recentLinks } from '../../../lib/runtime/shared/recent-links.ts';
import { turnBench } from '../../../lib/runtime/workers/run-ticket.ts';
import { settled } from '../../support/clock.ts';
import { testSettings } from '../../support/settings.ts';
import { memoryPorts } from '../../support/stores.ts';

it('a crawl is not over while a turn of another loop has links that nobody has delivered', async () => {
  const stores = memoryPorts();
  const { clock, tickets } = stores;
  const fetched: string[] = [];
  const fetcher: Ports['fetcher'] = {
    ready: async () => undefined,
    ahead: () => undefined,
    addressOf: async () => undefined,
    async fetch({ url }) {
      fetched.push(url);
      await clock.sleep(100);
      const body = new Uint8Array(
        Buffer.from(url === 'http://b.example/' ? '<a href="http://a.example/late">late</a>' : `<p>${url}`),
      );
      const headers = { 'content-type': 'text/html' };
      return {
        ...{ kind: 'response', status: url.endsWith('robots.txt') ? 404 : 200, headers, body },
        ...{ truncated: false, wireBytes: body.length, elapsedMs: 100 },
      };
    },
  };
  const ports: Ports = { ...stores, fetcher, reader: inlineReader() };
  const base = testSettings('two');
  await ensureJob(ports, { ...base, sitemaps: { ...base.sitemaps, follow: false } });
  await seed(ports, await setJobState(ports, 'two', 'open', ''), ['http://a.example/', 'http://b.example/']);
  const stop = new AbortController();
  const clocks = timing(60_000);
  const turns = () =>
    turnsHere(turnBench(ports, new Map<string, HostBody>()), { signal: stop.signal }, () => false);
  /** The first ticket of one host goes to the other loop, whose turn ends when this one has looked for links. */
  const theirs: Delivery[] = [];
  let isTaken = false;
  const running = crawlLoop(
    {
      ...{ ports, timing: clocks, turns: turns(), recent: recentLinks(1_000), failure: () => undefined },
      tickets: {
        withdraw: (...args) => tickets.withdraw(...args),
        receive(max) {
          const all = tickets.receive(max);
          const other = isTaken ? undefined : all.find(({ ticket }) => ticket.host === 'b.example');
          if (other === undefined) return all;
          isTaken = true;
          theirs.push(other);
          return all.filter((one) => one !== other);
        },
        done: (one) => tickets.done(one),
        retry: (one, delayMs) => tickets.retry(one, delayMs),
      },
      async summary(name) {
        for (const one of theirs.splice(0)) {
          await turns().run(one, { pages: 10, timing: clocks });
          tickets.done(one);
        }
        return stores.hosts.summary(name);
      },
    },
    {
      ...{ hosts: 1, signal: stop.signal, untilDone: ['two'], mayCrawl: () => true },
      ...{ patienceMs: 60_000, gapPatienceMs: 60_000 },
    },
  );
  let end: string | undefined;
  running.then(
    (how) => {
      end = how;
    },
    () => {
      end = 'failed';
    },
  );
  while (end === undefined) {
    await settled();
    await clock.advance(clock.nextWake ?? 0);
  }
  expect(await running).toBe('done');
  stores.close();
  expect(isTaken).toBe(true);
  expect(fetched).toContain('http://a.example/late');
}, 20_000);
