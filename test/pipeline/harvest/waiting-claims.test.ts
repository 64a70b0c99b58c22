import { afterEach, describe, expect, it } from 'vitest';
import type { CanonicalUrl, HostName } from '../../../lib/base/url/url.ts';
import { emptyMemory, firstOpening, freeOpening } from '../../../lib/domain/domains/domain-credit.ts';
import type { InboxMessage } from '../../../lib/domain/inbox/inbox-item.ts';
import { joinDomain } from '../../../lib/pipeline/domains/join-domain.ts';
import { deliver, newHost } from '../../../lib/pipeline/frontier/deliver.ts';
import { ensureJob } from '../../../lib/pipeline/job/open-job.ts';
import type { HostKey } from '../../../lib/ports/hosts.ts';
import { testSettings } from '../../support/settings.ts';
import { type MemoryPorts, memoryPorts } from '../../support/stores.ts';

const job = 'birds';
const limits = { isNew: true, asksNobody: false, budgets: { pendingPerHost: 1_000_000, newHosts: 3 } };
const key: HostKey = { job, host: 'x.example.org' as HostName };
const segment = (n: number) => `${String(1_700_000_000_000 + n).padStart(14, '0')}-abc-0`;
const link = (host: string, path: string | number, depth = 3) => ({
  ...{ url: `http://${host}/${path}` as CanonicalUrl, depth, rank: depth },
});
const links = (n: string | number, more: Partial<InboxMessage> = {}): InboxMessage => ({
  candidates: [link(key.host, n)],
  ...more,
});

let ports: MemoryPorts;
afterEach(() => ports.close());

/** A job whose registered domain tries no more hosts with unproven links only. */
async function prepared(): Promise<void> {
  ports = memoryPorts();
  await ensureJob(ports, testSettings(job));
  const domain = { job, domain: 'example.org' };
  await ports.domains.open(domain, firstOpening);
  const opening = { ...freeOpening(true), tried: 1 as const, unproven: 1 as const, at: ports.clock.now() };
  for (let n = 0; n < 80; n += 1) {
    await ports.domains.open(domain, opening);
    await ports.domains.remember(domain, emptyMemory, 1);
  }
}

/** What comes of asking for a try. */
async function joined(host = key): Promise<'has it' | 'waits' | 'lost'> {
  const control = (await ports.hosts.control(host)) ?? newHost;
  const result = await joinDomain(ports, host, control, limits);
  if (result === undefined || result === 'lost') return 'lost';
  return 'waits' in result ? 'waits' : 'has it';
}

async function unproven(mails: number): Promise<void> {
  for (let n = 0; n < mails; n += 1)
    await deliver(ports, { job, host: key.host }, { id: segment(n), message: links(n, { unproven: true }) });
}

const claims: readonly [string, string, InboxMessage, string][] = [
  [
    'a link of a host that has proven itself',
    'vouch-7-y.example.org',
    { candidates: [], proven: true },
    'has it',
  ],
  ['a page that somebody asked for', 'fetch-123', { candidates: [], visit: link(key.host, 1).url }, 'has it'],
  ['a seed', 'again-1-seed', { candidates: [link(key.host, '', 0)] }, 'has it'],
  ['a link of a host in good standing', segment(1_000_000), links('good'), 'has it'],
  [
    'such a link of a second pass over the link log',
    `again-1-${segment(1_000_000)}`,
    links('good'),
    'has it',
  ],
];

describe('what speaks for a host that waits for a try', () => {
  it.each([10, 49, 60, 400])('is nothing as long as %i messages are unproven links', async (mails) => {
    await prepared();
    await unproven(mails);
    expect(await joined()).toBe('waits');
  });

  it.each([10, 60, 400].flatMap((mails) => claims.map((claim) => [mails, ...claim] as const)))(
    'is seen behind %i messages of unproven links: %s',
    async (mails, _, id, message, claim) => {
      await prepared();
      await unproven(mails);
      await deliver(ports, { job, host: key.host }, { id, message });
      expect(await joined()).toBe(claim);
    },
  );

  it('is seen by a look at 50 messages, however many there are', async () => {
    await prepared();
    await unproven(200);
    await deliver(ports, { job, host: key.host }, { id: segment(1_000_000), message: links('good') });
    const looks: number[] = [];
    const { inbox } = ports.hosts;
    ports.hosts.inbox = async (host, limit) => {
      looks.push(limit);
      return await inbox.call(ports.hosts, host, limit);
    };
    expect(await joined()).toBe('has it');
    expect(looks).toEqual([50]);
  });
});

it('links that are unproven are taken in behind others, and none is lost', async () => {
  await prepared();
  await unproven(3);
  await deliver(ports, { job, host: key.host }, { id: segment(9), message: links('good') });
  const ids = (await ports.hosts.inbox(key, 10)).map(({ id }) => id);
  expect(ids).toHaveLength(4);
  expect(ids[0]).toContain(segment(9));
});
