import { afterEach, beforeEach, expect, test } from 'vitest';
import type { LinkLine } from '../../../lib/base/links/link-segment.ts';
import type { CanonicalUrl, HostName } from '../../../lib/base/url/url.ts';
import { maintenanceRound } from '../../../lib/capabilities/maintenance-round.ts';
import { defaultFocus } from '../../../lib/domain/focus/focus-settings.ts';
import { decodeRank } from '../../../lib/domain/focus/link-rank.ts';
import { decodeInboxMessage } from '../../../lib/domain/inbox/inbox-item.ts';
import { dueInAnyBand } from '../../../lib/pipeline/frontier/due-bands.ts';
import { ensureJob, setJobState } from '../../../lib/pipeline/job/open-job.ts';
import type { RecentLinks } from '../../../lib/pipeline/recycle/found-links.ts';
import { recentLinks } from '../../../lib/runtime/shared/recent-links.ts';
import { testSettings } from '../../support/settings.ts';
import { type MemoryPorts, memoryPorts } from '../../support/stores.ts';
import { termTopic } from '../../support/topic/topic.ts';

const job = 'birds';
const target = 'http://owls.example/1' as CanonicalUrl;
const host = 'owls.example' as HostName;

let ports: MemoryPorts;
let recent: RecentLinks;
let pages = 0;
beforeEach(async () => {
  ports = memoryPorts();
  recent = recentLinks(100);
  const settings = { ...testSettings(job), topic: termTopic('10: owls=BIRDS') };
  await ensureJob(ports, { ...settings, focus: { ...defaultFocus, mode: 'soft' } });
  await setJobState(ports, job, 'open', '');
});
afterEach(() => ports.close());

/** A page that links to the target, with what its link promises; and a round of the recycler. */
async function linked(score: number, url = `http://p${++pages}.example/` as CanonicalUrl): Promise<number> {
  const line: LinkLine = {
    ...{ v: 1, url, host: new URL(url).host as HostName, turn: 1, depth: 1, at: ports.clock.now() },
    ...{ outcome: 'stored', relevance: score, tunnelDepth: 0, ownAdmitted: true },
    links: [{ url: target, anchor: '', rel: [], element: 'a', place: 'body', score }],
  };
  await ports.clock.advance(1);
  const id = `${ports.clock.now()}-1`;
  await ports.links.register(job, id);
  await ports.links.put(job, id, Buffer.from(JSON.stringify(line)));
  const report = await maintenanceRound(ports, { endBy: ports.clock.monotonic() + 50_000, recent });
  return report.delivered;
}

const told = async () => {
  const items = await ports.hosts.inbox({ job, host }, 100);
  return items.flatMap(({ bytes }) =>
    decodeInboxMessage(bytes).candidates.map(({ rank }) => decodeRank(rank)),
  );
};
const places = async () => {
  const entries = await dueInAnyBand(ports.due, job, ports.clock.now(), 100);
  return entries.map(({ rank }) => decodeRank(rank ?? 0)?.relevance);
};

test('a host is told what further links make of a URL, and waits where all of them put it', async () => {
  expect(await linked(0.1)).toBe(1);
  expect(await linked(0.12)).toBe(0);
  expect(await linked(0.9)).toBe(1);
  expect(await told()).toEqual([
    expect.objectContaining({ parents: 1, relevance: expect.closeTo(0.1, 3) }),
    expect.objectContaining({ parents: 2, relevance: expect.closeTo(0.51, 3) }),
  ]);
  expect((await places()).toSorted()).toEqual([
    expect.closeTo(0.1, 3),
    expect.closeTo((0.1 + 0.12 + 0.9) / 3, 3),
  ]);
});

test('links to a page that was visited move its host nowhere', async () => {
  await linked(0.1);
  await linked(0.5, target);
  expect(await linked(0.9)).toBe(0);
  expect(await told()).toHaveLength(1);
});
