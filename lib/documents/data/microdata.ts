import { byName } from '../../base/by-name.ts';
import { defined } from '../../base/defined.ts';
import type { MicrodataItem } from '../../base/page/page-data.ts';
import type { Block } from '../blocks/block.ts';
import { collapse } from '../html/visible-text.ts';
import { type Budget, bounds } from './bounds.ts';

/** Attributes that hold the value of a property, by element (HTML standard, 5.2.4), and whether it is a URL. */
const valueAttributes: ReadonlyMap<
  string,
  readonly [attribute: 'content' | 'href' | 'src' | 'datetime' | 'value', isUrl: boolean]
> = byName<readonly [attribute: 'content' | 'href' | 'src' | 'datetime' | 'value', isUrl: boolean]>({
  meta: ['content', false],
  a: ['href', true],
  area: ['href', true],
  link: ['href', true],
  audio: ['src', true],
  embed: ['src', true],
  iframe: ['src', true],
  img: ['src', true],
  source: ['src', true],
  track: ['src', true],
  video: ['src', true],
  data: ['value', false],
  meter: ['value', false],
  time: ['datetime', false],
});

interface OpenItem {
  readonly type?: string;
  readonly id?: string;
  readonly properties: Record<string, (string | MicrodataItem)[]>;
}

/**
 * The top-level items of a page in document order. `itemref` is not followed.
 * @param resolve makes an address absolute; undefined for what is none
 */
export function microdataOf(
  root: Block,
  resolve: (href: string) => string | undefined,
  budget: Budget,
): readonly MicrodataItem[] {
  const items: MicrodataItem[] = [];
  visit(root, undefined, 0);
  return items;

  function visit(block: Block, around: OpenItem | undefined, depth: number): void {
    const { itemscope, itemprop, itemtype, itemid } = block.attributes;
    const names = itemprop?.split(/\s+/).filter(Boolean) ?? [];
    let inside = around;
    if (itemscope !== undefined) {
      if (depth >= bounds.depth) budget.leaveOut();
      if (!budget.take()) return;
      const item: OpenItem = {
        ...defined({
          type: itemtype?.trim().slice(0, bounds.value) || undefined,
          id: itemid?.slice(0, bounds.value),
        }),
        properties: {},
      };
      if (around === undefined || names.length === 0) items.push(item);
      else for (const name of names) add(around, name, item);
      inside = item;
    } else if (around !== undefined) {
      for (const name of names) if (budget.take()) add(around, name, valueIn(block));
    }
    const below = itemscope === undefined ? depth : depth + 1;
    for (const child of block.children) if (typeof child !== 'string') visit(child, inside, below);
  }

  function valueIn(block: Block): string {
    const { content } = block.attributes;
    const [attribute, isUrl] = valueAttributes.get(block.name) ?? [];
    // `content` on any element is what search engines read, whatever the element.
    const written = content ?? (attribute === undefined ? undefined : block.attributes[attribute]);
    if (written === undefined) return collapse(textIn(block)).slice(0, bounds.value);
    return (isUrl && content === undefined ? (resolve(written) ?? written) : written).slice(0, bounds.value);
  }
}

function add(item: OpenItem, name: string, value: string | MicrodataItem): void {
  const key = name.slice(0, bounds.value);
  if (Object.hasOwn(item.properties, key)) item.properties[key]?.push(value);
  else Object.defineProperty(item.properties, key, { value: [value], enumerable: true, writable: true });
}

function textIn(block: Block): string {
  let text = '';
  const gather = (one: Block): void => {
    for (const child of one.children) {
      if (text.length > 4 * bounds.value) return;
      if (typeof child === 'string') text += child;
      else gather(child);
    }
  };
  gather(block);
  return text;
}
