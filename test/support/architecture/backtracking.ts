import { type Follow, graphOf, type Place, type Reading } from './expression-graph.ts';
import { expressionTree, type Part } from './expression-tree.ts';

/** More repeats than this are as good as endless: a page has millions of characters. */
const fewRepeats = 64;

/**
 * Why an expression may take more than linear time on some text; undefined: it takes linear time on every text. A search
 * tries each split of a text between two repeats, or between the place at which the search began and a repeat, when what comes
 * after may be missing. Errs on the side of the alarm.
 */
export function backtracks(source: string, flags: string): string | undefined {
  const tree = expressionTree(source, flags);
  return oddPart(tree) ?? twoWays(graphOf(tree, flags, fewRepeats));
}

/** What a graph of characters does not show. */
function oddPart(part: Part): string | undefined {
  switch (part.kind) {
    case 'sequence':
    case 'choice':
      return part.parts.map(oddPart).find((odd) => odd !== undefined);
    case 'repeat':
      if (part.most > fewRepeats && isNullable(part.part)) return 'a repeat of what may be empty';
      return oddPart(part.part);
    case 'look':
      return part.isBehind && isEndless(part.part) ? 'a repeat in a look-behind' : oddPart(part.part);
    default:
      return undefined;
  }
}

function isNullable(part: Part): boolean {
  if (part.kind === 'sequence') return part.parts.every(isNullable);
  if (part.kind === 'choice') return part.parts.some(isNullable);
  if (part.kind === 'repeat') return part.least === 0 || isNullable(part.part);
  return part.kind !== 'char';
}

function isEndless(part: Part): boolean {
  if (part.kind === 'sequence' || part.kind === 'choice') return part.parts.some(isEndless);
  if (part.kind === 'repeat') return part.most > fewRepeats || isEndless(part.part);
  return part.kind === 'look' && isEndless(part.part);
}

/** A character that was read at a place. */
interface Read {
  readonly place: Place;
  readonly char: string;
  /** What may be read next. Nothing where the expression is sure to match: nothing before is tried again then. */
  next: readonly Read[];
}

function twoWays(reading: Reading): string | undefined {
  const reads = readsOf(reading);
  const before = leadingTo(reads);
  for (const p of reads) {
    if (!before(p).has(p)) continue;
    if (comeTo([p, p], [p, p], before, true))
      return `${JSON.stringify(p.char)} goes two ways through one repeat`;
    for (const r of reads)
      if (
        r !== p &&
        r.char === p.char &&
        before(r).has(r) &&
        before(r).has(p) &&
        comeTo([p, p, r], [p, r, r], before)
      )
        return `${JSON.stringify(p.char)} goes to one repeat or to the next`;
  }
  return undefined;
}

function readsOf(reading: Reading): readonly Read[] {
  const isCertain = certainties(reading);
  const all = new Map<Place, Map<string, Read>>();
  for (const place of reading.places)
    all.set(place, new Map([...place.has].map((char) => [char, { place, char, next: [] }])));
  const reads = [...all.values()].flatMap((own) => [...own.values()]);
  for (const read of reads) {
    if (isCertain(read.place, read.char)) continue;
    const { places } = reading.follow(read.place, read.char);
    read.next = places.flatMap((place) => [...(all.get(place)?.values() ?? [])]);
  }
  return reads;
}

/** Tells where the expression matches whatever follows. */
function certainties({ alphabet, places, follow }: Reading): (place: Place, char: string) => boolean {
  const known = new Map<string, Follow>();
  for (const place of places)
    for (const char of place.has) known.set(`${place.number} ${char}`, follow(place, char));
  const sure = new Set([...known.keys()].filter((key) => known.get(key)?.found !== undefined));
  for (let size = -1; size !== sure.size; ) {
    size = sure.size;
    for (const key of sure) {
      const after = known.get(key);
      // What matches only at the end of the text has to go on with each character until then.
      const goesOn = alphabet.every((char) =>
        after?.places.some(({ number }) => sure.has(`${number} ${char}`)),
      );
      if (after?.found !== 'certain' && !goesOn) sure.delete(key);
    }
  }
  return (place, char) => sure.has(`${place.number} ${char}`);
}

type Before = (to: Read) => ReadonlySet<Read>;

/** The reads from which others can be reached. */
function leadingTo(reads: readonly Read[]): Before {
  const previous = new Map<Read, Read[]>(reads.map((read) => [read, []]));
  for (const read of reads) for (const next of read.next) previous.get(next)?.push(read);
  const known = new Map<Read, Set<Read>>();
  return (to) => {
    const found = known.get(to) ?? new Set<Read>(previous.get(to));
    if (!known.has(to)) for (const read of found) for (const one of previous.get(read) ?? []) found.add(one);
    known.set(to, found);
    return found;
  };
}

/**
 * Whether one text leads from each read to the one in its place.
 * @param apart whether they must have been different ones on the way
 */
function comeTo(from: readonly Read[], to: readonly Read[], before: Before, apart = false): boolean {
  const seen = new Set<string>();
  const waiting: (readonly [readonly Read[], boolean])[] = [[from, !apart]];
  const mayCome = (read: Read, at: number): boolean => {
    const end = to[at] as Read;
    return read === end || before(end).has(read);
  };
  for (let state = waiting.pop(); state !== undefined; state = waiting.pop()) {
    const [tuple, wasApart] = state;
    for (const way of together(tuple.map(({ next }, at) => next.filter((read) => mayCome(read, at))))) {
      const isApart = wasApart || way.some((read) => read !== way[0]);
      if (isApart && way.every((read, at) => read === to[at])) return true;
      const key = `${way.map(({ place }) => place.number).join()} ${way[0]?.char} ${isApart}`;
      if (!seen.has(key)) waiting.push([way, isApart]);
      seen.add(key);
    }
  }
  return false;
}

/** One read of each list, all of the same character. */
function together([first = [], ...others]: readonly (readonly Read[])[]): readonly (readonly Read[])[] {
  return others.reduce<readonly (readonly Read[])[]>(
    (all, list) =>
      all.flatMap((some) => list.filter(({ char }) => char === some[0]?.char).map((one) => [...some, one])),
    first.map((one) => [one]),
  );
}
