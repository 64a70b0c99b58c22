/** How often documents of each class were taken for each class. */
export interface Confusion {
  /** Counts one decision; a class that is new is taken in. */
  add(actual: string, found: string): void;
  figures(): ClassifierFigures;
}

/** What a classifier got right. Parts of 1; what has nothing to divide by is 0. */
export interface ClassifierFigures {
  readonly documents: number;
  /** Precision, recall and F1 over all decisions (micro) are all the same as it, as each document has one class. */
  readonly accuracy: number;
  /** Means over the classes that documents have, each counting the same. */
  readonly macro: Measures;
  readonly classes: readonly (Measures & { readonly id: string; readonly documents: number })[];
}

export interface Measures {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

interface Tally {
  documents: number;
  found: number;
  right: number;
}

/** @param classes in the order in which figures are shown */
export function openConfusion(classes: readonly string[]): Confusion {
  const tallies = new Map<string, Tally>();
  const tallyOf = (id: string): Tally => {
    let tally = tallies.get(id);
    if (!tally) {
      tally = { documents: 0, found: 0, right: 0 };
      tallies.set(id, tally);
    }
    return tally;
  };
  for (const id of classes) tallyOf(id);
  return {
    add(actual, found) {
      tallyOf(actual).documents += 1;
      tallyOf(found).found += 1;
      if (actual === found) tallyOf(actual).right += 1;
    },
    figures: () => figuresOf([...tallies]),
  };
}

function figuresOf(tallies: readonly (readonly [string, Tally])[]): ClassifierFigures {
  const classes = tallies.map(([id, { documents, found, right }]) => ({
    id,
    documents,
    precision: part(right, found),
    recall: part(right, documents),
    f1: part(2 * right, documents + found),
  }));
  const documents = sum(tallies.map(([, tally]) => tally.documents));
  const seen = classes.filter((row) => row.documents > 0);
  const mean = (key: keyof Measures): number => part(sum(seen.map((row) => row[key])), seen.length);
  return {
    documents,
    accuracy: part(sum(tallies.map(([, { right }]) => right)), documents),
    macro: { precision: mean('precision'), recall: mean('recall'), f1: mean('f1') },
    classes,
  };
}

function part(some: number, all: number): number {
  return all === 0 ? 0 : some / all;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
