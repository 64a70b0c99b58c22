import { randomUUID } from 'node:crypto';
import { defined } from '../../base/defined.ts';
import { WinnowError } from '../../base/error.ts';
import { whyNothingKept } from '../../base/fetch/describe-outcome.ts';
import type { Outcome } from '../../base/fetch/outcome.ts';
import { operations } from '../../operations/operations.ts';
import { order } from '../../operations/order.ts';
import type { Operation } from '../../pipeline/operation/operation.ts';
import { onlyThere } from '../../pipeline/operation/place.ts';
import { Refused } from '../rest/problem.ts';
import { followServed, type Served } from '../served.ts';
import type { CrawlAsked } from './asked.ts';
import { storedDocument } from './document.ts';
import { settingsOfSite, wantedOf } from './site-job.ts';

/** What Firecrawl's API answers from. */
export interface FirecrawlParts extends Served {
  /** The job whose settings say how pages are fetched. */
  readonly job: string;
}

/** A crawl that this process runs. */
interface Running {
  readonly url: string;
  readonly failures: Failure[];
}

interface Failure extends Readonly<Record<'id' | 'timestamp' | 'url' | 'error', string>> {
  /** By robots.txt. */
  readonly isBlocked: boolean;
}
type Told = ReturnType<typeof followServed>;
type Visit = { readonly url: string; readonly outcome: Outcome };

/** So long a crawl is kept, and may go on. */
const [keptMs, pruneEveryMs] = [86_400_000, 60_000];
const [mostRunning, mostKept, mostFailures, documentsAtOnce] = [8, 100, 1_000, 10];
const reasons = { cancelled: 'cancelled by its client', over: 'its crawl is over' } as const;

