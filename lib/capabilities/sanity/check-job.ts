import { faultOf } from '../../base/error.ts';
import { monthsFrom } from '../../domain/cost/month.ts';
import { utcDay } from '../../pipeline/base/utc-day.ts';
import { sheetOf } from '../../pipeline/cost/sheet.ts';
import { changeJob } from '../../pipeline/job/open-job.ts';
import { endQuarantine, quarantinedHosts } from '../../pipeline/job/quarantine.ts';
import { changesSheet } from '../../pipeline/supervise/count-changes.ts';
import { sheet as crawlSheet } from '../../pipeline/supervise/supervision-note.ts';
import type { Job } from '../../ports/jobs.ts';
import { readFrame } from '../../topic/models.ts';
import { modelsOf } from '../../topic/settings.ts';
import { checkCommands } from './check-commands.ts';
import { guarded, type Inspection, type Suspicion } from './inspection.ts';

/** Months that are checked, the newest. */
const maxMonths = 24;
const longestMonthMs = 31 * 86_400_000;
/** By how many ms clocks may differ. */
export const skewMs = 60_000;

/** Checks what is stored about the job as a whole. */
export async function* checkJob(inspection: Inspection): AsyncGenerator<Suspicion> {
  const { name } = inspection.job;
  for (const check of [
    checkParts,
    checkModel,
    checkPlan,
    checkCost,
    checkSums,
    checkCommands,
    checkTotals,
    checkQuarantine,
  ])
    yield* guarded(name, () => check(inspection));
}

const states = ['open', 'paused', 'draining', 'stopped'];

function* checkParts({ ports, job }: Inspection): Generator<Suspicion> {
  const subject = job.name;
  const { state, fingerprintKey, createdAt, holds } = job;
  if (!states.includes(state))
    yield { code: 'job-damaged', subject, detail: `its state is ${JSON.stringify(state)}` };
  if (fingerprintKey === '')
    yield { code: 'job-damaged', subject, detail: 'the key of its fingerprints is none' };
  if (!(createdAt <= ports.clock.now() + skewMs))
    yield { code: 'job-damaged', subject, detail: `it was made at ${createdAt}` };
  if (holds !== undefined && !isListOf(holds, 'what'))
    yield {
      code: 'job-damaged',
      subject,
      detail: 'what is held cannot be read: say again what is paused and blocked',
    };
  for (const part of ['again', 'judge', 'tasks', 'deletions', 'exports', 'revisits'] as const) {
    if (isPart(job, part)) continue;
    const mend = async () => {
      await changeJob(ports, job.name, ({ [part]: _, ...was }) => was as Job);
      return true;
    };
    yield { code: 'job-damaged', subject, detail: `${part} cannot be read`, mend };
  }
}

function isPart(job: Job, part: 'again' | 'judge' | 'tasks' | 'deletions' | 'exports' | 'revisits'): boolean {
  const value = job[part];
  if (value === undefined) return true;
  if (part === 'exports') return Array.isArray(value) && value.every((one) => typeof one === 'string');
  if (part === 'tasks' || part === 'deletions') return isListOf(value, 'id');
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return part === 'revisits' || typeof (value as { readonly id?: unknown }).id === 'string';
}

function isListOf(value: unknown, name: string): boolean {
  return Array.isArray(value) && value.every((one) => typeof one?.[name] === 'string');
}

async function* checkModel({ ports, job, settings, given }: Inspection): AsyncGenerator<Suspicion> {
  const topic = settings?.topic;
  for (const { digest, file } of topic === undefined ? [] : modelsOf(topic)) {
    const fault = modelFault(await ports.models.read(digest), file);
    if (fault === undefined) continue;
    const base = {
      code: 'model-missing',
      subject: job.name,
      detail: `its digest is ${digest}${fault}`,
    } as const;
    const known = fault === '' ? given?.models.find((model) => model.digest === digest) : undefined;
    const mend = async () => {
      await ports.models.put(digest, (known as NonNullable<typeof known>).read());
      return true;
    };
    yield known === undefined ? base : { ...base, mend };
  }
}

function modelFault(bytes: Uint8Array | undefined, file: string): string | undefined {
  if (bytes === undefined) return '';
  try {
    readFrame(bytes, file);
    return undefined;
  } catch (error) {
    return `; ${faultOf(error)}`;
  }
}

