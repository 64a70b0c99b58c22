/** Counts of some visits. */
export interface VisitsAndFruitless {
  readonly visits: number;
  /** First visits among them that brought nothing new. */
  readonly fruitless: number;
}

const hourMs = 3_600_000;
const spanMs = 300_000;
/** Of fewer visits a share means nothing. */
const enoughVisits = 100;
const mostly = 0.5;

/** Counts visits of the last hour, in spans of five minutes. */
export interface FruitlessHour {
  /**
   * @param now epoch ms
   * @returns the counts of the hour when most of its visits brought nothing new and that was not said within it; else
   * undefined
   */
  add(now: number, more: VisitsAndFruitless): VisitsAndFruitless | undefined;
}

export function openFruitlessHour(): FruitlessHour {
  const spans = new Map<number, VisitsAndFruitless>();
  let saidAt = Number.NEGATIVE_INFINITY;
  return {
    add(now, more) {
      const span = Math.floor(now / spanMs);
      spans.set(span, sum(spans.get(span) ?? none, more));
      for (const old of spans.keys()) if (old <= span - hourMs / spanMs) spans.delete(old);
      const hour = [...spans.values()].reduce(sum, none);
      const { visits, fruitless } = hour;
      if (visits < enoughVisits || fruitless <= mostly * visits || now - saidAt < hourMs) return undefined;
      saidAt = now;
      return hour;
    },
  };
}

const none: VisitsAndFruitless = { visits: 0, fruitless: 0 };

function sum(one: VisitsAndFruitless, other: VisitsAndFruitless): VisitsAndFruitless {
  return { visits: one.visits + other.visits, fruitless: one.fruitless + other.fruitless };
}
