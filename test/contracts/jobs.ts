import { describe, expect, it } from 'vitest';
import type { JobSettings } from '../../lib/domain/settings/settings.ts';
import type { Job, JobStore } from '../../lib/ports/jobs.ts';
import { crashEverywhere } from '../support/crash.ts';
import { testSettings } from '../support/settings.ts';
import { type Fixture, freshName, many, opened, t0 } from './fixture.ts';

function jobOf(name: string): Job {
  return {
    name,
    state: 'open',
    config: '0123456789abcdef',
    fingerprintKey: '00112233445566778899aabbccddeeff',
    dueShards: 4,
    createdAt: t0,
  };
}

export function settingsOf(name: string, maxDepth = 5): JobSettings {
  const settings = testSettings(name);
  return {
    ...settings,
    seeds: ['http://a.example/', 'http://bücher.example/'],
    scope: { ...settings.scope, maxDepth },
    extract: [{ field: 'price', selector: '.p > b', type: 'number', many: false }],
    overrides: [
      {
        match: { host: 'slow.example', path: '/archive/' },
        label: 'SURT prefix http://(example,slow,)/archive/',
        settings: { fetch: { maxBytes: 1_000 } },
        origins: { 'fetch.maxBytes': 'job.yaml:12' },
      },
    ],
    origins: { seeds: 'job.yaml:2' },
  };
}

/** The same value with the keys of every object in the opposite order. */
function reversed<T>(value: T): T {
  if (Array.isArray(value)) return value.map(reversed) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, inner]) => [key, reversed(inner)]),
  ) as T;
}

