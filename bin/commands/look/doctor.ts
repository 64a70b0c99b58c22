import { type LoadedJob, loadJob } from '../../../lib/config/job/load-job.ts';
import { WinnowError } from '../../../lib/domain/base/error.ts';
import type { Check, Installation } from '../../../lib/runtime/shared/installation.ts';
import type { DefineCommand } from '../../define-command.ts';
import { json } from '../../render/base/json.ts';
import { renderCheck, renderDiagnosis } from '../../render/look/doctor.ts';
import { addTargetOptions, connectStack, openLocal, storeJob, type TargetOptions } from '../base/context.ts';

export const doctor: DefineCommand = (command, io, ended) => {
  addTargetOptions(command).action(async (options: TargetOptions) => {
    const checks: Check[] = [];
    for await (const check of options.stack === undefined ? local(options) : remote(options, options.stack)) {
      checks.push(check);
      if (options.json !== true) io.out(renderCheck(check));
    }
    io.out(options.json === true ? json(checks) : renderDiagnosis(checks));
    if (checks.some(({ ok }) => ok === 'fail')) ended(1);
  });
};

async function* local(options: TargetOptions): AsyncIterable<Check> {
  let loaded: LoadedJob;
  try {
    loaded = loadJob(options.job);
  } catch (error) {
    return yield finding('job.yaml', error);
  }
  yield { name: 'job.yaml', ok: 'ok', detail: loaded.file };
  const { settings } = loaded;
  yield* ofInstallation('data directory', settings.name, async () => {
    const installation = await openLocal(loaded, 'guest');
    await storeJob(installation, loaded);
    return installation;
  });
}

async function* remote(options: TargetOptions, stack: string): AsyncIterable<Check> {
  yield* ofInstallation('stack', options.jobName, () => connectStack(stack));
}

/** What an installation says of itself; that it cannot be opened is one more finding. */
async function* ofInstallation(
  name: string,
  job: string | undefined,
  open: () => Promise<Installation>,
): AsyncIterable<Check> {
  let installation: Installation | undefined;
  try {
    installation = await open();
    yield* installation.doctor(job);
  } catch (error) {
    yield finding(name, error);
  } finally {
    await installation?.close();
  }
}

function finding(name: string, error: unknown): Check {
  if (!(error instanceof WinnowError) || error.code === 'internal') throw error;
  return { name, ok: 'fail', detail: error.message };
}
