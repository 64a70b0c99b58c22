import type { Block, BlockTree } from '../blocks/block.ts';

/** What programs that set formulas put around them: one `math` and the same once more, for other readers. */
const containers = /(?:^|\s)(?:katex|katex-display|mwe-math-element|MathJax|MathJax_Display)(?:\s|$)/;

/** The formula that an element is or shows; `hidden`: one that stands behind it as a script shows the same. */
export function formulaOf(block: Block, page: BlockTree): Block | 'hidden' | undefined {
  if (block.name === 'math') return block;
  const { class: classes = '' } = block.attributes;
  const isContainer = block.name === 'mjx-container' || containers.test(classes);
  if (!isContainer && classes !== 'MathJax_Preview') return undefined;
  if (hasScript(block, page)) return 'hidden';
  return isContainer ? firstIn(block, 'math') : undefined;
}

/** A formula in TeX, as its notes or its script say it; undefined: they do not. */
export function texOf(math: Block): string | undefined {
  const note = firstIn(math, 'annotation', ({ attributes }) => /tex/i.test(attributes.encoding ?? ''));
  const written =
    math.attributes.alttext ?? note?.children.filter((child) => typeof child === 'string').join('');
  const tex = written?.replace(/\s+/g, ' ').trim() ?? '';
  if (tex === '') return undefined;
  return /^\{\\displaystyle (.*)\}$/.exec(tex)?.[1]?.trim() ?? tex;
}

/** Whether the script that it was made of follows, one or two elements on. */
function hasScript({ id, depth, parent }: Block, { blocks }: BlockTree): boolean {
  let seen = 0;
  for (let at = id + 1; at < blocks.length; at++) {
    const next = blocks[at] as Block;
    if (next.depth > depth) continue;
    if (next.parent !== parent || seen++ === 2) return false;
    if (next.name === 'math' && next.attributes.alttext !== undefined) return true;
  }
  return false;
}

function firstIn(
  block: Block,
  name: string,
  holds: (found: Block) => boolean = () => true,
): Block | undefined {
  for (const child of block.children) {
    if (typeof child === 'string') continue;
    const found = child.name === name && holds(child) ? child : firstIn(child, name, holds);
    if (found !== undefined) return found;
  }
  return undefined;
}
