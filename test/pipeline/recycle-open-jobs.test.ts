import { afterEach, beforeEach, expect, test } from 'vitest';
import type { LinkLine } from '../../lib/domain/link-segment.ts';
import { canonicalise, type HostName } from '../../lib/domain/url.ts';
import { ensureJob, setJobState } from '../../lib/pipeline/open-job.ts';
import { recycleOpenJobs } from '../../lib/pipeline/recycle-open-jobs.ts';
import { testSettings } from '../support/settings.ts';
import { type MemoryPorts, memoryPorts } from '../support/stores.ts';

let ports: MemoryPorts;
beforeEach(() => {
  ports = memoryPorts();
});
afterEach(() => ports.close());

function url(text: string) {
  const canonical = canonicalise(text);
  if (!canonical.ok) throw new Error(text);
  return canonical.url;
}

/** A job with one link segment: a page that links to another host. */
async function job(name: string, state: 'open' | 'paused'): Promise<void> {
  await ensureJob(ports, testSettings(name));
  await setJobState(ports, name, state, '');
  const line: LinkLine = {
    v: 1,
    url: url('https://a.example/'),
    host: 'a.example' as HostName,
    turn: 1,
    depth: 0,
    at: ports.clock.now(),
    outcome: 'stored',
    ownAdmitted: true,
    links: [{ url: url('https://b.example/'), anchor: '', rel: [], element: 'a', place: 'body' }],
  };
  const id = `${ports.clock.now()}-1`;
  await ports.links.register(name, id);
  await ports.links.put(name, id, Buffer.from(JSON.stringify(line)));
}

test('links of open jobs are handed on; those of a paused one wait', async () => {
  await job('birds', 'open');
  await job('fish', 'paused');
  await job('trees', 'open');
  const report = await recycleOpenJobs(ports, { endBy: ports.clock.monotonic() + 50_000 });
  expect(report).toEqual({ segments: 2, links: 2, delivered: 2, hosts: 2 });
  expect(await ports.links.open('fish', 10)).toHaveLength(1);
  const b = 'b.example' as HostName;
  expect(await ports.hosts.inbox({ job: 'trees', host: b }, 10)).toHaveLength(1);
  expect(await ports.hosts.inbox({ job: 'fish', host: b }, 10)).toHaveLength(0);
});

test('when the time is over nothing is begun', async () => {
  await job('birds', 'open');
  const report = await recycleOpenJobs(ports, { endBy: ports.clock.monotonic() });
  expect(report.segments).toBe(0);
});
