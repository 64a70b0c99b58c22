import type { DeadLetters } from '../../../ports/dead-letters.ts';

/** The dead letters of several queues as those of one. */
export function joinedDeadLetters(queues: readonly DeadLetters[]): DeadLetters {
  const sum = async (of: (queue: DeadLetters) => Promise<number>): Promise<number> => {
    let total = 0;
    for (const queue of queues) total += await of(queue);
    return total;
  };
  return {
    count: () => sum((queue) => queue.count()),
    async list(limit) {
      const all = [];
      for (const queue of queues) all.push(...(await queue.list(limit)));
      return all.sort((a, b) => a.sentAt - b.sentAt).slice(0, limit);
    },
    redrive: (ids) => sum((queue) => queue.redrive(ids)),
    drop: (ids) => sum((queue) => queue.drop(ids)),
  };
}
