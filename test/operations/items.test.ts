import { afterEach, beforeEach, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { ask } from '../../lib/operations/ask.ts';
import { ensureJob } from '../../lib/pipeline/job/open-job.ts';
import { itemwise, type NamedOperation, operation } from '../../lib/pipeline/operation/operation.ts';
import { note } from '../../lib/pipeline/operation/view.ts';
import { openPlace } from '../../lib/runtime/shared/open-place.ts';
import { testSettings } from '../support/settings.ts';
import { type MemoryPorts, memoryPorts } from '../support/stores.ts';

let ports: MemoryPorts;
beforeEach(async () => {
  ports = memoryPorts();
  await ensureJob(ports, testSettings('birds'));
});
afterEach(() => ports.close());

it('what comes bit by bit is heard of item by item, and is logged and answered as a whole', async () => {
  const order: string[] = [];
  const counting = operation({
    about: 'job',
    input: { most: z.int() },
    effect: 'changes',
    async *run(_, { most }) {
      for (let at = 1; at <= most; at += 1) {
        order.push(`found ${at}`);
        yield at;
      }
    },
    inShort: (all: readonly number[]) => all.length,
    ...itemwise<number>({
      view: (at) => [note(`item ${at}`)],
      end: (all) => [note(`${all.length} items`)],
    }),
  });
  const named = { name: 'counting', operation: counting } as unknown as NamedOperation;
  const place = openPlace({ ports, name: 'memory', summary: async () => ({}) as never });
  const heard = (item: unknown): void => void order.push(`heard ${item}`);
  const asker = { by: 'ann', reason: '', heard };
  const answer = await ask(named, place, { job: 'birds', most: 2 }, asker);
  expect(answer).toEqual({ done: [1, 2] });
  expect(order).toEqual(['found 1', 'heard 1', 'found 2', 'heard 2']);
  const page = await ports.commands.commands(10);
  expect(Object.values(page)[0]).toMatchObject([{ by: 'ann', answer: 2, state: 'done' }]);
  const lines = counting.view([1, 2], { order: String } as never).flat();
  expect(lines).toEqual([note('item 1'), note('item 2'), note('2 items')]);
});
