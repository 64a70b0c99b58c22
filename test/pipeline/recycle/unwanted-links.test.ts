import { expect, it } from 'vitest';
import { defaultsOf } from '../../../lib/base/setting-kinds/section.ts';
import type { HostName } from '../../../lib/base/url/url.ts';
import { defaultFocus } from '../../../lib/domain/focus/focus-settings.ts';
import { decodeInboxMessage } from '../../../lib/domain/inbox/inbox-item.ts';
import { freshnessSection } from '../../../lib/domain/revisit/freshness-settings.ts';
import type { JobSettings } from '../../../lib/domain/settings/settings.ts';
import { ensureJob, setJobState } from '../../../lib/pipeline/job/open-job.ts';
import { recycle } from '../../../lib/pipeline/recycle/recycle.ts';
import { recentLinks } from '../../../lib/runtime/shared/recent-links.ts';
import { loggedLine, randomLinkLines } from '../../support/links/random-link-lines.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { testSettings } from '../../support/settings.ts';
import { memoryPorts } from '../../support/stores.ts';
import { termTopic } from '../../support/topic/topic.ts';

const usual = testSettings('birds');
const kinds: readonly (readonly [string, JobSettings])[] = [
  ['the frontier is in the order of depth', usual],
  ['pages may be two hosts away', { ...usual, scope: { ...usual.scope, maxHostHops: 2, maxDepth: 3 } }],
  ['some relations are not followed', { ...usual, links: { ...usual.links, skipRel: ['nofollow'] } }],
  ['a host has an alias', { ...usual, url: { ...usual.url, aliases: { 'b.example': 'a.example' } } }],
  [
    'relevance orders the frontier',
    { ...usual, topic: termTopic('10: owls=BIRDS'), focus: { ...defaultFocus, mode: 'soft' } },
  ],
  [
    'linking sites are counted',
    { ...usual, freshness: { ...defaultsOf(freshnessSection), popularity: 1, popularityBy: 'sites' } },
  ],
];

/** All messages after some rounds. @param log how a line is logged */
async function messages(settings: JobSettings, seed: number, log: (line: string) => string) {
  const ports = memoryPorts();
  const recent = recentLinks(30);
  await ensureJob(ports, settings);
  const job = await setJobState(ports, settings.name, 'open', '');
  const random = seededRandom(seed);
  const told: unknown[] = [];
  let links = 0;
  for (let round = 0; round < 4; round += 1) {
    for (let segment = 0; segment < 3; segment += 1) {
      const id = `${ports.clock.now()}-${round}${segment}`;
      const lines = randomLinkLines(random, 8).map((line) => log(loggedLine(line)));
      await ports.links.register(job.name, id);
      await ports.links.put(job.name, id, Buffer.from(lines.join('\n')));
    }
    links += (await recycle(ports, job, { endBy: Number.POSITIVE_INFINITY, recent })).links;
    for (const { host } of (await ports.hosts.hosts(job.name, 100)).hosts) {
      const key = { job: job.name, host: host as HostName };
      for (const { id, bytes } of await ports.hosts.inbox(key, 100))
        told.push([host, id, decodeInboxMessage(bytes)]);
    }
  }
  const due = await ports.due.due(job.name, Number.MAX_SAFE_INTEGER, 1_000);
  ports.close();
  return { links, told, due };
}

it.each(kinds)('hosts are told the same without what cannot be news, where %s', async (_, settings) => {
  for (let seed = 0; seed < 8; seed += 1) {
    const skimmed = await messages(settings, seed, (line) => line);
    // With a space in it a line is decoded as a whole.
    const whole = await messages(settings, seed, (line) => line.replace(',"links":[', ',"links": ['));
    expect(skimmed).toEqual(whole);
    expect(skimmed.told.length).toBeGreaterThan(10);
  }
});
