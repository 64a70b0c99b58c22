import type { CanonicalUrl, HostName } from '../../../lib/base/url/url.ts';
import type { FlawCode } from '../../../lib/capabilities/sanity/flaws/finding.ts';
import type { Outbox } from '../../../lib/domain/collection/outbox.ts';
import { stagedId } from '../../../lib/domain/collection/staged-id.ts';
import { admit, hostCounters, openBody, seal, settle, take } from '../../../lib/domain/frontier/body.ts';
import { newHost } from '../../../lib/pipeline/frontier/deliver.ts';
import { ensureJob, setJobState } from '../../../lib/pipeline/job/open-job.ts';
import { noteQuarantine } from '../../../lib/pipeline/job/quarantine.ts';
import type { HostControl } from '../../../lib/ports/hosts.ts';
import type { Ports } from '../../../lib/ports/ports.ts';
import type { RecordDraft } from '../../../lib/ports/records.ts';
import { ownObject } from '../collection/own-object.ts';
import { putDocument } from '../put-document.ts';
import { testSettings } from '../settings.ts';

type Stores = Omit<Ports, 'fetcher' | 'reader'>;

const dayMs = 86_400_000;
const hosts = ['a.example', 'b.example'] as HostName[];
const shared = 'e'.repeat(32);

/** A job with two hosts of two pages each, one of which both have. */
export interface StoredState {
  readonly ports: Stores;
  readonly job: string;
  readonly control: (host?: HostName) => Promise<HostControl>;
}

/** Makes what a crawl would have left behind, through the ports. */
export async function storeState(ports: Stores, job: string): Promise<StoredState> {
  await ensureJob(ports, testSettings(job));
  const { fingerprintKey } = await setJobState(ports, job, 'open', '');
  const now = ports.clock.now();
  const dueAt = now + 30 * dayMs;
  for (const [at, host] of hosts.entries()) {
    const body = openBody(undefined, { host, fingerprintKey });
    const pages = [urlOf(host, 'own'), urlOf(host, 'shared')];
    admit(
      body,
      pages.map((url) => ({ url, depth: 1, rank: 1 })),
    );
    for (let work = take(body, now); work; work = take(body, now)) {
      const times = { at: now, firstSeen: now, changedAt: now, next: dueAt };
      const md5 = work.url.endsWith('shared') ? shared : String(at + 1).repeat(32);
      settle(body, { url: work.url, depth: 1, outcome: 'stored', tries: 0, md5, ...times });
    }
    const read = async () => new Uint8Array();
    const { bytes } = await seal(body, { turn: 1, outbox: () => null, segmentPrefix: '1-x', read });
    await ports.hosts.putBody({ job, host }, 0, { turn: 1, bytes });
    const drafts = pages.map((url, ordinal) =>
      draftOf(url.endsWith('shared') ? shared : String(at + 1).repeat(32), host, ordinal),
    );
    await ports.changes.put(
      job,
      ownObject({ host, turn: 1 }),
      drafts.map(({ md5 }, ordinal) => JSON.stringify({ host, turn: 1, ordinal, md5, record: {} })),
    );
    for (const [ordinal, draft] of drafts.entries()) {
      const document = await putDocument(ports.documents, job, {
        md5: draft.md5,
        body: Buffer.from(draft.md5),
      });
      const member = { url: pages[ordinal] as CanonicalUrl, at: now, depth: 1 };
      await ports.records.add(job, { ...draft, document }, member);
    }
    const control = { ...newHost, turn: 1, published: 1, counters: hostCounters(body) };
    await ports.hosts.putControl({ job, host }, undefined, { ...control, state: 'due', dueAt });
    await ports.due.put(job, { at: dueAt, host, wake: false });
  }
  const control = async (host = hosts[0] as HostName) =>
    (await ports.hosts.control({ job, host })) as HostControl;
  return { ports, job, control };
}

function urlOf(host: HostName, page: string): CanonicalUrl {
  return `https://${host}/${page}` as CanonicalUrl;
}

function draftOf(md5: string, host: HostName, ordinal: number): RecordDraft {
  const change = { host, turn: 1, ordinal, object: ownObject({ host, turn: 1 }) };
  return { md5, title: 't', mediaType: 'text/html', bytes: 1, change, targets: '' };
}

export interface Corruption {
  readonly what: string;
  readonly code: FlawCode;
  /** What the detail of the finding says, where a code has several causes. */
  readonly says: RegExp;
  readonly corrupt: (state: StoredState) => Promise<unknown>;
  /** `--repair` mends it. */
  readonly isMended: boolean;
}

const [a, b] = hosts as [HostName, HostName];

