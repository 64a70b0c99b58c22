import type { LinkPlace } from '../links/link.ts';
import { percentDecoded } from '../url/percent-decoded.ts';
import type { CanonicalUrl } from '../url/url.ts';
import { type Phrases, phraseReader, wordMap } from './phrases.ts';

/**
 * What a page says, as hashes (32 bits) of its phrases of three words, in no order; of a long page a sample of them.
 * Two pages that differ by dates, numbers, ids and the words of their own URLs only have the same `words`.
 */
export interface TextSketch {
  /** Phrases of title and text outside of links, without those that have a number, a date, an id or a word of the URL in them. */
  readonly words: readonly number[];
  /** Numbers outside of links, each with what stands before it, without those that stand in the page's own URL. */
  readonly numbers: readonly number[];
  /** Phrases of the links of its main part, without such as `words` leaves out. */
  readonly anchors: readonly number[];
  /** All hashes of the page that are smaller than this are in the lists, and no others. */
  readonly limit: number;
}

/** UTF-16 units that are looked at; of links so many in all. */
const maxText = 16_384;
const maxAnchors = 4_096;
/** Phrases of a text are a sixth of its units, about; so many are to be kept. */
const unitsPerPhrase = 6;
const wantedPhrases = 128;

/** Names of months and of days of the week. */
const calendar = wordMap(
  'january february march april may june july august september october november december jan feb mar apr jun jul aug ' +
    'sep sept oct nov dec monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun ' +
    'januar februar märz mai juni juli oktober dezember montag dienstag mittwoch donnerstag freitag samstag sonntag ' +
    'janvier février mars avril juin juillet août septembre octobre novembre décembre lundi mardi mercredi jeudi ' +
    'vendredi samedi dimanche enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre ' +
    'lunes martes miércoles jueves viernes sábado domingo',
);

/** What is read of a page. */
export interface SketchInput {
  readonly title: string;
  /** Visible text; blocks apart by line feeds. */
  readonly text: string;
  /** Where navigation, asides and footers begin and end in `text`, in turn. */
  readonly asides?: readonly number[];
  readonly links: readonly { readonly anchor: string; readonly place: LinkPlace }[];
}

/** A page that says less outside of navigation, asides and footers is taken as a whole. */
const leastMain = 20;

/** The sketch of a page: of its main part, where the page says what that is. */
export function textSketch(url: CanonicalUrl, { title, text, asides = [], links }: SketchInput): TextSketch {
  const parts = mainParts(text.length, asides);
  const length = parts.reduce((sum, [start, end]) => sum + end - start, 0);
  const hasMain = length >= leastMain;
  const limit = limitFor(Math.min(hasMain ? length : text.length, maxText));
  const read = phraseReader(wordMap(decodedPath(url), calendar), limit);
  const linked: Phrases = { words: new Set(), numbers: new Map() };
  read(anchorsOf(hasMain ? links.filter(({ place }) => !isAside(place)) : links), linked);
  const said: Phrases = { words: new Set(), numbers: new Map() };
  read([title.slice(0, maxText), ...textsOf(text, hasMain ? parts : [[0, text.length]])], said);
  const ofLinks = new Set(linked.numbers.values());
  const numbers = [...said.numbers].flatMap(([number, value]) =>
    value === 0 || ofLinks.has(value) ? [] : [number],
  );
  return {
    words: [...said.words].filter((phrase) => !linked.words.has(phrase)),
    numbers,
    anchors: [...linked.words],
    limit,
  };
}

function anchorsOf(links: SketchInput['links']): readonly string[] {
  const anchors: string[] = [];
  let room = maxAnchors;
  for (const { anchor } of links) {
    if (room <= 0) break;
    anchors.push(anchor.slice(0, room));
    room -= anchor.length + 1;
  }
  return anchors;
}

function textsOf(text: string, parts: readonly (readonly [number, number])[]): readonly string[] {
  const texts: string[] = [];
  let room = maxText;
  for (const [start, end] of parts) {
    if (room <= 0) break;
    texts.push(text.slice(start, Math.min(end, start + room)));
    room -= end - start;
  }
  return texts;
}

/** What a page has in common with others of its site, mostly. */
function isAside(place: LinkPlace): boolean {
  return place === 'nav' || place === 'aside' || place === 'footer';
}

function mainParts(length: number, asides: readonly number[]): readonly (readonly [number, number])[] {
  const ends = [0, ...asides, length];
  return ends.flatMap((start, i) => (i % 2 === 0 ? [[start, ends[i + 1] ?? length] as const] : []));
}

/** A share of the whole range, so that about as many phrases as are wanted fall below. */
function limitFor(units: number): number {
  let limit = 2 ** 32;
  for (let phrases = units / unitsPerPhrase; phrases > wantedPhrases; phrases /= 2) limit /= 2;
  return limit;
}

/** Words of a URL's path and query, which a page may repeat without saying anything. */
function decodedPath(url: string): string {
  return percentDecoded(url.slice(url.indexOf('/', url.indexOf('://') + 3)));
}
