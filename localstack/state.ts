import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A cloud on this machine, or one that somebody else pointed us at. */
export interface Cloud {
  readonly endpoint: string;
  readonly emulator: 'given' | 'localstack' | 'ministack';
  /** IAM and TLS are enforced. */
  readonly strict: boolean;
  /** MiniStack's process, which leads a group of its own. */
  readonly pid?: number;
  /** Who started it: a test run stops only what it started itself. */
  readonly startedBy: string;
  /** PEM file of the certificate that clients must trust. */
  readonly ca?: string;
}

const root = join(import.meta.dirname, '..');

/** Everything that the local cloud leaves on disk is below here (git-ignored). */
export const cloudDirectory = join(root, '.winnow', 'cloud');

const stateFile = join(cloudDirectory, 'state.json');

/** What was written when the cloud was started; it may have died since. */
export function readState(): Cloud | undefined {
  try {
    return JSON.parse(readFileSync(stateFile, 'utf8')) as Cloud;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

export function writeState(cloud: Cloud): void {
  mkdirSync(cloudDirectory, { recursive: true });
  writeFileSync(stateFile, `${JSON.stringify(cloud, undefined, 2)}\n`);
}

export function clearState(): void {
  rmSync(stateFile, { force: true });
}
