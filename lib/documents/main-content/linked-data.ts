import type { Json } from '../../base/json.ts';
import { append } from '../../base/long-lists.ts';

/** An object of JSON-LD. */
export type LinkedThing = Readonly<Record<string, Json>>;

/** Objects of a page that are looked at. */
const maxThings = 500;
/** A script longer than this is passed over. UTF-16 units. */
const maxScript = 1_000_000;

/** The objects of a page's JSON-LD scripts, those inside others after them; what is no JSON is passed over. */
export function linkedThings(scripts: readonly string[]): readonly LinkedThing[] {
  const things: LinkedThing[] = [];
  let waiting: Json[] = scripts.map(parsed);
  while (waiting.length > 0 && things.length < maxThings) {
    const inside: Json[] = [];
    for (const value of waiting) {
      if (Array.isArray(value)) append(inside, value.slice(0, maxThings));
      else if (typeof value === 'object' && value !== null) {
        things.push(value as LinkedThing);
        append(
          inside,
          Object.values(value as LinkedThing).filter((one) => typeof one === 'object'),
        );
      }
    }
    waiting = inside.slice(0, maxThings);
  }
  return things.slice(0, maxThings);
}

/** Its types without the vocabulary they are from. */
export function typesOf(thing: LinkedThing): readonly string[] {
  const written = thing['@type'];
  const types = Array.isArray(written) ? written : [written];
  return types.flatMap((type) => (typeof type === 'string' ? [type.replace(/^.*[/#:]/, '')] : []));
}

function parsed(script: string): Json {
  if (script.length > maxScript) return null;
  try {
    return JSON.parse(script.replace(/^\s*<!--|-->\s*$/g, '')) as Json;
  } catch {
    return null;
  }
}
