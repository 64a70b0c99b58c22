import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { WinnowError } from '../lib/base/error.ts';
import type { Cloud } from './state.ts';

const compose = ['compose', '-f', join(import.meta.dirname, 'compose.yaml')];

/** Whether a Docker engine answers; a client without an engine does not count. */
export function dockerAnswers(): boolean {
  return spawnSync('docker', ['info', '--format', '{{.ServerVersion}}'], { timeout: 5_000 }).status === 0;
}

/** Starts LocalStack and waits until it answers. @throws WinnowError `unavailable` */
export function startLocalStack(port: number, startedBy: string): Cloud {
  docker(['up', '--detach', '--wait'], port);
  return { endpoint: `http://127.0.0.1:${port}`, emulator: 'localstack', strict: false, startedBy };
}

export function stopLocalStack(): void {
  docker(['down', '--volumes']);
}

function docker(args: readonly string[], port?: number): void {
  const env = { ...process.env, ...(port !== undefined && { WINNOW_CLOUD_PORT: String(port) }) };
  const done = spawnSync('docker', [...compose, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    env,
  });
  if (done.status === 0) return;
  throw new WinnowError(
    'unavailable',
    `docker compose ${args[0]}: ${done.error?.message ?? done.stderr.trim()}`,
  );
}
