import { describe, expect, it } from 'vitest';
import { accountOf } from '../../lib/domain/domains/account.ts';
import type { Job } from '../../lib/ports/jobs.ts';
import type { JobEraser } from '../../lib/ports/operate/job-eraser.ts';
import type { Ports } from '../../lib/ports/ports.ts';
import { putDocument } from '../support/put-document.ts';
import { testSettings } from '../support/settings.ts';
import { type Fixture, freshName, hostName, noise, opened } from './fixture.ts';
import { md5Of } from './records/records-made.ts';

type Stores = Pick<
  Ports,
  | 'jobs'
  | 'hosts'
  | 'domains'
  | 'due'
  | 'segments'
  | 'links'
  | 'graphs'
  | 'records'
  | 'documents'
  | 'changes'
  | 'staged'
  | 'offTopic'
>;

const hosts = ['a.example', 'b.example', 'www.b.example', '127.0.0.1:80'].map(hostName);

/** What every adapter of `JobEraser` must do. */
export function jobEraserContract(
  name: string,
  make: () => Promise<Fixture & { readonly stores: Stores; readonly eraser: JobEraser }>,
): void {
  describe(`${name} keeps the contract of JobEraser`, () => {
    const fixture = opened(make);

    /** A job with something in every store. */
    async function fill(): Promise<Job> {
      const { stores } = fixture();
      const settings = testSettings(freshName('job'));
      const job: Job = {
        ...{ name: settings.name, state: 'stopped', config: await stores.jobs.putSettings(settings) },
        ...{ fingerprintKey: '00'.repeat(16), dueShards: 3, createdAt: 1 },
      };
      await stores.jobs.put(undefined, job);
      const bytes = noise(50);
      for (const host of hosts) {
        const key = { job: job.name, host };
        const counters = { pending: 1, visited: 2, outcomes: { stored: 1 }, bytes: 3 };
        await stores.hosts.putControl(key, undefined, {
          ...{ state: 'due', turn: 1, dueAt: 5, published: 1, attempts: 0, counters },
        });
        await stores.hosts.putBody(key, 0, { turn: 1, bytes });
        for (const id of ['1', '2']) await stores.hosts.putInbox(key, { id, bytes });
        await stores.due.put(job.name, { at: 5, host, wake: false });
        await stores.due.put(job.name, { at: 6, host, wake: true, band: 3 });
        await stores.segments.put(key, 'spilled', bytes);
        await stores.changes.put(job.name, `${host}/0000000001`, ['{}']);
        await stores.offTopic.put(key, 'aside', ['{}']);
      }
      const domain = { job: job.name, domain: 'b.example' };
      await stores.graphs.put(job.name, 'state.json', bytes);
      await stores.domains.count(domain, { pages: 1, bytes: 1 });
      await stores.domains.count({ ...domain, domain: accountOf(domain.domain) }, { pages: 1, bytes: 1 });
      await stores.links.register(job.name, 'links');
      await stores.links.put(job.name, 'links', bytes);
      await stores.staged.put(job.name, 'staged', ['{}']);
      await stores.jobs.count(job.name, 'counter', 1);
      await stores.jobs.putNote(job.name, 'note', 0, 'text');
      await putDocument(stores.documents, job.name, { md5: md5Of(1), body: bytes });
      return job;
    }

    /** How much each store still has of a job. */
    async function left({ name: job }: Job): Promise<Readonly<Record<string, number>>> {
      const { stores } = fixture();
      const of = async (read: (host: (typeof hosts)[number]) => Promise<number>) =>
        (await Promise.all(hosts.map(read))).reduce((a, b) => a + b, 0);
      const domain = { job, domain: 'b.example' };
      const due = await Promise.all([0, 3].map((band) => stores.due.due(job, 9, 99, band)));
      return {
        controls: (await stores.hosts.hosts(job, 99)).hosts.length,
        bodies: await of(async (host) => Number((await stores.hosts.body({ job, host })) !== undefined)),
        inboxes: await of(async (host) => (await stores.hosts.inbox({ job, host }, 99)).length),
        due: due.flat().length,
        domains: (await stores.domains.domain(domain)).pages,
        accounts: (await stores.domains.domain({ job, domain: accountOf(domain.domain) })).pages,
        graph: (await stores.graphs.names(job, 99)).length,
        openLinks: (await stores.links.open(job, 99)).length,
        links: (await stores.links.kept(job, 99)).length,
        staged: Number((await stores.staged.read(job, 'staged')) !== undefined),
        counters: await stores.jobs.count(job, 'counter', 0),
        notes: Number((await stores.jobs.note(job, 'note')) !== undefined),
        offTopic: await of(async (host) =>
          Number((await stores.offTopic.read({ job, host }, 'aside')) !== undefined),
        ),
      };
    }

    /** Slice by slice to the end. @returns how many slices had something */
    async function eraseAll(job: Job, limit: number): Promise<number> {
      let slices = 0;
      while ((await fixture().eraser.eraseSome(job, limit)) > 0) {
        slices += 1;
        if (slices > 500) throw new Error('it does not come to an end');
      }
      return slices;
    }

    it('deletes in slices all that the crawl of a job needed, and leaves its collection and other jobs', async () => {
      const { stores } = fixture();
      const [job, other] = [await fill(), await fill()];
      const before = await left(other);
      expect(Object.entries(before).filter(([, count]) => count === 0)).toEqual([]);
      expect(await eraseAll(job, 2)).toBeGreaterThan(2);
      expect(await eraseAll(job, 2)).toBe(0);
      expect(Object.entries(await left(job)).filter(([, count]) => count > 0)).toEqual([]);
      expect(await left(other)).toEqual(before);
      expect(await stores.changes.read(job.name, 'a.example/0000000001')).toEqual(['{}']);
      expect((await stores.documents.bundles(job.name, 10)).bundles).toHaveLength(1);
      expect(await stores.jobs.job(job.name)).toEqual(job);
    });

    it('goes on after a crash before any of its steps', async () => {
      const { crash, eraser } = fixture();
      const job = await fill();
      for (let at = 0; at < 40; at += 3) {
        crash.arm(at, at % 2 === 0 ? 'before' : 'after');
        await eraser.eraseSome(job, 3).catch(() => 0);
        await crash.disarm();
      }
      await eraseAll(job, 100);
      expect(Object.entries(await left(job)).filter(([, count]) => count > 0)).toEqual([]);
    });

    it('forgets a job only as it was seen, with its settings, and lets the name be used again', async () => {
      const { stores, eraser } = fixture();
      const job = await fill();
      expect(await eraser.forget({ ...job, state: 'paused' })).toBe(false);
      expect(await stores.jobs.job(job.name)).toEqual(job);
      await eraseAll(job, 100);
      expect(await eraser.forget(job)).toBe(true);
      expect(await eraser.forget(job)).toBe(false);
      expect(await stores.jobs.job(job.name)).toBeUndefined();
      await expect(stores.jobs.settings(job.name, `${job.config}`)).rejects.toThrow();
      expect(await stores.jobs.put(undefined, job)).toBe(true);
    });
  });
}