/** Ways to corrupt it that every adapter has. */
export const corruptions: readonly Corruption[] = [
  mended(
    ['host-forgotten', /without an entry/],
    'the due index has lost a host',
    async ({ ports, job, control }) => {
      await ports.due.delete(job, [{ at: (await control()).dueAt as number, host: a, wake: false }]);
    },
  ),
  mended(
    ['control-differs', /it counts/],
    'a host counts a page too many',
    async ({ ports, job, control }) => {
      const was = await control();
      const counters = { ...was.counters, visited: was.counters.visited + 1 };
      await ports.hosts.putControl({ job, host: a }, was, { ...was, counters });
    },
  ),
  mended(['host-forgotten', /it is idle/], 'a host sleeps over its work', async ({ ports, job, control }) => {
    const was = await control();
    const { dueAt, ...rest } = was;
    await ports.hosts.putControl({ job, host: a }, was, { ...rest, state: 'idle' });
    await ports.due.delete(job, [{ at: dueAt as number, host: a, wake: false }]);
  }),
  mended(
    'host-quarantined',
    'the turns of a host failed again and again',
    async ({ ports, job, control }) => {
      const { published } = await control();
      await noteQuarantine(ports, { job, host: a }, { error: new Error('odd'), turn: published + 1 });
    },
  ),
  mended(['index-stale', /the job does not know it/], 'the due index names nobody', ({ ports, job }) =>
    ports.due.put(job, { at: 1, host: 'nobody.example' as HostName, wake: false }),
  ),
  mended(
    ['index-stale', /stands further behind/],
    'a host stands behind its rank',
    async ({ ports, job, control }) => {
      const was = await control();
      const at = was.dueAt as number;
      await ports.hosts.putControl({ job, host: a }, was, { ...was, rank: -5 });
      await ports.due.delete(job, [{ at, host: a, wake: false }]);
      await ports.due.put(job, { at, host: a, wake: false, rank: 3 });
    },
  ),
  mended(['record-urls-wrong', /does not have it/], 'a record has lost one of its URLs', ({ ports, job }) =>
    ports.records.remove(job, shared, urlOf(b, 'shared')),
  ),
  mended(['record-urls-wrong', /held by/], 'a record has a URL of nobody', ({ ports, job }) =>
    ports.records.add(job, draftOf(shared, a, 1), {
      ...{ url: urlOf('c.example' as HostName, 'x'), at: 1, depth: 1 },
    }),
  ),
  mended(
    ['figures-wrong', /the plan of revisits/],
    'the plan of revisits is senseless',
    async ({ ports, job }) => {
      const was = await ports.jobs.job(job);
      if (was) await ports.jobs.put(was, { ...was, revisits: { price: -1, perDay: 3 } });
    },
  ),
  mended(['figures-wrong', /the cost of/], 'a month has cost less than nothing', async ({ ports, job }) => {
    const month = new Date(ports.clock.now()).toISOString().slice(0, 7);
    await ports.jobs.tally(job, `cost-${month}`, { puts: -5 });
  }),
  mended('command-stuck', 'a command goes on for ever', ({ ports, job }) =>
    ports.commands.enter({
      ...{ requestId: `stuck-${job}`, at: 1, by: 'ann', reason: '', state: 'running' },
      command: { command: 'reharvest', job },
    }),
  ),
  lost('record-missing', 'a record has lost all of its URLs', ({ ports, job }) =>
    ports.records.remove(job, '1'.repeat(32), urlOf(a, 'own')),
  ),
  lost('change-missing', 'the text of a page is that of another', ({ ports, job }) =>
    ports.changes.put(job, ownObject({ host: a, turn: 1 }), [JSON.stringify({ md5: 'f'.repeat(32) })]),
  ),
  lost('document-unowned', 'a document has no record', ({ ports, job }) =>
    putDocument(ports.documents, job, { md5: 'd'.repeat(32), body: Buffer.from('x') }),
  ),
  mended(['turns-differ', /last ticket was for/], 'what a host knows is of a later turn', (state) =>
    commitTurn(state, 9, null),
  ),
  mended(
    ['turn-untellable', /turn 2 lacks lost/],
    'the texts of a turn are gone, whose ticket is given out again and again',
    async (state) => {
      await commitTurn(state, 2, {
        ...{ pages: [], removals: [], inbox: [], spent: [], staged: 'lost' },
      });
      const { ports, job } = state;
      const was = await state.control(b);
      const { dueAt: ticketExpires = 0, ...rest } = was;
      const ticketed = { ...rest, state: 'ticketed', turn: 2, ticket: 'again', ticketExpires } as const;
      await ports.hosts.putControl({ job, host: b }, was, ticketed);
    },
  ),
  mended('staged-stray', 'a worker died when it had staged the texts of a turn', ({ ports, job }) =>
    ports.staged.put(job, stagedId({ host: a, turn: 1 }, 'dead'), [stagedLine(a, 1)]),
  ),
];

/** Commits a turn of the second host that nobody publishes. */
async function commitTurn(
  { ports, job }: StoredState,
  turn: number,
  outbox: Partial<Outbox> | null,
): Promise<void> {
  const stored = await ports.hosts.body({ job, host: b });
  const { fingerprintKey = '' } = (await ports.jobs.job(job)) ?? {};
  const body = openBody(stored?.bytes, { host: b, fingerprintKey });
  const read = async () => new Uint8Array();
  const { bytes } = await seal(body, { turn, outbox: () => outbox, segmentPrefix: `${turn}-x`, read });
  await ports.hosts.putBody({ job, host: b }, 1, { turn, bytes });
}

function stagedLine(host: HostName, turn: number): string {
  return JSON.stringify({ job: 'j', host, turn, ordinal: 0, record: {} });
}

type Told = FlawCode | readonly [code: FlawCode, says: RegExp];

function mended(told: Told, what: string, corrupt: Corruption['corrupt']): Corruption {
  const [code, says] = typeof told === 'string' ? [told, /^/] : told;
  return { what, code, says, corrupt, isMended: true };
}

function lost(code: FlawCode, what: string, corrupt: Corruption['corrupt']): Corruption {
  return { what, code, says: /^/, corrupt, isMended: false };
}
