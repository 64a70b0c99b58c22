import { afterAll, beforeAll, describe } from 'vitest';
import { localCloud } from '../../support/local-cloud.ts';
import { type DeployedStack, deployedStack } from '../support/deployed-stack.ts';
import { sameReharvest } from './same-reharvest.ts';

const cloud = await localCloud();
let stack: DeployedStack;
beforeAll(async () => {
  if (cloud !== undefined) stack = await deployedStack(cloud);
});
afterAll(() => stack?.close());
describe('mine', () => sameReharvest(() => stack));
