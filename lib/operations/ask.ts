import { defined } from '../base/defined.ts';
import { WinnowError } from '../base/error.ts';
import { isRemoved } from '../domain/control/pause.ts';
import { type Logged, runLogged } from '../pipeline/control/run-logged.ts';
import { checked, flag, jobName, jobOrAll, requestHead } from '../pipeline/operation/input.ts';
import type { Scratch } from '../pipeline/operation/made.ts';
import type {
  AskedBy,
  InputFields,
  NamedOperation,
  Operation,
  Put,
  Seen,
} from '../pipeline/operation/operation.ts';
import type { GivenJob, JobPlace, JobsPlace, Workplace } from '../pipeline/operation/place.ts';
import { note, type View } from '../pipeline/operation/view.ts';
import type { Job } from '../ports/jobs.ts';

/** The fields of an operation, with those that all operations of its kind take. */
export function fieldsOf({ about, effect, hasNoDryRun, input }: Operation): InputFields {
  return {
    ...(about === 'installation' ? {} : { job: about === 'job' ? jobName() : jobOrAll() }),
    ...input,
    ...(effect === 'reads' ? {} : requestHead),
    ...(effect === 'reads' || hasNoDryRun ? {} : { dryRun: flag('') }),
    ...(effect === 'destroys' ? { confirmed: flag('') } : {}),
  };
}

/** What holds of an asker where the request does not say it. */
export interface Requester {
  readonly by: string;
  readonly reason: string;
  readonly signal?: AbortSignal;
  readonly put?: Put;
  readonly given?: GivenJob;
  readonly resume?: object;
  readonly scratch?: Scratch;
  readonly openJob?: AskedBy['openJob'];
  /** Hears of each item of what comes bit by bit, as it comes; and what is `Said` of what goes on. */
  readonly heard?: (item: unknown) => void;
}

/** The result, or the log entry of an earlier request of the same id, or that it has begun and goes on. */
export type Answer = Logged<unknown> | { readonly begun: true };

/**
 * Asks for an operation, whichever face does: checks what is asked for, opens the job, and enters what changes something in the log
 * of commands, once per `requestId`.
 * @param raw the fields of the operation, and beside them `job`, `by`, `reason`, `requestId` and `dryRun`, and `confirmed` of what
 *   destroys something, which is a dry run without it
 * @throws WinnowError `usage` for a wrong field and for a `requestId` of another request, and the errors of the operation
 */
export async function ask(
  { name, operation }: NamedOperation,
  place: Workplace,
  raw: unknown,
  asker: Requester,
): Promise<Answer> {
  const given = readInput({ name, operation }, raw);
  const { job: jobs, requestId, by, reason = asker.reason, dryRun = false, confirmed, ...input } = given;
  const isAboutJobs = operation.about !== 'installation';
  const fields = isAboutJobs ? input : { ...input, ...defined({ job: jobs }) };
  const isDry = dryRun || (operation.effect === 'destroys' && confirmed !== true);
  const changes = operation.effect !== 'reads' && (operation.changes?.(fields) ?? true);
  if (operation.isAlone && place.access === 'beside' && !isDry)
    throw new WinnowError('usage', `${place.name}: only the process that has it for itself does that`);
  if (operation.effect === 'destroys' && !isDry) await place.mayDestroy?.();
  const asked: AskedBy = {
    requestId: requestId || place.ports.entropy.id(),
    by: by || asker.by,
    ...{ reason, dryRun: isDry },
    signal: asker.signal ?? new AbortController().signal,
    tell: (said) => asker.heard?.({ said }),
    ...defined({
      put: asker.put,
      given: asker.given,
      resume: asker.resume,
      scratch: asker.scratch,
      openJob: asker.openJob,
    }),
  };
  const at =
    operation.about === 'job' ? { ...place, of: await jobAtWork(place, jobs, changes) } : { ...place, jobs };
  const run = () => operation.run(at as JobPlace & JobsPlace, fields, asked);
  if (operation.isStream && (!changes || operation.logsItself)) return { done: run() };
  const work = async () => await wholeOf(run(), asker.heard);
  if (!changes || operation.logsItself || isDry) return { done: await work() };
  const entry = { command: name, ...defined({ job: jobs }), ...(operation.askedInShort?.(fields) ?? input) };
  return await runLogged(place.ports, asked, entry, work, operation.inShort?.bind(operation));
}

/** What comes bit by bit, once all has come. */
async function wholeOf(
  answered: Promise<unknown> | AsyncIterable<unknown>,
  heard: Requester['heard'],
): Promise<unknown> {
  if (!(Symbol.asyncIterator in answered)) return await answered;
  const all: unknown[] = [];
  for await (const item of answered) {
    heard?.(item);
    all.push(item);
  }
  return all;
}

/** Checks the fields of an operation. @throws WinnowError `usage` */
export function readInput({ name, operation }: NamedOperation, raw: unknown): Given {
  const given = checked(name, fieldsOf(operation), raw);
  const refused = operation.refuses?.(given);
  if (refused !== undefined) throw new WinnowError('usage', refused);
  return given as unknown as Given;
}

type Given = Partial<Pick<AskedBy, 'requestId' | 'by' | 'reason' | 'dryRun'>> & {
  readonly job: string;
  readonly confirmed?: boolean;
};

/** @throws WinnowError `not-found`; `usage` for a removed job where the operation changes something */
async function jobAtWork(place: Workplace, name: string, changes: boolean): Promise<Job> {
  const found = await place.job(name);
  if (!changes || !isRemoved(found)) return found;
  throw new WinnowError('usage', `job ${name}: it was removed`);
}

/** An answer as people see it. */
export function viewOf(
  operation: Operation,
  answer: Answer,
  seen: Seen<Readonly<Record<string, unknown>>>,
): View {
  if ('done' in answer) return operation.view(answer.done, seen);
  if ('begun' in answer)
    return [
      [note(`it has begun: ${seen.order('status')} shows how it goes, ${seen.order('pause')} ends it`)],
    ];
  return [[note(`the request ${answer.before.requestId} was done before; nothing was done again`)]];
}

/** An answer as data: of a request that was done before, with what came of it then. */
export function dataOf(answer: Answer): unknown {
  if ('done' in answer) return answer.done;
  if ('begun' in answer) return answer;
  const { requestId, state, answer: then } = answer.before;
  return { requestId, state, ...(then as object | undefined), repeated: true };
}
