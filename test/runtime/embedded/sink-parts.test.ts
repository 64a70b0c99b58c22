import { expect, it } from 'vitest';
import { localSinkParts } from '../../../lib/runtime/embedded/sink-parts.ts';
import { memoryPorts } from '../../support/stores.ts';

it('gives what else is to be done by the process a turn between batches', async () => {
  const ports = memoryPorts();
  const { giveWay } = localSinkParts(ports, { secret: async () => '' }, '.');
  let turns = 0;
  setImmediate(() => {
    turns += 1;
  });
  await giveWay?.();
  expect(turns).toBe(1);
  ports.close();
});
