import { expect, it } from 'vitest';
import { WinnowError } from '../../../lib/base/error.ts';
import { dispatch } from '../../../lib/pipeline/dispatch/dispatch.ts';
import { quarantinedHosts } from '../../../lib/pipeline/job/quarantine.ts';
import type { Ports } from '../../../lib/ports/ports.ts';
import { override } from '../../model/override.ts';
import { clockwork, jobName, page, smallCrawl } from '../small-crawl.ts';

const minuteMs = 60_000;
const bad = 'h04.example4.org';
const throttled = new WinnowError('unavailable', 'dynamodb:PutItem: throttled');
const damaged = new WinnowError('corrupt', 'the control cannot be read');

async function crawlOf(count: number) {
  const seeds = Array.from(
    { length: count },
    (_, i) => `https://h${String(i).padStart(2, '0')}.example${i}.org/`,
  );
  const web = Object.fromEntries(seeds.map((url) => [url, page(`at ${url}`)]));
  const crawl = await smallCrawl(web, { seeds });
  return {
    ...crawl,
    pass: (ports: Ports = crawl.ports) => dispatch(ports, { timing: clockwork, maxOutstanding: 1_000 }),
    async ticketed() {
      const { hosts } = await crawl.ports.hosts.hosts(jobName, 1_000);
      return hosts.filter(({ control }) => control.state === 'ticketed').length;
    },
  };
}

/** Ports on which writes of one host's control fail as often as said. */
function failing(ports: Ports, times: number, error = throttled): Ports {
  let left = times;
  const hosts = override(ports.hosts, {
    async putControl(key, was, next) {
      if (key.host === bad && left-- > 0) throw error;
      return await ports.hosts.putControl(key, was, next);
    },
  });
  return { ...ports, hosts };
}

it('a write that fails for one host leaves the others of its group with their tickets', async () => {
  const crawl = await crawlOf(30);
  const ports = failing(crawl.ports, 1);
  const { sent, failed } = await crawl.pass(ports);
  expect(sent).toBe(29);
  expect(failed).toMatchObject([{ job: jobName, work: 'dispatch' }]);
  expect(String(failed?.[0]?.error)).toContain(bad);
  expect(await crawl.ticketed()).toBe(29);
  expect(await crawl.stores.tickets.outstanding()).toBe(29);
  await crawl.stores.clock.advance(minuteMs);
  expect((await crawl.pass(ports)).sent).toBe(1);
  crawl.close();
});

it('a host that fails each time does not come first each time', async () => {
  const crawl = await crawlOf(120);
  const ports = failing(crawl.ports, 1_000);
  await crawl.pass(ports);
  expect(await crawl.stores.tickets.outstanding()).toBe(119);
  const due = await crawl.ports.due.due(jobName, crawl.ports.clock.now(), 200);
  expect(due).toEqual([]);
  crawl.close();
});

it('a host whose control is damaged is quarantined and named', async () => {
  const crawl = await crawlOf(30);
  const { ports } = crawl;
  let isDamaged = true;
  const hosts = override(ports.hosts, {
    async control(key) {
      if (key.host === bad && isDamaged) throw damaged;
      return await ports.hosts.control(key);
    },
  });
  expect((await crawl.pass({ ...ports, hosts })).sent).toBe(29);
  expect(await quarantinedHosts({ ...ports, hosts }, jobName)).toMatchObject([
    { host: bad, code: 'corrupt' },
  ]);
  await crawl.stores.clock.advance(59 * minuteMs);
  // The tickets of the others have ended meanwhile.
  expect(await crawl.pass({ ...ports, hosts })).toEqual({ sent: 29, looked: 29, lagMs: expect.any(Number) });
  isDamaged = false;
  expect(await quarantinedHosts(ports, jobName)).toEqual([]);
  await crawl.stores.clock.advance(minuteMs);
  await crawl.pass();
  expect((await ports.hosts.control({ job: jobName, host: bad as never }))?.state).toBe('ticketed');
  crawl.close();
});

it('hosts whose tickets could not be sent are due again within a minute', async () => {
  const crawl = await crawlOf(30);
  const { ports } = crawl;
  const tickets = {
    outstanding: () => ports.tickets.outstanding(),
    send: () => Promise.reject(new WinnowError('unavailable', 'sqs:SendMessageBatch: refused')),
  };
  const { sent, failed } = await crawl.pass({ ...ports, tickets });
  expect({ sent, works: failed?.map(({ work }) => work) }).toEqual({ sent: 0, works: ['dispatch'] });
  expect(await crawl.ticketed()).toBe(0);
  await crawl.stores.clock.advance(minuteMs);
  expect((await crawl.pass()).sent).toBe(30);
  crawl.close();
});

it('a host on hold that cannot be put off keeps no other from its ticket', async () => {
  const crawl = await crawlOf(30);
  const job = await crawl.job();
  const held = { what: bad, verb: 'pause', reason: 'a test', by: 'ann', at: 0 } as const;
  await crawl.ports.jobs.put(job, { ...job, holds: [held] });
  const { sent, failed } = await crawl.pass(failing(crawl.ports, 1_000));
  expect({ sent, failed: failed?.length }).toEqual({ sent: 29, failed: 1 });
  crawl.close();
});
