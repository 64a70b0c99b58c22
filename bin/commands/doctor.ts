import { requireContact } from '../../lib/config/contact.ts';
import { loadJob } from '../../lib/config/load-job.ts';
import { WinnowError } from '../../lib/domain/error.ts';
import type { Check, Installation } from '../../lib/runtime/installation.ts';
import type { DefineCommand } from '../command-table.ts';
import { renderCheck, renderDiagnosis } from '../render/doctor.ts';
import { json } from '../render/json.ts';
import { connect, openLocal, type TargetOptions, targetOptions } from './context.ts';

export const doctor: DefineCommand = (command, io, ended) => {
  targetOptions(command).action(async (options: TargetOptions) => {
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
  yield node();
  const loaded = attempt('job.yaml', () => loadJob(options.job));
  if ('check' in loaded) return yield loaded.check;
  const { settings, file } = loaded.value;
  yield { name: 'job.yaml', ok: 'ok', detail: file };
  const contact = attempt('contact address', () => requireContact(settings));
  if ('check' in contact) yield contact.check;
  else
    yield {
      name: 'contact address',
      ok: 'ok',
      detail: settings.identity.contact ?? 'not needed on loopback',
    };
  yield* ofInstallation('data directory', () => openLocal(loaded.value, 'guest'), settings.name);
}

async function* remote(options: TargetOptions, stack: string): AsyncIterable<Check> {
  yield node();
  yield* ofInstallation('stack', () => connect(stack), options.jobName);
}

/** What an installation says of itself; that it cannot be opened is one more finding. */
async function* ofInstallation(
  name: string,
  open: () => Promise<Installation>,
  job: string | undefined,
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

function attempt<T>(name: string, act: () => T): { readonly value: T } | { readonly check: Check } {
  try {
    return { value: act() };
  } catch (error) {
    return { check: finding(name, error) };
  }
}

function finding(name: string, error: unknown): Check {
  if (!(error instanceof WinnowError) || error.code === 'internal') throw error;
  // A data directory that is not there yet is what a job has before its first crawl.
  return { name, ok: error.code === 'not-found' ? 'warn' : 'fail', detail: error.message };
}

function node(): Check {
  return { name: 'Node', ok: 'ok', detail: process.versions.node };
}
