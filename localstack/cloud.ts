import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { WinnowError } from '../lib/domain/error.ts';
import { dockerAnswers, startLocalStack, stopLocalStack } from './docker.ts';
import { answers } from './health.ts';
import { startMiniStack } from './ministack.ts';
import { type Cloud, clearState, cloudDirectory, readState, writeState } from './state.ts';

export interface StartOptions {
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
 * The cloud that runs, or a new one: an endpoint that the environment names, else the one of the state file if it
 * answers and is as strict as is asked, else LocalStack in Docker, else MiniStack. Not safe to be called from two processes at once.
 * @throws WinnowError `unavailable`
 */
export async function startCloud(options: StartOptions): Promise<Cloud> {
  const running = await runningCloud();
  if (running !== undefined && (running.strict || !options.strict)) return running;
  if (running?.emulator === 'given') {
    throw new WinnowError(
      'unavailable',
      "AWS_ENDPOINT_URL is set: whether IAM and TLS are enforced there is its owner's choice",
    );
  }
  if (running !== undefined) {
    throw new WinnowError(
      'unavailable',
      `a cloud without IAM and TLS is running at ${running.endpoint}: stop it first`,
    );
  }
  const docker = !options.strict && !options.preferMiniStack && dockerAnswers();
  const cloud = docker ? startLocalStack(options.port, options.startedBy) : await startMiniStack(options);
  writeState(cloud);
  return cloud;
}

/** The cloud that answers now, if any. An AWS_ENDPOINT_URL that is set wins, and must answer. */
export async function runningCloud(): Promise<Cloud | undefined> {
  const given = process.env.AWS_ENDPOINT_URL;
  const cloud = given === undefined || given === '' ? readState() : givenCloud(given);
  if (cloud === undefined) return undefined;
  if (await answers(cloud)) return cloud;
  if (cloud.emulator !== 'given') return undefined;
  throw new WinnowError('unavailable', `AWS_ENDPOINT_URL is ${given}, and nothing answers there`);
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

/** Stops what the state file names; false when there was nothing to stop. */
export async function stopCloud(): Promise<boolean> {
  const cloud = readState();
  if (cloud === undefined) return false;
  const running = await answers(cloud);
  if (cloud.emulator === 'localstack') stopLocalStack();
  // A process id alone proves nothing: it may have been given to somebody else since.
  if (cloud.pid !== undefined && running) await endGroup(cloud.pid);
  clearState();
  rmSync(join(cloudDirectory, 'tmp'), { recursive: true, force: true, maxRetries: 5 });
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
