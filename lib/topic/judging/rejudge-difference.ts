import { type RejudgedPage, type Rejudgement, rejudgements } from './rejudge.ts';

/** What judging a collection again changes, or would change. */
export interface Difference {
  /** Pages that were looked at. */
  readonly pages: number;
  /** There are more, which were not looked at. */
  readonly isPart?: true;
  readonly counts: Readonly<Record<Rejudgement, number>>;
  /** By the best class: pages that come into the collection with it, and that go out that had it; by id. */
  readonly classes: readonly ClassDifference[];
  /** The first few of each kind, in the order in which they came. */
  readonly examples: Readonly<Partial<Record<Rejudgement, readonly RejudgedPage[]>>>;
}

export interface ClassDifference {
  readonly id: string;
  readonly restored: number;
  readonly dropped: number;
}

export interface DifferenceTally {
  add(page: RejudgedPage): void;
  result(): Difference;
}

/** Adds up judged pages in memory that does not grow with them. @param kept examples of each kind */
export function openDifference(kept = 5): DifferenceTally {
  const counts = Object.fromEntries(rejudgements.map((kind) => [kind, 0])) as Record<Rejudgement, number>;
  const classes = new Map<string, { restored: number; dropped: number }>();
  const examples: Partial<Record<Rejudgement, RejudgedPage[]>> = {};
  let pages = 0;
  return {
    add(page) {
      const { kind } = page;
      pages += 1;
      counts[kind] += 1;
      if (kind === 'restored' || kind === 'dropped') {
        const id = (kind === 'restored' ? page.now : page.was)?.best ?? '';
        const count = classes.get(id) ?? { restored: 0, dropped: 0 };
        count[kind] += 1;
        classes.set(id, count);
      }
      if (kind === 'same') return;
      const some = examples[kind] ?? [];
      if (some.length < kept) examples[kind] = [...some, page];
    },
    result: () => ({
      pages,
      counts: { ...counts },
      classes: [...classes].map(([id, count]) => ({ id, ...count })).sort((a, b) => (a.id < b.id ? -1 : 1)),
      examples,
    }),
  };
}
