import { mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { WinnowError } from '../lib/base/error.ts';
import { dockerAnswers, startLocalStack, stopLocalStack } from './docker.ts';
import { answers } from './health.ts';
import { startMiniStack } from './ministack.ts';
import { type Cloud, clearState, homes, readState, writeState } from './state.ts';

export interface StartOptions {
  /** The directory that the cloud leaves its files in. */
  readonly home: string;
  /** Enforce IAM and TLS: MiniStack can. */
  readonly strict: boolean;
  /** 0: any that is free. */
  readonly port: number;
  /** Shown by `cloud:up`, and compared before a test run stops what it finds. */
  readonly startedBy: string;
  /** MiniStack even where a Docker engine answers. */
  readonly preferMiniStack: boolean;
  readonly say: (line: string) => void;
}

/**
 * The cloud that runs, or a new one: an endpoint that the environment names, else the one of this home if it
 * answers, else LocalStack in Docker, else MiniStack. Of several processes one starts it and the others wait.
 * @throws WinnowError `unavailable`
 */
export async function startCloud(options: StartOptions): Promise<Cloud> {
  const running = await runningCloud(options.home);
  if (running !== undefined) return strictEnough(running, options.strict);
  const release = await lock(options.home);
  try {
    const meanwhile = await runningCloud(options.home);
    if (meanwhile !== undefined) return strictEnough(meanwhile, options.strict);
    const docker = !options.strict && !options.preferMiniStack && dockerAnswers();
    const cloud = docker ? startLocalStack(options.port, options.startedBy) : await startMiniStack(options);
    writeState(options.home, cloud);
    return cloud;
  } finally {
    release();
  }
}

function strictEnough(running: Cloud, strict: boolean): Cloud {
  if (running.strict || !strict) return running;
  const why = running.emulator === 'given' ? 'AWS_ENDPOINT_URL names' : 'there is already';
  throw new WinnowError('unavailable', `${why} a cloud without IAM and TLS at ${running.endpoint}`);
}

/**
 * The cloud that answers now, if any. An AWS_ENDPOINT_URL that is set wins, and must answer; in a shell that took over
 * what `cloud:up` printed it is one of ours, and known for what it is.
 */
export async function runningCloud(home: string): Promise<Cloud | undefined> {
  const given = process.env.AWS_ENDPOINT_URL ?? '';
  const ours = [home, ...Object.values(homes)].map(readState);
  const cloud = given === '' ? ours[0] : (ours.find((one) => one?.endpoint === given) ?? givenCloud(given));
  if (cloud === undefined) return undefined;
  if (await answers(cloud)) return cloud;
  if (given === '') return undefined;
  throw new WinnowError(
    'unavailable',
    `AWS_ENDPOINT_URL is ${given}, and nothing answers there: start it, or unset the variable`,
  );
}

/** A directory is made by exactly one; the lock of a process that died is broken after two minutes. */
async function lock(home: string): Promise<() => void> {
  mkdirSync(home, { recursive: true });
  const path = join(home, 'starting');
  for (;;) {
    try {
      mkdirSync(path);
      return () => rmSync(path, { recursive: true, force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const made = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
    if (made !== undefined && Date.now() - made > 120_000) rmSync(path, { recursive: true, force: true });
    await sleep(200);
  }
}

function givenCloud(endpoint: string): Cloud {
  const ca = process.env.AWS_CA_BUNDLE ?? process.env.NODE_EXTRA_CA_CERTS;
  return {
    endpoint: endpoint.replace(/\/$/, ''),
    emulator: 'given',
    strict: false,
    startedBy: 'somebody else',
    ...(ca !== undefined && { ca }),
  };
}

/** Stops the cloud of this home; false when there was nothing to stop. */
export async function stopCloud(home: string): Promise<boolean> {
  const cloud = readState(home);
  if (cloud === undefined) return false;
  const running = await answers(cloud);
  if (cloud.emulator === 'localstack') stopLocalStack();
  // A process id alone proves nothing: it may have been given to somebody else since.
  if (cloud.pid !== undefined && running) await endGroup(cloud.pid);
  clearState(home);
  rmSync(join(home, 'tmp'), { recursive: true, force: true, maxRetries: 5 });
  return running;
}

async function endGroup(leader: number): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    signalGroup(leader, signal);
    for (let tries = 0; tries < 50; tries += 1) {
      if (!signalGroup(leader, 0)) return;
      await sleep(100);
    }
  }
}

/** False when no process of the group is left. */
function signalGroup(leader: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(process.platform === 'win32' ? leader : -leader, signal);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}
