import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { expect } from 'vitest';
import { installPython, pythonIn } from '../../../localstack/python-environment.ts';

const venv = join(import.meta.dirname, '../../../.winnow/warcio');

/** What warcio read in a directory of WARC files: every record of every file, and every line of `index.cdxj`. */
export interface Read {
  readonly records: readonly {
    readonly type: string;
    readonly url: string | null;
    readonly refersTo: string | null;
    /** Null: the record has no digest. */
    readonly passed: boolean | null;
    readonly problems: readonly string[];
  }[];
  readonly pages: readonly {
    readonly url: string;
    readonly mime: string;
    readonly status: string;
    readonly headers: readonly (readonly [string, string])[];
    /** SHA-256 of the body without its content coding, in hex. */
    readonly body: string;
  }[];
}

/** Installs warcio, once. @returns why that is not possible here */
export function missingWarcio(): string | undefined {
  return missingPython(venv, 'requirements.txt');
}

/** Installs what a file of this folder names, once. @returns why that is not possible here */
export function missingPython(directory: string, requirements: string): string | undefined {
  try {
    installPython(directory, join(import.meta.dirname, requirements), () => undefined);
    return undefined;
  } catch (error) {
    return `a reader of archives is missing: ${(error as Error).message.split('\n')[0]}`;
  }
}

export function readWithWarcio(directory: string): Read {
  const read = spawnSync(pythonIn(venv), [join(import.meta.dirname, 'read_warc.py'), directory], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  expect(read.stderr).toBe('');
  return JSON.parse(read.stdout) as Read;
}

/** What warcio finds wrong: in words, empty when nothing is. */
export function faultsOf({ records }: Read): readonly string[] {
  return records.flatMap(({ type, url, passed, problems }) =>
    passed === false || problems.length > 0 ? [`${type} of ${url}: ${problems.join(', ')}`] : [],
  );
}

export function sha256(body: string | Uint8Array): string {
  return createHash('sha256').update(body).digest('hex');
}
