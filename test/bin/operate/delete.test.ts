import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keptDirectory } from '../../support/collection/earlier-version.ts';
import { winnow } from '../test-io.ts';

let job: string;
beforeEach(() => {
  job = mkdtempSync(join(tmpdir(), 'winnow-delete-'));
  writeFileSync(
    join(job, 'job.yaml'),
    'name: kept\nuserAgent:\n  contact: a@example.org\nscope:\n  hosts: [a.example]\n',
  );
  cpSync(keptDirectory('2026-11-28').directory, join(job, 'data'), { recursive: true });
});
afterEach(() => rmSync(job, { recursive: true, force: true }));

describe('winnow delete', () => {
  it.each([
    ['0d', 0],
    ['36h', 0],
    ['3650d', 0],
    ['3651d', 2],
    ['-1d', 2],
    ['30', 0],
    ['x', 2],
  ])('with an age of %s ends with %i', async (age, exit) => {
    expect(await winnow(['delete', `--older-than=${age}`, '--job', job])).toMatchObject({ exit });
  });
});
