import { afterAll, beforeAll, describe } from 'vitest';
import { localCloud } from '../../support/cloud/local-cloud.ts';
import { type DeployedStack, deployedStack } from '../support/stack/deployed-stack.ts';
import { partsOf } from '../support/stack/parts.ts';
import { askedInSql } from './asked-in-sql.ts';
import { fedSinks } from './collection/fed-sinks.ts';
import { learnt } from './collection/learnt.ts';
import { standIns } from './collection/stand-ins.ts';
import { takenOut } from './collection/taken-out.ts';
import { crawledAgain } from './crawled-again.ts';
import { distilled } from './distilled.ts';
import { faultyHosts } from './faulty.ts';
import { focused } from './focused.ts';
import { hostileHosts } from './hostile.ts';
import { indexerStack } from './indexer-stack.ts';
import { dumpedAndLoaded } from './operate/dumped-and-loaded.ts';
import { sameReharvest } from './same-reharvest.ts';
import { sideBySide } from './side-by-side.ts';
import { trainedTopic } from './trained-topic.ts';
import { trapped } from './trapped.ts';

const cloud = await localCloud();
let stack: DeployedStack;

beforeAll(async () => {
  if (cloud !== undefined) stack = await deployedStack(cloud);
}, 600_000);

afterAll(() => stack?.close());

/** One deployment serves all of it, as in stack.test.ts. */
describe.skipIf(cloud === undefined)(
  'crawls of a stack on the local cloud, with IAM and TLS enforced',
  () => {
    partsOf(
      () => stack,
      [
        trapped,
        trainedTopic,
        focused,
        distilled,
        learnt,
        askedInSql,
        hostileHosts,
        faultyHosts,
        crawledAgain,
        sameReharvest,
        standIns,
        takenOut,
        fedSinks,
        dumpedAndLoaded,
        indexerStack,
        sideBySide,
      ],
    );
  },
);
