import { existsSync } from 'node:fs';
import { stopCloud } from '../../../localstack/cloud.ts';
import { homes } from '../../../localstack/state.ts';
import { leave } from './cloud-users.ts';

const run = String(process.pid);

/** Vitest's global set-up: names the run for its workers. The cloud is started by the first suite that needs it. */
export function setup(): void {
  process.env.WINNOW_TEST_RUN = run;
}

/** The last run that uses the cloud stops it. */
export async function teardown(): Promise<void> {
  if (existsSync(homes.tests) && leave(run)) await stopCloud(homes.tests);
}
