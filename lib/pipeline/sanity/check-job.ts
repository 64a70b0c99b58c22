import { allJobs } from '../../domain/control/command.ts';
import { monthsFrom } from '../../domain/cost/month.ts';
import { modelsOf } from '../../domain/topic/topic-settings.ts';
import { changeEntry } from '../control/log-entries.ts';
import { partsOf } from '../control/parts.ts';
import { sheetOf } from '../cost/sheet.ts';
import { changeJob } from '../open-job.ts';
import type { Inspection, Suspicion } from './inspection.ts';

/** Months and commands that are looked back on. */
const maxMonths = 24;
const maxCommands = 1_000;
/** Clocks may differ by so much, ms. */
export const skewMs = 60_000;

/** What is stored of the job as a whole. */
export async function* checkJob(inspection: Inspection): AsyncGenerator<Suspicion> {
  yield* checkModel(inspection);
  yield* checkPlan(inspection);
  yield* checkCost(inspection);
  yield* checkCommands(inspection);
}

async function* checkModel({ ports, job, settings }: Inspection): AsyncGenerator<Suspicion> {
  const { topic } = settings;
  const digests = topic === undefined ? [] : modelsOf(topic).map(({ digest }) => digest);
  for (const digest of digests) {
    if (!(await ports.models.has(digest)))
      yield { code: 'model-missing', subject: job.name, detail: `its digest is ${digest}` };
  }
}

function* checkPlan({ ports, job }: Inspection): Generator<Suspicion> {
  const { revisits } = job;
  if (revisits === undefined) return;
  const { price, perDay, maintains } = revisits;
  const since = maintains?.since ?? 0;
  if (isAmount(price) && isAmount(perDay) && isAmount(since) && since <= ports.clock.now() + skewMs) return;
  const mend = async () => {
    await changeJob(ports, job.name, ({ revisits: _, ...was }) => was);
    return true;
  };
  const detail = `price ${price}, ${perDay} visits a day${maintains ? `, maintains since ${since}` : ''}`;
  yield { code: 'plan-wrong', subject: job.name, detail, mend };
}

async function* checkCost({ ports, job }: Inspection): AsyncGenerator<Suspicion> {
  const now = ports.clock.now();
  for (const month of monthsFrom(Math.min(job.createdAt, now), now).slice(-maxMonths)) {
    const sheet = await sheetOf(ports.jobs, job.name, month);
    for (const [kind, value = 0] of Object.entries(sheet)) {
      if (Number.isInteger(value) && value >= 0) continue;
      const mend = async () => {
        const nearest = Math.max(0, Math.round(value));
        await ports.jobs.tally(job.name, `cost-${month.name}`, { [kind]: nearest - value });
        return true;
      };
      yield { code: 'cost-wrong', subject: job.name, detail: `${kind} of ${month.name}: ${value}`, mend };
    }
  }
}

async function* checkCommands({ ports, job }: Inspection): AsyncGenerator<Suspicion> {
  const { commands } = await ports.commands.commands(maxCommands);
  for (const { requestId, command, state, by } of commands) {
    const isOurs = command.job === undefined || command.job === allJobs || command.job === job.name;
    if (state !== 'running' || !isOurs) continue;
    const jobs = await ports.jobs.jobs();
    if (jobs.some((one) => partsOf(one).some(({ request }) => request === requestId))) continue;
    if ((await ports.commands.command(requestId))?.state !== 'running') continue;
    const endedAt = ports.clock.now();
    const mend = async () =>
      (await changeEntry(ports, requestId, (one) =>
        one.state === 'running' ? { ...one, state: 'done', endedAt } : one,
      )) !== undefined;
    yield { code: 'command-stuck', subject: requestId, detail: `${command.command} of ${by}`, mend };
  }
}

function isAmount(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}