/** What every adapter of `JobStore` must do. */
export function jobsContract(name: string, make: () => Promise<Fixture & { readonly jobs: JobStore }>): void {
  describe(`${name} keeps the contract of JobStore`, () => {
    const fixture = opened(make);

    it('knows nothing of a job that was not made, and changes none', async () => {
      const { jobs } = fixture();
      const job = jobOf(freshName());
      expect(await jobs.job(job.name)).toBeUndefined();
      expect(await jobs.put(job, { ...job, state: 'paused' })).toBe(false);
      expect(await jobs.job(job.name)).toBeUndefined();
    });

    it('makes a job once and gives it back as it was made', async () => {
      const { jobs } = fixture();
      const job = jobOf(freshName());
      expect(await jobs.put(undefined, job)).toBe(true);
      expect(await jobs.put(undefined, { ...job, dueShards: 9 })).toBe(false);
      expect(await jobs.job(job.name)).toEqual(job);
    });

    it('keeps what holds hosts, and the parts of commands that are under way', async () => {
      const { jobs } = fixture();
      const job = jobOf(freshName());
      const hold = { what: 'b.example', verb: 'block', at: t0, reason: 'asked to', purge: t0 } as const;
      const task = { id: 'r-1', kind: 'purge', what: 'b.example', at: t0, looked: 0, told: 0 } as const;
      const held: Job = { ...job, state: 'draining', holds: [hold], tasks: [task] };
      const further: Job = { ...held, tasks: [{ ...task, cursor: 'a.example', looked: 200 }] };
      await jobs.put(undefined, job);
      expect(await jobs.put(job, held)).toBe(true);
      expect(await jobs.put(job, further)).toBe(false);
      expect(await jobs.put(held, further)).toBe(true);
      expect(await jobs.job(job.name)).toEqual(further);
      expect(await jobs.put(further, job)).toBe(true);
      expect(await jobs.job(job.name)).toEqual(job);
    });

    it('keeps when its pages are visited again', async () => {
      const { jobs } = fixture();
      const job = jobOf(freshName());
      const planned: Job = { ...job, revisits: { price: 0.125, perDay: 40 } };
      const maintains = { since: t0, reason: 'it finds no more' };
      const further: Job = { ...job, revisits: { price: 0.5, perDay: 90, maintains } };
      await jobs.put(undefined, job);
      expect(await jobs.put(job, planned)).toBe(true);
      expect(await jobs.put(job, further)).toBe(false);
      expect(await jobs.put(planned, further)).toBe(true);
      expect(await jobs.job(job.name)).toEqual(further);
      expect(await jobs.put(further, job)).toBe(true);
      expect(await jobs.job(job.name)).toEqual(job);
    });

    it('keeps what is held of its tail', async () => {
      const { jobs } = fixture();
      const job = jobOf(freshName());
      const holding: Job = { ...job, tail: { held: 2, from: { judged6: 70, kept6: 1 } } };
      await jobs.put(undefined, job);
      expect(await jobs.put(job, holding)).toBe(true);
      expect(await jobs.put(job, { ...job, tail: { held: 2, anew: true } })).toBe(false);
      expect(await jobs.job(job.name)).toEqual(holding);
      expect(await jobs.put(holding, job)).toBe(true);
      expect(await jobs.job(job.name)).toEqual(job);
    });

    it('keeps the names of its exports', async () => {
      const { jobs } = fixture();
      const job = jobOf(freshName());
      const exporting: Job = { ...job, exports: ['all', 'index'] };
      await jobs.put(undefined, job);
      expect(await jobs.put(job, exporting)).toBe(true);
      expect(await jobs.put(job, job)).toBe(false);
      expect(await jobs.job(job.name)).toEqual(exporting);
      expect(await jobs.put(exporting, job)).toBe(true);
    });

    it('keeps what its deletions say of later URLs', async () => {
      const { jobs } = fixture();
      const job = jobOf(freshName());
      const rule = { id: 'a', at: 1, by: 'ann', reason: 'because', host: 'b.example', path: '/docs/' };
      const ruled: Job = { ...job, deletions: [rule] };
      await jobs.put(undefined, job);
      expect(await jobs.put(job, ruled)).toBe(true);
      expect(await jobs.put(job, { ...job, deletions: [] })).toBe(false);
      expect(await jobs.job(job.name)).toEqual(ruled);
      expect(await jobs.put(ruled, job)).toBe(true);
      expect(await jobs.job(job.name)).toEqual(job);
    });

    it('keeps how far a pass over its hosts has come', async () => {
      const { jobs } = fixture();
      const job = jobOf(freshName());
      const judge = { id: 'a', options: { classes: ['B', 'B.OWL'], mark: true } } as const;
      const begun: Job = { ...job, judge };
      const further: Job = { ...job, judge: { ...judge, cursor: 'b.example' } };
      await jobs.put(undefined, job);
      expect(await jobs.put(job, begun)).toBe(true);
      expect(await jobs.job(job.name)).toEqual(begun);
      expect(await jobs.put(job, further)).toBe(false);
      expect(await jobs.put(begun, further)).toBe(true);
      expect(await jobs.put(begun, job)).toBe(false);
      expect(await jobs.put(further, job)).toBe(true);
      expect(await jobs.job(job.name)).toEqual(job);
    });

    it('pauses and opens: what one writes, the next reader sees', async () => {
      const { jobs } = fixture();
      const job = jobOf(freshName());
      const paused: Job = {
        ...job,
        state: 'paused',
        pause: { reason: 'the “bill”', at: t0 + 1, by: 'budget' },
      };
      await jobs.put(undefined, job);
      expect(await jobs.put(job, paused)).toBe(true);
      expect(await jobs.job(job.name)).toEqual(paused);
      expect(await jobs.put(paused, job)).toBe(true);
      expect(await jobs.job(job.name)).toEqual(job);
    });

    it.each<[string, Partial<Job>]>([
      ['state', { state: 'paused' }],
      ['settings', { config: 'ffffffffffffffff' }],
      ['pause', { pause: { reason: 'x', at: t0 } }],
      ['maker of a pause', { pause: { reason: 'x', at: t0, by: 'rule' } }],
    ])('is not changed by one who saw another %s', async (_, other) => {
      const { jobs } = fixture();
      const job = jobOf(freshName());
      await jobs.put(undefined, job);
      expect(await jobs.put({ ...job, ...other }, { ...job, state: 'paused' })).toBe(false);
      expect(await jobs.job(job.name)).toEqual(job);
    });

    it('does not care for the order of keys when it compares', async () => {
      const { jobs } = fixture();
      const job: Job = { ...jobOf(freshName()), state: 'paused', pause: { reason: 'x', at: t0 } };
      await jobs.put(undefined, job);
      expect(await jobs.put(reversed(job), jobOf(job.name))).toBe(true);
    });

    it.each(['made', 'changed'])('is %s by exactly one of twenty side by side', async (what) => {
      const { jobs } = fixture();
      const job = jobOf(freshName());
      const was = what === 'made' ? undefined : job;
      if (was !== undefined) await jobs.put(undefined, was);
      const next = Array.from({ length: 20 }, (_, i) => ({ ...job, config: String(i).padStart(16, '0') }));
      const won = await Promise.all(next.map((one) => jobs.put(was, one)));
      expect(won.filter(Boolean)).toHaveLength(1);
      expect(await jobs.job(job.name)).toEqual(next[won.indexOf(true)]);
    });

    it('lists the jobs by name', async () => {
      const { jobs } = fixture();
      const prefix = freshName();
      const names = Array.from({ length: 60 }, (_, i) => `${prefix}-${String(i).padStart(2, '0')}`);
      await many(60, (i) => jobs.put(undefined, jobOf(names[59 - i] ?? '')));
      const listed = (await jobs.jobs()).filter((job) => job.name.startsWith(prefix));
      expect(listed).toEqual(names.map(jobOf));
    });

    it('stores settings under a version that is derived from them and nothing else', async () => {
      const { jobs } = fixture();
      const settings = settingsOf(freshName());
      const version = await jobs.putSettings(settings);
      expect(version).toMatch(/^[0-9a-f]{16}$/);
      expect(await jobs.putSettings(settings)).toBe(version);
      expect(await jobs.putSettings(reversed(settings))).toBe(version);
      expect(await jobs.settings(settings.name, version)).toEqual(settings);
    });

    it('keeps old versions when new settings come', async () => {
      const { jobs } = fixture();
      const old = settingsOf(freshName());
      const newer: JobSettings = { ...settingsOf(old.name, 6), limits: { pagesPerDay: 1_000 } };
      const versions = [await jobs.putSettings(old), await jobs.putSettings(newer)] as const;
      expect(versions[0]).not.toBe(versions[1]);
      expect(await jobs.settings(old.name, versions[0])).toEqual(old);
      expect(await jobs.settings(old.name, versions[1])).toEqual(newer);
    });

    it('says not-found for a version that it does not have, and for another job’s', async () => {
      const { jobs } = fixture();
      const settings = settingsOf(freshName());
      const version = await jobs.putSettings(settings);
      for (const [job, wanted] of [
        [settings.name, '0000000000000000'],
        [`${settings.name}-2`, version],
      ] as const) {
        await expect(jobs.settings(job, wanted)).rejects.toMatchObject({
          name: 'WinnowError',
          code: 'not-found',
        });
      }
    });

    it('counts the pages of a day without losing one of a hundred additions at once', async () => {
      const { jobs } = fixture();
      const job = freshName();
      const totals = await Promise.all(
        Array.from({ length: 100 }, () => jobs.addPages(job, '2026-11-21', 3)),
      );
      expect(totals.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, i) => 3 * (i + 1)));
      expect(await jobs.addPages(job, '2026-11-21', -50)).toBe(250);
      expect(await jobs.addPages(job, '2026-11-21', 0)).toBe(250);
      expect(await jobs.addPages(job, '2026-11-22', 1)).toBe(1);
      expect(await jobs.addPages(`${job}-2`, '2026-11-21', 1)).toBe(1);
    });

    it('has counters of each job, and loses none of a hundred additions at once', async () => {
      const { jobs } = fixture();
      const job = freshName();
      expect(await jobs.count(job, 'a:b', 0)).toBe(0);
      const totals = await Promise.all(Array.from({ length: 100 }, () => jobs.count(job, 'a:b', 2)));
      expect(Math.max(...totals)).toBe(200);
      expect(await jobs.count(job, 'a:b', 0)).toBe(200);
      expect(await jobs.count(job, 'c', 1)).toBe(1);
      expect(await jobs.count(`${job}-2`, 'a:b', 1)).toBe(1);
    });

    it('has sheets of counters, and loses none of a hundred additions to several at once', async () => {
      const { jobs } = fixture();
      const job = freshName();
      expect(await jobs.tally(job, 'crawl', {})).toEqual({});
      const totals = await Promise.all(
        Array.from({ length: 100 }, () =>
          jobs.tally(job, 'crawl', { pages: 2, bytes: 30_000_000_000, none: 0 }),
        ),
      );
      expect(Math.max(...totals.map(({ pages = 0 }) => pages))).toBe(200);
      const all = { pages: 200, bytes: 3_000_000_000_000 };
      expect(await jobs.tally(job, 'crawl', {})).toEqual(all);
      expect(await jobs.tally(job, 'crawl', { pages: -150, judged: 1 })).toEqual({
        ...all,
        pages: 50,
        judged: 1,
      });
      expect(await jobs.tally(job, 'crawl2', { pages: 1 })).toEqual({ pages: 1 });
      expect(await jobs.tally(`${job}-2`, 'crawl', {})).toEqual({});
      expect(await jobs.count(job, 'crawl', 0)).toBe(0);
    });

    it('adds to a sheet once by one mark, whoever repeats it, until the mark is dropped', async () => {
      const { jobs } = fixture();
      const job = freshName();
      await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          jobs.tally(job, 'stages', { pages: 3, bytes: 0 }, { once: `m${i % 2}` }),
        ),
      );
      expect(await jobs.tally(job, 'stages', {})).toEqual({ pages: 6, m0: 1, m1: 1 });
      const next = await jobs.tally(job, 'stages', { pages: 1 }, { once: 'm2', drop: ['m0', 'none'] });
      expect(next).toEqual({ pages: 7, m1: 1, m2: 1 });
      const again = await jobs.tally(job, 'stages', { pages: 1 }, { once: 'm2', drop: ['m1'] });
      expect(again).toEqual(next);
      expect(await jobs.tally(job, 'stages', {}, { drop: ['m1', 'm2'] })).toEqual({ pages: 7 });
      expect(await jobs.tally(job, 'stages', { pages: 1 }, { once: 'm0' })).toEqual({ pages: 8, m0: 1 });
    });

    it('survives a crash at every await of adding by a mark', async () => {
      const { jobs, crash } = fixture();
      await crashEverywhere(crash, {
        prepare: async () => freshName(),
        operation: async (job) => await jobs.tally(job, 'stages', { pages: 3, relevant: 1 }, { once: 'm' }),
        check: async (job) =>
          expect(await jobs.tally(job, 'stages', {})).toEqual({ pages: 3, relevant: 1, m: 1 }),
      });
    });

    it('keeps a note that one of two writers changes', async () => {
      const { jobs } = fixture();
      const job = freshName();
      expect(await jobs.note(job, 'watch')).toBeUndefined();
      expect(await jobs.putNote(job, 'watch', 1, 'late')).toBe(false);
      const made = await Promise.all(['a', 'b'].map((text) => jobs.putNote(job, 'watch', 0, text)));
      expect(made.filter(Boolean)).toHaveLength(1);
      const second = 'x'.repeat(30_000);
      expect(await jobs.putNote(job, 'watch', 1, second)).toBe(true);
      expect(await jobs.putNote(job, 'watch', 1, 'late')).toBe(false);
      expect(await jobs.note(job, 'watch')).toEqual({ version: 2, text: second });
      expect(await jobs.note(job, 'other')).toBeUndefined();
      expect(await jobs.note(`${job}-2`, 'watch')).toBeUndefined();
    });

    it('counts pages of a job that does not exist yet, without making it', async () => {
      const { jobs } = fixture();
      const job = freshName();
      expect(await jobs.addPages(job, '2026-11-21', 2)).toBe(2);
      expect(await jobs.job(job)).toBeUndefined();
    });

    it('survives a crash at every await of making a job with its settings', async () => {
      const { jobs, crash } = fixture();
      await crashEverywhere(crash, {
        prepare: async () => freshName(),
        operation: async (job) => {
          const config = await jobs.putSettings(settingsOf(job));
          await jobs.put(undefined, { ...jobOf(job), config });
        },
        check: async (name) => {
          const job = await jobs.job(name);
          expect(job).toMatchObject({ name });
          expect(await jobs.settings(name, job?.config ?? '')).toEqual(settingsOf(name));
        },
      });
    });
  });
}
