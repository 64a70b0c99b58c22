import { stopCloud } from '../../localstack/cloud.ts';
import { homes, readState } from '../../localstack/state.ts';
import { testRun } from './local-cloud.ts';

/** Vitest's global set-up: names the run, so that it stops the cloud that it started and no other's. */
export function setup(): void {
  process.env.WINNOW_TEST_RUN = String(process.pid);
}

export async function teardown(): Promise<void> {
  if (readState(homes.tests)?.startedBy === testRun()) await stopCloud(homes.tests);
}
