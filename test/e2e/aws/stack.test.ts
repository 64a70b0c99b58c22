import { afterAll, beforeAll, describe } from 'vitest';
import { localCloud } from '../../support/cloud/local-cloud.ts';
import { type DeployedStack, deployedStack } from '../support/stack/deployed-stack.ts';
import { partsOf } from '../support/stack/parts.ts';
import { ceiling } from './ceiling.ts';
import { exportedThere } from './collection/exported.ts';
import { commandLine } from './command-line.ts';
import { deployedOver } from './deployed-over.ts';
import { destinations } from './destinations.ts';
import { documents } from './documents.ts';
import { erased } from './erased.ts';
import { fromAProgram } from './from-a-program.ts';
import { membersOnly } from './members.ts';
import { missingGrants } from './missing-grants.ts';
import { consoleOfStack } from './operate/console-of-stack.ts';
import { forgottenSettings } from './operate/forgotten-settings.ts';
import { readOnly } from './operate/read-only.ts';
import { roles } from './operate/roles.ts';
import { stoppages } from './operate/stoppages.ts';
import { wrongClock } from './operate/wrong-clock.ts';
import { teamApp } from './team-app.ts';
import { wholeSite } from './whole-site.ts';

const cloud = await localCloud();
let stack: DeployedStack;

beforeAll(async () => {
  if (cloud !== undefined) stack = await deployedStack(cloud, 'by the command line');
}, 600_000);

afterAll(() => stack?.close());

/**
 * One deployment serves all of it: each part has jobs of its own, and leaves the stack as it found it. What is crawled on
 * another stack beside it stands in crawls.test.ts.
 */
describe.skipIf(cloud === undefined)('a stack on the local cloud, with IAM and TLS enforced', () => {
  partsOf(
    () => stack,
    [
      destinations,
      wholeSite,
      documents,
      ceiling,
      commandLine,
      fromAProgram,
      erased,
      exportedThere,
      missingGrants,
      readOnly,
      roles,
      consoleOfStack,
      stoppages,
      wrongClock,
      forgottenSettings,
      membersOnly,
      teamApp,
    ],
  );
  // Last: the version that the others are about is gone then.
  deployedOver(() => stack);
});
