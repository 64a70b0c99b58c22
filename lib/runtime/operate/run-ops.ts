import { defined } from '../../base/defined.ts';
import { WinnowError } from '../../base/error.ts';
import { contactLack } from '../../config/job/contact.ts';
import { askerOf, controlCommand, isControl } from '../../config/operate/control-request.ts';
import type { OpsCommand } from '../../config/operate/ops-command.ts';
import { isRemoved } from '../../domain/control/pause.ts';
import type { StandingCosts } from '../../domain/cost/standing-costs.ts';
import { commandViews, hostLines, howMany } from '../../pipeline/control/look.ts';
import { carryOn, runCommand } from '../../pipeline/control/run-command.ts';
import { type Logged, runLogged } from '../../pipeline/control/run-logged.ts';
import { costOf } from '../../pipeline/cost/cost-of.ts';
import { askToReclassify } from '../../pipeline/reclassify/ask-to-reclassify.ts';
import { recycleOnRequest } from '../../pipeline/recycle/recycle-on-request.ts';
import { listRecords } from '../../pipeline/report/list-records.ts';
import { statusOf } from '../../pipeline/report/status.ts';
import { summarise } from '../../pipeline/report/summary.ts';
import { fetchOne } from '../../pipeline/seeds/fetch-one.ts';
import type { DeadLetters } from '../../ports/dead-letters.ts';
import type { Job } from '../../ports/jobs.ts';
import type { AwsStores } from '../aws/aws-ports.ts';
import { keepReport, type ReportBucket } from '../aws/aws-report.ts';

const pageSize = 50;

/** What the ops function works with. */
export interface OpsParts {
  readonly stores: AwsStores;
  /** The bucket for reports. */
  readonly bucket: ReportBucket;
  readonly letters: DeadLetters;
  /** What the stack costs by the month. */
  readonly standing: StandingCosts;
}

/**
 * Runs a command of the ops function.
 * @param endBy monotonic ms by which the answer is due; the answer says which work is left
 * @returns the answer
 * @throws WinnowError `not-found` for an unknown job, and the errors of the use cases
 */
export async function runOps(
  { stores, bucket, letters, standing }: OpsParts,
  command: OpsCommand,
  endBy: number,
): Promise<unknown> {
  const drawn = { requestId: stores.entropy.id(), by: 'ops' };
  if (isControl(command)) {
    return await carryOn(stores, await runCommand(stores, controlCommand(command, drawn)), endBy);
  }
  switch (command.command) {
    case 'howmany':
      return howMany(await jobNamed(stores, command.job), await summarise(stores, command.job));
    case 'hosts':
      return await hostLines(
        stores,
        await jobNamed(stores, command.job),
        command.limit ?? pageSize,
        command.cursor,
      );
    case 'records':
      await jobNamed(stores, command.job);
      return await listRecords(stores, command.job, command.limit ?? pageSize, command.cursor);
    case 'audit':
      return await commandViews(stores, command.limit ?? pageSize, command.cursor);
    case 'status':
      return await statusOf(
        stores,
        await jobNamed(stores, command.job),
        await summarise(stores, command.job),
        { lack: contactLack },
      );
    case 'cost':
      return await costOf(stores, await jobNamed(stores, command.job), standing);
    case 'recycle': {
      const { job, again, sources, dryRun = false } = command;
      const options = { again, ...defined({ sources }) };
      await jobAtWork(stores, job);
      const work = (request?: string) =>
        recycleOnRequest(stores, job, { ...options, dryRun, ...(request ? { request } : {}) }, endBy);
      if (dryRun) return { ...(await work()), dryRun };
      return answerOf(
        await runLogged(stores, askerOf(command, drawn), { command: 'recycle', job, ...options }, work),
      );
    }
    case 'reclassify': {
      const { job, classes, mark, refetch } = command;
      await jobAtWork(stores, job);
      const options = {
        ...defined({ classes }),
        ...(mark ? { mark } : {}),
        ...(refetch ? { refetch } : {}),
      };
      const asked = { command: 'reclassify', job, ...options };
      const logged = await runLogged(stores, askerOf(command, drawn), asked, async (request) => {
        const { judge } = await askToReclassify(stores, job, options, request);
        return { job, judge };
      });
      return answerOf(logged);
    }
    case 'letters':
      return await letters.list(command.limit ?? pageSize);
    case 'redrive':
    case 'drop': {
      const { command: verb, ids } = command;
      const asked = { command: verb, ...defined({ ids }) };
      const logged = await runLogged(stores, askerOf(command, drawn), asked, async () => ({
        letters: await letters[verb](ids),
      }));
      return answerOf(logged);
    }
    case 'report':
      return await keepReport(stores, bucket, await jobNamed(stores, command.job), endBy);
    case 'fetch':
      return await fetchOne(stores, await openJob(stores, command.job), command.url, { until: endBy });
  }
}

/** The result, or the logged answer to an earlier call with the same request id. */
function answerOf<T extends object>(logged: Logged<T>): object {
  if ('done' in logged) return logged.done;
  const { requestId, state, answer } = logged.before;
  return { requestId, state, ...(answer as T | undefined), repeated: true };
}

async function jobNamed(stores: AwsStores, name: string): Promise<Job> {
  const job = await stores.jobs.job(name);
  if (job) return job;
  const known = (await stores.jobs.jobs()).map((other) => other.name).join(', ');
  throw new WinnowError('not-found', `there is no job ${name}; there are: ${known || 'none'}`);
}

async function jobAtWork(stores: AwsStores, name: string): Promise<void> {
  if (isRemoved(await jobNamed(stores, name))) throw new WinnowError('usage', `job ${name}: it was removed`);
}

async function openJob(stores: AwsStores, name: string): Promise<Job> {
  const job = await jobNamed(stores, name);
  if (job.state === 'open') return job;
  throw new WinnowError('usage', `job ${name} is ${job.state} (${job.pause?.reason}): open it first`);
}
