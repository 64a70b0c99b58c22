import type { DeadLetters } from '../../../lib/ports/operate/dead-letters.ts';

export interface MemoryLetters extends DeadLetters {
  /** Ids of those that were given back, in their order. */
  readonly redriven: readonly string[];
}

/** Dead letters in memory, by their ids. */
export function memoryLetters(ids: readonly string[] = []): MemoryLetters {
  let left = [...ids];
  const redriven: string[] = [];
  const take = (chosen: readonly string[] = left): readonly string[] => {
    const taken = left.filter((id) => chosen.includes(id));
    left = left.filter((id) => !chosen.includes(id));
    return taken;
  };
  return {
    redriven,
    count: async () => left.length,
    list: async (limit) =>
      left.slice(0, limit).map((id) => ({ id, sentAt: 0, queue: 'tickets', ticket: undefined, body: 'odd' })),
    async redrive(some) {
      const taken = take(some);
      redriven.push(...taken);
      return taken.length;
    },
    drop: async (some) => take(some).length,
  };
}
