import { type ClassPath, isWithin, lineOf, rootPath } from './class-path.ts';
import { type ClassTree, examplesWithin } from './class-tree.ts';
import { topmost } from './marks.ts';
import type { Placement } from './taxonomy-classifier.ts';

/** A class that examples of a topic fall into, and what marking it as good would mean. Parts of 1. */
export interface ClassCandidate {
  readonly path: ClassPath;
  /** Documents that fall into it or below it. */
  readonly documents: number;
  /** What part of the user's documents a crawl with it would keep. */
  readonly recall: number;
  /**
   * What part of what it would keep is of classes that the user's documents fall into, if the web were like the
   * examples of the taxonomy.
   */
  readonly precision: number;
  /** What part of all examples of the taxonomy is within it. */
  readonly breadth: number;
}

export interface TopicMap {
  readonly documents: number;
  /** Every class on the way to the document's best ones, in the order of the tree. */
  readonly candidates: readonly ClassCandidate[];
  /** Those that are proposed to be marked as good. */
  readonly proposed: readonly ClassCandidate[];
}

/** One class is proposed for several when more than this of what it has is of classes that the documents fall into. */
const leastPrecision = 0.5;
/** Classes that fewer of the documents fall into are taken for accidents. */
const leastPart = 0.1;
/** More than this is no topic, but a large part of everything. */
export const tooBroad = 0.5;

/**
 * Maps a topic, of which the user has some documents, to classes of the tree (Chakrabarti, van den Berg and Dom 1999,
 * §2.2): the documents' best classes and all on the way to them are candidates; proposed are the best ones, and instead
 * of several of them one above them, where that is mostly the topic.
 */
export function mapTopic(tree: ClassTree, placements: readonly Placement[]): TopicMap {
  const within = examplesWithin(tree);
  const best = placements.map((placement) => tree[placement.best]?.path as ClassPath);
  const hits = new Map<ClassPath, number>();
  for (const path of best) hits.set(path, (hits.get(path) ?? 0) + 1);
  const meant = [...hits]
    .filter(([, count]) => count >= leastPart * best.length)
    .map(([path]) => path)
    .filter((path) => path !== rootPath);
  const sizes = new Map(tree.map(({ path }, place) => [path, within[place] as number]));
  const own = new Map(tree.map(({ path, examples }) => [path, examples]));
  const candidateOf = (path: ClassPath): ClassCandidate => {
    const documents = best.filter((one) => isWithin(one, path)).length;
    const wanted = meant
      .filter((one) => isWithin(one, path))
      .reduce((sum, one) => sum + (own.get(one) ?? 0), 0);
    const size = sizes.get(path) ?? 1;
    return {
      path,
      documents,
      recall: documents / best.length,
      precision: wanted / size,
      breadth: size / (sizes.get(rootPath) ?? 1),
    };
  };
  const paths = new Set(best.flatMap(lineOf));
  const candidates = tree.filter(({ path }) => paths.has(path)).map(({ path }) => candidateOf(path));
  const joins = (path: ClassPath): boolean => {
    const { precision, breadth } = candidateOf(path);
    const several = meant.filter((one) => isWithin(one, path)).length > 1;
    return path !== rootPath && several && precision > leastPrecision && breadth < tooBroad;
  };
  const proposed = topmost(meant.map((path) => lineOf(path).find(joins) ?? path));
  return { documents: best.length, candidates, proposed: proposed.map(candidateOf) };
}
