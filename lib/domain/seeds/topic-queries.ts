import type { ClassTerms } from './topic-terms.ts';

/**
 * Search queries out of the best terms of a topic: phrases as they are, in quotation marks, single words in pairs, so that
 * what they mean is clear; those of the best terms first, the good classes taking turns. At most `most`, none twice.
 */
export function queriesOf(classes: readonly ClassTerms[], most: number): readonly string[] {
  const queues = classes.map(({ terms }) =>
    queriesOfClass(
      terms.map(({ term }) => term),
      most,
    ),
  );
  const queries = new Set<string>();
  for (let turn = 0; turn < most; turn += 1) {
    for (const queue of queues) {
      const query = queue[turn];
      if (query !== undefined && queries.size < most) queries.add(query);
    }
  }
  return [...queries];
}

/** By the sum of the places of their terms. */
function queriesOfClass(terms: readonly string[], most: number): readonly string[] {
  const singles = terms.flatMap((term, place) => (term.includes(' ') ? [] : [[term, place] as const]));
  const queries = terms.flatMap((term, place) =>
    term.includes(' ') ? [{ query: `"${term}"`, place: 2 * place }] : [],
  );
  for (const [at, [first, place]] of singles.entries()) {
    for (const [second, other] of singles.slice(at + 1, at + 1 + most))
      queries.push({ query: `${first} ${second}`, place: place + other });
  }
  const [only] = singles;
  if (only !== undefined && singles.length === 1) queries.push({ query: only[0], place: 2 * only[1] });
  return queries
    .sort((a, b) => a.place - b.place)
    .slice(0, most)
    .map(({ query }) => query);
}
