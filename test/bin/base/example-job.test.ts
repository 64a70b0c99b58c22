import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { jobToLookAt } from '../../../bin/commands/base/example-job.ts';

it('is looked at where no job is given, once it was crawled', () => {
  const directory = mkdtempSync(join(tmpdir(), 'winnow-example-job-'));
  const example = join(directory, 'job.yaml');
  expect(jobToLookAt('.', example)).toBe('.');
  mkdirSync(join(directory, 'data'));
  writeFileSync(join(directory, 'data', 'winnow.db'), '');
  expect(jobToLookAt('.', example)).toBe(example);
  expect(jobToLookAt('jobs/birds', example)).toBe('jobs/birds');
});