function* checkPlan({ ports, job }: Inspection): Generator<Suspicion> {
  const { revisits } = job;
  if (revisits === undefined || !isPart(job, 'revisits')) return;
  const { price, perDay, maintains } = revisits;
  const since = maintains?.since ?? 0;
  if (isAmount(price) && isAmount(perDay) && isAmount(since) && since <= ports.clock.now() + skewMs) return;
  const mend = async () => {
    await changeJob(ports, job.name, ({ revisits: _, ...was }) => was);
    return true;
  };
  const detail = `the plan of revisits: price ${price}, ${perDay} visits a day${maintains ? `, maintains since ${since}` : ''}`;
  yield { code: 'figures-wrong', subject: job.name, detail, mend };
}

async function* checkCost({ ports, job }: Inspection): AsyncGenerator<Suspicion> {
  const now = ports.clock.now();
  const from = Math.max(Math.min(job.createdAt, now), now - maxMonths * longestMonthMs);
  for (const month of monthsFrom(from, now).slice(-maxMonths)) {
    const sheet = await sheetOf(ports.jobs, job.name, month);
    for (const [kind, value = 0] of Object.entries(sheet)) {
      if (isCount(value)) continue;
      const mend = async () => {
        await ports.jobs.tally(job.name, `cost-${month.name}`, { [kind]: nearest(value) - value });
        return true;
      };
      yield {
        code: 'figures-wrong',
        subject: job.name,
        detail: `the cost of ${month.name}: ${kind} ${value}`,
        mend,
      };
    }
  }
}

/** Checks the sums that stop rules and plans use, and the pages of today, which the daily ceiling limits. */
async function* checkSums({ ports, job: { name }, settings }: Inspection): AsyncGenerator<Suspicion> {
  for (const sheet of [crawlSheet, changesSheet]) {
    for (const [kind, value = 0] of Object.entries(await ports.jobs.tally(name, sheet, {}))) {
      if (isCount(value) || (mayLack(sheet, kind) && Number.isSafeInteger(value))) continue;
      const mend = async () => {
        await ports.jobs.tally(name, sheet, { [kind]: nearest(value) - value });
        return true;
      };
      yield { code: 'figures-wrong', subject: name, detail: `the sums of ${sheet}: ${kind} ${value}`, mend };
    }
  }
  if (settings?.limits.pagesPerDay === undefined) return;
  const day = utcDay(ports.clock.now());
  const pages = await ports.jobs.addPages(name, day, 0);
  if (isCount(pages)) return;
  const mend = async () => {
    await ports.jobs.addPages(name, day, nearest(pages) - pages);
    return true;
  };
  yield { code: 'figures-wrong', subject: name, detail: `pages of ${day}: ${pages}`, mend };
}

/** Checks the totals that a store keeps itself. */
async function* checkTotals({ ports, job: { name } }: Inspection): AsyncGenerator<Suspicion> {
  const wrong = await ports.hosts.addUp(name, false);
  if (wrong.length === 0) return;
  const mend = async () => {
    await ports.hosts.addUp(name, true);
    return true;
  };
  yield { code: 'sums-differ', subject: name, detail: wrong.join('; '), mend };
}

/** Names the hosts that are quarantined. What is damaged of them the checks of the hosts say. */
async function* checkQuarantine({ ports, job: { name } }: Inspection): AsyncGenerator<Suspicion> {
  for (const { host, until, code, message } of await quarantinedHosts(ports, name)) {
    const mend = async () => {
      await endQuarantine(ports, { job: name, host });
      return true;
    };
    const detail = `until ${new Date(until).toISOString()}: ${code}: ${message}`;
    yield { code: 'host-quarantined', subject: host, detail, mend };
  }
}

function isAmount(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

/**
 * Whether a count may be negative. Bins of pages lack what workers that died did not count, and a negative bin is read as
 * 0 (`revisit/census.ts`).
 */
function mayLack(sheet: string, kind: string): boolean {
  return sheet === changesSheet && kind !== 'first' && kind !== 'again';
}

/** A whole number, 0 or more, that a double represents exactly. */
function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

function nearest(value: number): number {
  return value > 0 ? Math.min(Number.MAX_SAFE_INTEGER, Math.round(value)) : 0;
}
