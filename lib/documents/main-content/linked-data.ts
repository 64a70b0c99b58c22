import type { Json } from '../../base/json.ts';
import { append } from '../../base/long-lists.ts';
import { readJsonLd } from '../html/json-ld.ts';

/** An object of JSON-LD. */
export type LinkedThing = Readonly<Record<string, Json>>;

/** Objects of a page that are looked at. */
const maxThings = 500;
/** A script longer than this is passed over. UTF-16 units. */
const maxScript = 1_000_000;

/** Properties that hold what others wrote, or what is about other pages. */
const others: ReadonlySet<string> = new Set(
  'review reviews comment suggestedAnswer acceptedAnswer mentions citation isPartOf itemListElement relatedLink isRelatedTo isSimilarTo hasPart'.split(
    ' ',
  ),
);

/** The objects of JSON-LD scripts. */
export interface LinkedThings {
  /** Those inside others after them. */
  readonly all: readonly LinkedThing[];
  /** Those of them that are about the page itself. */
  readonly own: readonly LinkedThing[];
}

/** The objects of a page's JSON-LD scripts; what is no JSON is passed over. */
export function linkedThings(scripts: readonly string[]): LinkedThings {
  const all: LinkedThing[] = [];
  const own: LinkedThing[] = [];
  let waiting = scripts.map((script): Waiting => ({ value: parsed(script), isOwn: true }));
  while (waiting.length > 0 && all.length < maxThings) {
    const inside: Waiting[] = [];
    for (const { value, isOwn } of waiting) {
      if (Array.isArray(value)) {
        const items = value.slice(0, maxThings).map((one) => ({ value: one, isOwn }));
        append(inside, items);
      } else if (typeof value === 'object' && value !== null) {
        all.push(value as LinkedThing);
        if (isOwn) own.push(value as LinkedThing);
        const values = Object.entries(value).filter(([, one]) => typeof one === 'object');
        append(
          inside,
          values.map(([name, one]) => ({ value: one, isOwn: isOwn && !others.has(name) })),
        );
      }
    }
    waiting = inside.slice(0, maxThings);
  }
  return { all: all.slice(0, maxThings), own: own.slice(0, maxThings) };
}

interface Waiting {
  readonly value: Json;
  readonly isOwn: boolean;
}

/** Its types without the vocabulary they are from. */
export function typesOf(thing: LinkedThing): readonly string[] {
  const written = thing['@type'];
  const types = Array.isArray(written) ? written : [written];
  return types.flatMap((type) => (typeof type === 'string' ? [type.replace(/^.*[/#:]/, '')] : []));
}

function parsed(script: string): Json {
  return script.length > maxScript ? null : readJsonLd(script);
}
