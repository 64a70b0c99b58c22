/** Gates whose worker is remembered. */
const maxKnown = 20_000;
/** A worker has room while it has at most so many turns more than the one with the fewest. */
const maxAhead = 4;

/** Which worker has the turns of a gate. */
export interface GatePlaces {
  /** @param turns the number of turns that each worker runs now @returns the index of a worker */
  of(gate: string, turns: readonly number[]): number;
}

/** A gate stays with its worker, which has its hosts' bodies open, while that worker has room; else the least busy one has it. */
export function gatePlaces(): GatePlaces {
  const known = new Map<string, number>();
  /** Gates that were placed since, so that new gates are spread also before their turns begin. */
  let next = 0;
  return {
    of(gate, turns) {
      const fewest = Math.min(...turns);
      const before = known.get(gate);
      if (before !== undefined && (turns[before] ?? Number.POSITIVE_INFINITY) <= fewest + maxAhead)
        return before;
      next += 1;
      const order = turns.map((_, i) => (next + i) % turns.length);
      const place = order.find((i) => turns[i] === fewest) ?? 0;
      known.delete(gate);
      known.set(gate, place);
      const [oldest] = known.keys();
      if (known.size > maxKnown && oldest !== undefined) known.delete(oldest);
      return place;
    },
  };
}
