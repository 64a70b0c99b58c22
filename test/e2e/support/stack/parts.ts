import { afterAll, describe } from 'vitest';
import { setJobState } from '../../../../lib/pipeline/job/open-job.ts';
import type { DeployedStack } from './deployed-stack.ts';

type Part = (stack: () => DeployedStack) => void;

/** What is tried on one stack, part by part. Jobs of a part that is over are paused: its dispatcher looks at all that are open. */
export function partsOf(stack: () => DeployedStack, parts: readonly Part[]): void {
  for (const part of parts) {
    describe(part.name, () => {
      part(stack);
      afterAll(() => pauseJobs(stack()));
    });
  }
}

async function pauseJobs({ runtime: { stores } }: DeployedStack): Promise<void> {
  for (const { name, state } of await stores.jobs.jobs())
    if (state === 'open') await setJobState(stores, name, 'paused', 'its part of the tests is over');
}
