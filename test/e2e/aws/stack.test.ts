import { afterAll, beforeAll, describe } from 'vitest';
import { localCloud } from '../../support/cloud/local-cloud.ts';
import { type DeployedStack, deployedStack } from '../support/stack/deployed-stack.ts';
import { askedInSql } from './asked-in-sql.ts';
import { ceiling } from './ceiling.ts';
import { commandLine } from './command-line.ts';
import { crawledAgain } from './crawled-again.ts';
import { deployedOver } from './deployed-over.ts';
import { destinations } from './destinations.ts';
import { distilled } from './distilled.ts';
import { documents } from './documents.ts';
import { erased } from './erased.ts';
import { faultyHosts } from './faulty.ts';
import { focused } from './focused.ts';
import { fromAProgram } from './from-a-program.ts';
import { hostileHosts } from './hostile.ts';
import { indexerStack } from './indexer-stack.ts';
import { membersOnly } from './members.ts';
import { missingGrants } from './missing-grants.ts';
import { forgottenSettings } from './operate/forgotten-settings.ts';
import { readOnly } from './operate/read-only.ts';
import { stoppages } from './operate/stoppages.ts';
import { wrongClock } from './operate/wrong-clock.ts';
import { sameReharvest } from './same-reharvest.ts';
import { sideBySide } from './side-by-side.ts';
import { teamApp } from './team-app.ts';
import { trainedTopic } from './trained-topic.ts';
import { trapped } from './trapped.ts';
import { wholeSite } from './whole-site.ts';

const cloud = await localCloud();
let stack: DeployedStack;

beforeAll(async () => {
  if (cloud !== undefined) stack = await deployedStack(cloud);
});

afterAll(() => stack?.close());

/** One deployment serves all of it: each part has jobs of its own, and leaves the stack as it found it. */
describe.skipIf(cloud === undefined)('a stack on the local cloud, with IAM and TLS enforced', () => {
  destinations(() => stack);
  wholeSite(() => stack);
  documents(() => stack);
  ceiling(() => stack);
  commandLine(() => stack);
  fromAProgram(() => stack);
  erased(() => stack);
  missingGrants(() => stack);
  readOnly(() => stack);
  stoppages(() => stack);
  wrongClock(() => stack);
  forgottenSettings(() => stack);
  membersOnly(() => stack);
  trapped(() => stack);
  trainedTopic(() => stack);
  focused(() => stack);
  distilled(() => stack);
  askedInSql(() => stack);
  hostileHosts(() => stack);
  faultyHosts(() => stack);
  crawledAgain(() => stack);
  sameReharvest(() => stack);
  indexerStack(() => stack);
  teamApp(() => stack);
  sideBySide(() => stack);
  // Last: the version that the others are about is gone then.
  deployedOver(() => stack);
});
