import { WinnowError } from '../../../lib/base/error.ts';
import { type LoadedJob, loadJob } from '../../../lib/config/job/load-job.ts';
import type { Check, Installation } from '../../../lib/runtime/shared/installation.ts';
import type { DefineCommand } from '../../define-command.ts';
import { json } from '../../render/base/json.ts';
import { renderCheck, renderDiagnosis } from '../../render/look/doctor.ts';
import { addTargetOptions, connectStack, openLocal, type TargetOptions } from '../base/context.ts';

export const doctor: DefineCommand = (command, io, ended) => {
  addTargetOptions(command).action(async (options: TargetOptions) => {
    const checks: Check[] = [];
    for await (const check of options.stack === undefined
      ? checkLocal(options)
      : checkStack(options, options.stack)) {
      checks.push(check);
      if (options.json !== true) io.out(renderCheck(check));
    }
    io.out(options.json === true ? json(checks) : renderDiagnosis(checks));
    if (checks.some(({ ok }) => ok === 'fail')) ended(1);
  });
};

async function* checkLocal(options: TargetOptions): AsyncIterable<Check> {
  let loaded: LoadedJob;
  try {
    loaded = loadJob(options.job);
  } catch (error) {
    return yield failedCheck('job.yaml', error);
  }
  yield { name: 'job.yaml', ok: 'ok', detail: loaded.file };
  const { settings } = loaded;
  yield* checkInstallation('data directory', settings.name, async () => {
    return (await openLocal(loaded, { guest: true })).installation;
  });
}

async function* checkStack(options: TargetOptions, stack: string): AsyncIterable<Check> {
  yield* checkInstallation('stack', options.jobName, () => connectStack(stack));
}

/** Runs the checks of an installation; an error on opening it becomes a failed check. */
async function* checkInstallation(
  name: string,
  job: string | undefined,
  open: () => Promise<Installation>,
): AsyncIterable<Check> {
  let installation: Installation | undefined;
  try {
    installation = await open();
    yield* installation.doctor(job);
  } catch (error) {
    yield failedCheck(name, error);
  } finally {
    await installation?.close();
  }
}

function failedCheck(name: string, error: unknown): Check {
  if (!(error instanceof WinnowError) || error.code === 'internal') throw error;
  return { name, ok: 'fail', detail: error.message };
}
