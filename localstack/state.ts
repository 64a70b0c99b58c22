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

/** Where MiniStack is installed (git-ignored, as the homes are). */
export const ministackDirectory = join(root, '.winnow', 'ministack');

/** Everything that a cloud leaves on disk is in its home: the one of `cloud:up`, and the one of the tests. */
export const homes = {
  own: join(root, '.winnow', 'cloud'),
  tests: join(root, '.winnow', 'test-cloud'),
} as const;

/** What was written when the cloud of this home was started; it may have died since. */
export function readState(home: string): Cloud | undefined {
  try {
    return JSON.parse(readFileSync(stateFile(home), 'utf8')) as Cloud;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

export function writeState(home: string, cloud: Cloud): void {
  mkdirSync(home, { recursive: true });
  writeFileSync(stateFile(home), `${JSON.stringify(cloud, undefined, 2)}\n`);
}

export function clearState(home: string): void {
  rmSync(stateFile(home), { force: true });
}

function stateFile(home: string): string {
  return join(home, 'state.json');
}
