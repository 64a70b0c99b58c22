import type { PageKind } from '../../base/page/page-kind.ts';
import type { Block, BlockTree } from '../blocks/block.ts';
import { isChrome, isHidden, isNamedComments, namedAround } from './boilerplate.ts';
import { type BlockMeasures, measure } from './measure.ts';

/** Where the main content of a page is: a block, and what in it does not belong to it. */
export interface Main {
  readonly root: Block;
  readonly left: (block: Block) => boolean;
}

const contentName =
  /(?:^|[^a-z0-9])(?:entry-content|post-?content|article-?(?:body|content|text)|post-?body|story-?body|page-?content|main-?content|markdown-body|mw-parser-output|td-post-content|rich-?text|blog-?(?:content|post)|content-body|documentation|docs-content)(?![a-z0-9])/i;

/**
 * @param kind what the page is for
 * @param all measures of the whole page
 */
export function findMain(tree: BlockTree, kind: PageKind, all: BlockMeasures): Main {
  const strict = mainWithout(tree, leaving(tree, all, kind), kind);
  if (strict.length >= enough) return strict;
  const lenient = mainWithout(tree, ({ name }) => name === 'noscript', kind);
  return strict.length >= lenient.length * 0.1 ? strict : lenient;
}

/** Main content of at least so many characters is not doubted. */
const enough = 250;

function mainWithout(
  tree: BlockTree,
  left: (block: Block) => boolean,
  kind: PageKind,
): Main & { readonly length: number } {
  const kept = measure(tree, left);
  const weight = kind === 'listing' || kind === 'collection' ? kept.text : kept.prose;
  const root = descend(hinted(tree, weight, kind), weight);
  return { root, left, length: kept.text[root.id] ?? 0 };
}

/** The blocks that stand around the content of such a page; each is decided once. */
function leaving(tree: BlockTree, all: BlockMeasures, kind: PageKind): (block: Block) => boolean {
  const whole = Math.max(1, all.prose[0] ?? 0);
  const share = ({ id }: Block) => (all.prose[id] ?? 0) / whole;
  const hasScripts = (all.text[0] ?? 0) > 0;
  const isNamedAround = namedAround();
  const memo = new Int8Array(tree.blocks.length);
  const decide = (block: Block): boolean => {
    if (block.name === 'noscript') return hasScripts && share(block) < 0.5;
    if (isChrome(block) || isHidden(block)) return share(block) < 0.5;
    if (block.name === 'form') return share(block) < 0.3;
    if (isNamedAround(block)) return share(block) < 0.2;
    if (kind !== 'forum' && isNamedComments(block)) return share(block) < 0.6;
    return isLinkList(all, block, kind);
  };
  return (block) => {
    const known = memo[block.id];
    if (known !== 0) return known === 1;
    const decided = decide(block);
    memo[block.id] = decided ? 1 : 2;
    return decided;
  };
}

const lists: ReadonlySet<string> = new Set(['ul', 'ol', 'div', 'section', 'table', 'p', 'dl']);

/** A block of hardly anything but short links. */
function isLinkList({ text, linked }: BlockMeasures, block: Block, kind: PageKind): boolean {
  if (kind === 'listing' || kind === 'collection' || !lists.has(block.name)) return false;
  const length = text[block.id] as number;
  return length > 0 && length < 2_000 && (linked[block.id] as number) / length > 0.8 && block.name !== 'p';
}

/** The best block that says of itself to be the content, or the root. */
function hinted({ root }: BlockTree, weight: Float64Array, kind: PageKind): Block {
  const whole = weight[root.id] ?? 0;
  let best = root;
  let bestPart = 0;
  const visit = (block: Block) => {
    for (const child of block.children) {
      if (typeof child === 'string') continue;
      const prose = weight[child.id] ?? 0;
      if (prose < whole * 0.4) continue;
      const hint = hintOf(child, kind);
      if (hint > 0 && prose >= whole * hint) {
        best = child;
        bestPart = prose;
      }
      visit(child);
    }
  };
  visit(root);
  return bestPart > 0 ? best : root;
}

/** The part of the page's prose that is enough for such a block; 0: it says nothing. */
function hintOf({ name, attributes }: Block, kind: PageKind): number {
  if (attributes.itemprop === 'articleBody') return 0.4;
  if (name === 'article') return kind === 'forum' ? 0.8 : 0.5;
  if (name === 'main' || attributes.role === 'main') return 0.4;
  return contentName.test(`${attributes.class ?? ''} ${attributes.id ?? ''}`) ? 0.6 : 0;
}

/** Down to where the content is no longer in one of the children alone. */
function descend(from: Block, weight: Float64Array): Block {
  let block = from;
  for (;;) {
    const whole = weight[block.id] ?? 0;
    const next = block.children.find(
      (child): child is Block => typeof child !== 'string' && (weight[child.id] ?? 0) >= whole * 0.9,
    );
    if (next === undefined || whole === 0 || next.name === 'p' || next.name === 'li') return block;
    block = next;
  }
}
