import { chooseFeatures, defaultSvmRecipe, matrixOf, openCorpus } from '../../../topic/train.ts';
import { lookedAt } from './example-lists.ts';
import type { LearnPage } from './learner.ts';
import { along, centroid } from './likeness.ts';

/** A page that a person may be asked about. */
export interface Askable extends LearnPage {
  /** How well it fits the topic that was learnt; 0 at the threshold. */
  readonly fit: number;
}

/** Pages that are more alike teach the same: a person is asked about one of them. */
const tooAlike = 0.6;

/**
 * The pages whose labels would teach most: those that the topic is least sure of (uncertainty sampling, Lewis and Gale 1994), of
 * pages that are alike one. The most doubtful first.
 */
export function askFirst<P extends Askable>(pages: readonly P[], most: number): readonly P[] {
  const doubtful = pages
    .toSorted((a, b) => Math.abs(a.fit) - Math.abs(b.fit) || (a.source < b.source ? -1 : 1))
    .slice(0, lookedAt * most);
  const builder = openCorpus();
  const readable = doubtful.filter(({ text, language }) => builder.add(text, 'any', language));
  const corpus = builder.finish();
  const rows = Uint32Array.from(corpus.labels.keys());
  const matrix = matrixOf(corpus, rows, chooseFeatures(corpus, rows, defaultSvmRecipe.weighting));
  const chosen: number[] = [];
  const vectors: Float64Array[] = [];
  const alike: number[] = [];
  for (const row of rows) {
    if (chosen.length === most) break;
    if (vectors.some((other) => along(matrix, row, other) > tooAlike)) alike.push(row);
    else {
      chosen.push(row);
      vectors.push(centroid(matrix, [row]));
    }
  }
  const told = [...chosen, ...alike].map((row) => readable[row] as P);
  // Pages without a text are asked about last: nothing is known of them but their fit.
  return [...told, ...doubtful.filter((page) => !readable.includes(page))].slice(0, most);
}
