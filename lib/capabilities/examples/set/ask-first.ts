import { cosine, type LatentJudge } from '../../../topic/judge.ts';
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

/** Pages whose texts can be compared, and whether two of them, by their places in the list, are alike. */
interface Compared<P> {
  readonly readable: readonly P[];
  areAlike(one: number, other: number): boolean;
}

/**
 * The pages whose labels would teach most: those that the topic is least sure of (uncertainty sampling, Lewis and Gale 1994), of
 * pages that are alike one. The most doubtful first.
 * @param judge by which pages are alike that lie near each other in the field; absent: those that share words
 */
export function askFirst<P extends Askable>(
  pages: readonly P[],
  most: number,
  judge?: LatentJudge,
): readonly P[] {
  const doubtful = pages
    .toSorted((a, b) => Math.abs(a.fit) - Math.abs(b.fit) || (a.source < b.source ? -1 : 1))
    .slice(0, lookedAt * most);
  const { readable, areAlike } = judge === undefined ? byWords(doubtful) : byPlaces(doubtful, judge);
  const chosen: number[] = [];
  const alike: number[] = [];
  for (const place of readable.keys()) {
    if (chosen.length === most) break;
    (chosen.some((other) => areAlike(place, other)) ? alike : chosen).push(place);
  }
  const told = [...chosen, ...alike].map((place) => readable[place] as P);
  // Pages without a text are asked about last: nothing is known of them but their fit.
  return [...told, ...doubtful.filter((page) => !readable.includes(page))].slice(0, most);
}

function byWords<P extends Askable>(pages: readonly P[]): Compared<P> {
  const builder = openCorpus();
  const readable = pages.filter(({ text, language }) => builder.add(text, 'any', language));
  const corpus = builder.finish();
  const rows = Uint32Array.from(corpus.labels.keys());
  const matrix = matrixOf(corpus, rows, chooseFeatures(corpus, rows, defaultSvmRecipe.weighting));
  return { readable, areAlike: (one, other) => along(matrix, one, centroid(matrix, [other])) > tooAlike };
}

function byPlaces<P extends Askable>(pages: readonly P[], judge: LatentJudge): Compared<P> {
  const placed = pages.flatMap((page) => {
    const place = judge.place(page.text, page.language);
    return place === undefined ? [] : [{ page, place }];
  });
  const placeOf = (at: number): Float64Array => (placed[at] as (typeof placed)[number]).place;
  return {
    readable: placed.map(({ page }) => page),
    areAlike: (one, other) => cosine(placeOf(one), placeOf(other)) > tooAlike,
  };
}