export function openCrawls(parts: FirecrawlParts) {
  const { place } = parts;
  const running = new Map<string, Running>();
  const failures = new Map<string, readonly Failure[]>();
  let prunedAt = 0;
  let pruning: Promise<void> | undefined;

  /** @throws Refused for one that is not there, or no longer */
  async function find(id: string) {
    const name = `fc-${id}`;
    const job = /^[0-9a-f-]{36}$/.test(id) ? await place.ports.jobs.job(name) : undefined;
    const isOver = job !== undefined && job.pause?.by !== 'removal' && isOld(job);
    if (isOver || prunedAt + pruneEveryMs < place.ports.clock.now()) void prune().catch(parts.onFault);
    if (job === undefined || isOver || job.pause?.by === 'removal') throw new Refused(404, 'Job not found');
    return { name, job, expiresAt: job.createdAt + keptMs, entry: await place.ports.commands.command(name) };
  }

  const isOld = ({ createdAt }: { readonly createdAt: number }): boolean =>
    createdAt + keptMs < place.ports.clock.now();

  const kept = async () =>
    (await place.ports.jobs.jobs()).filter(
      ({ name, pause }) => name.startsWith('fc-') && pause?.by !== 'removal',
    );

  /** Removes crawls that are over for a day. */
  function prune(): Promise<void> {
    prunedAt = place.ports.clock.now();
    pruning ??= removeOld().finally(() => {
      pruning = undefined;
    });
    return pruning;
  }

  async function removeOld(): Promise<void> {
    for (const { name } of (await kept()).filter((job) => isOld(job) && !running.has(job.name)))
      await remove(name, 'it was kept for a day');
  }

  /** Removes a crawl; not while another process is at work. */
  async function remove(name: string, reason: string): Promise<void> {
    const asker = { by: 'firecrawl', reason };
    await order('stop', place, { job: name }, asker);
    const removed = (own: typeof place) => order('remove', own, { job: name, confirmed: true }, asker);
    await parts.workers.run(removed, true).catch((error: unknown) => {
      if (!(error instanceof WinnowError && error.code === 'locked')) parts.onFault(error);
    });
    failures.delete(name);
  }

  /** Follows a crawl to its end. */
  async function follow(name: string, by: string, told: Told, first: Awaited<ReturnType<Told['next']>>) {
    const seen = running.get(name)?.failures ?? [];
    try {
      for (let one = first; !one.done; one = await told.next())
        if ('said' in one.value && one.value.said.code === 'turn')
          for (const visit of (one.value.said.data as { readonly visits: readonly Visit[] }).visits)
            noteFailure(seen, visit, place.ports.clock.now());
    } catch (error) {
      parts.onFault(error);
    } finally {
      failures.set(name, seen);
      await close(name, by).finally(() => running.delete(name));
    }
  }

  /** No other process goes on with it. */
  async function close(name: string, by: string): Promise<void> {
    if ((await place.job(name)).state === 'stopped') return;
    await order('stop', place, { job: name }, { by, reason: reasons.over });
  }

  return {
    /** @returns the id of a crawl that has begun. @throws WinnowError, Refused for what keeps it from beginning */
    async begin(asked: CrawlAsked, by: string): Promise<string> {
      await prune();
      if ((await kept()).length >= mostKept)
        throw new Refused(429, `at most ${mostKept} crawls are kept, for a day: remove some jobs fc-…`);
      const id = randomUUID();
      const name = `fc-${id}`;
      const settings = await settingsOfSite(place, name, asked, parts.job);
      if (running.size >= mostRunning) throw new Refused(429, `at most ${mostRunning} crawls run at once`);
      running.set(name, { url: asked.url, failures: [] });
      try {
        await onlyThere(place.ensureJob)(settings);
        const operation: Operation = await operations.crawl.load();
        const head = { requestId: name, reason: `Firecrawl: ${asked.url}`.slice(0, 500) };
        const raw = { job: name, maxPages: asked.limit, forMs: keptMs, ...head };
        const asker = { by, signal: parts.workers.ending };
        const told = followServed({ name: 'crawl', operation }, raw, asker, parts);
        void follow(name, by, told, await told.next()).catch(parts.onFault);
      } catch (error) {
        running.delete(name);
        await remove(name, 'it could not begin').catch(() => undefined);
        throw error;
      }
      return id;
    },

    async state(id: string, cursor: string | undefined) {
      const { name, job, entry, expiresAt } = await find(id);
      const state = running.has(name) ? 'scraping' : entry?.state === 'done' ? 'completed' : 'failed';
      const now = await place.status(name);
      const wanted = wantedOf(await place.settings(name));
      const listed = { job: name, limit: documentsAtOnce, ...defined({ cursor }) };
      const page = await order('records', place, listed, { by: '', reason: '' });
      const data = await Promise.all(
        page.records.map(({ md5 }) => storedDocument(place, { job: name, record: md5 }, wanted)),
      );
      const completed = now.records ?? 0;
      return {
        success: true,
        status: job.pause?.reason === reasons.cancelled ? 'cancelled' : state,
        ...{ completed, creditsUsed: completed },
        total: running.has(name) ? Math.max(completed, now.fetched + now.pending) : completed,
        expiresAt: new Date(expiresAt).toISOString(),
        next: page.cursor,
        data,
      };
    },

    async errors(id: string) {
      const { name } = await find(id);
      const all = running.get(name)?.failures ?? failures.get(name) ?? [];
      return {
        errors: all.filter((one) => !one.isBlocked).map(({ isBlocked: _, ...rest }) => rest),
        robotsBlocked: all.filter((one) => one.isBlocked).map((one) => one.url),
      };
    },

    async cancel(id: string, by: string) {
      const { name } = await find(id);
      if (!running.has(name)) throw new Refused(409, 'Crawl is already completed');
      await order('stop', place, { job: name }, { by, reason: reasons.cancelled });
      return { success: true, status: 'cancelled' };
    },

    active: () => ({
      success: true,
      crawls: [...running].map(([name, { url }]) => ({
        id: name.slice('fc-'.length),
        teamId: 'winnow',
        url,
      })),
    }),
  };
}

function noteFailure(seen: Failure[], { url, outcome }: Visit, now: number): void {
  const error = whyNothingKept(outcome);
  if (error === undefined || outcome.kind === 'redirected' || seen.length >= mostFailures) return;
  const isBlocked = outcome.kind === 'denied' && outcome.by.startsWith('robots');
  seen.push({ id: randomUUID(), timestamp: new Date(now).toISOString(), url, error, isBlocked });
}
