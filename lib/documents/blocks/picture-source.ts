import type { Attributes } from '../html/attributes.ts';
import type { Block } from './block.ts';

/**
 * The address of the picture that an `img` shows: what a script loads once it is in view, then its `src`, then the largest of its
 * `srcset` and of the sources of the `picture` around it. Undefined where all of these are placeholders.
 */
export function pictureSource(img: Block): string | undefined {
  const { attributes, parent } = img;
  const lazy = [attributes['data-src'], attributes['data-original'], attributes['data-lazy-src']];
  const found = lazy.find(isAddress) ?? lazySet(attributes);
  if (found !== undefined) return found;
  if (isAddress(attributes.src)) return attributes.src;
  const own = largestOf(attributes.srcset);
  if (own !== undefined || parent?.name !== 'picture') return own;
  for (const source of parent.children) {
    if (typeof source === 'string' || source.name !== 'source') continue;
    const its = lazySet(source.attributes) ?? largestOf(source.attributes.srcset);
    if (its !== undefined) return its;
  }
  return undefined;
}

function lazySet(attributes: Attributes): string | undefined {
  return largestOf(attributes['data-srcset']) ?? largestOf(attributes['data-lazy-srcset']);
}

/** Not the page itself, nor data in its place, nor a template of scripts. */
function isAddress(written: string | undefined): written is string {
  return written !== undefined && !/^\s*(?:$|#|data:|about:|javascript:|[{[<])|\{/i.test(written);
}

/** The candidate of a `srcset` that is the widest or densest (HTML standard, 4.8.4.3). */
function largestOf(set: string | undefined): string | undefined {
  let best: string | undefined;
  let most = -1;
  let url = '';
  const take = (size: number) => {
    if (isAddress(url) && size > most) [best, most] = [url, size];
    url = '';
  };
  for (const word of (set ?? '').split(/\s+/)) {
    // An address may have commas in it, a size may touch the next address.
    const comma = url === '' ? word.length - 1 : word.indexOf(',');
    const ends = word[comma] === ',';
    const said = ends ? word.slice(0, comma) : word;
    if (url === '') {
      url = said;
      if (ends) take(1);
    } else {
      take(Number.parseFloat(said) || 1);
      if (ends) url = word.slice(comma + 1);
    }
  }
  take(1);
  return best;
}
