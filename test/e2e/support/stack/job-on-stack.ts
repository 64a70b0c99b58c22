import { expect } from 'vitest';
import { winnow } from '../../../bin/test-io.ts';
import { type JobTree, jobDirectory } from '../job-directory.ts';
import type { DeployedStack } from './deployed-stack.ts';

/** Deploys a job to a stack and opens it, by the command line. Its ceiling is out of reach where `tree` sets none. */
export async function openOnStack({ name }: DeployedStack, job: string, tree: JobTree): Promise<void> {
  const directory = jobDirectory(job, { limits: { pagesPerDay: 10_000 }, ...tree });
  expect(await winnow(['deploy-job', directory, '--stack', name])).toMatchObject({ exit: 0, err: '' });
  const opened = await winnow(['crawl', '--stack', name, '--job-name', job]);
  expect(opened).toMatchObject({ exit: 0, err: '' });
}
