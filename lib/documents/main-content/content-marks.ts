import type { Block, BlockTree } from '../blocks/block.ts';
import { isHeading, isMain } from './boilerplate.ts';
import { type NameSigns, nameReader, signsOf } from './names.ts';

/** Where the markup of a page says that its content is. */
export interface ContentMarks {
  namesOf(block: Block): NameSigns;
  /** It is what says to be the content, or stands in it. */
  isInside(block: Block): boolean;
  /** It is what says to be the content, or holds it. */
  holdsContent(block: Block): boolean;
  /** A heading of the first level stands in it. */
  holdsTitle(block: Block): boolean;
  /** It is a list in the content, after text or a heading that does not name something else. */
  isAnnounced(block: Block): boolean;
}

export function contentMarks({ blocks, text }: BlockTree): ContentMarks {
  const names = blocks.map(nameReader());
  const marks = () => new Uint8Array(blocks.length);
  const [inside, content, title, announced] = [marks(), marks(), marks(), marks()];
  /** The last block with text so far in each. */
  const last: Block[] = [];
  const says = names.map(({ isContent }, id) => isContent || isNamedContent(blocks[id] as Block));
  const titled = says.includes(true) ? undefined : titledPart(blocks);
  for (const block of blocks) {
    const { id, name, parent } = block;
    if (says[id] || block === titled) {
      inside[id] = 1;
      markUp(content, block);
    } else if (parent !== undefined) inside[id] = inside[parent.id] as number;
    if (block.start === block.end) continue;
    if (name === 'h1') markUp(title, block);
    if (parent === undefined) continue;
    if (inside[id] === 1 && lists.has(name)) announced[id] = announces(text, last[parent.id]) ? 1 : 0;
    last[parent.id] = block;
  }
  return {
    namesOf: ({ id }) => names[id] as NameSigns,
    isInside: ({ id }) => inside[id] === 1,
    holdsContent: ({ id }) => content[id] === 1,
    holdsTitle: ({ id }) => title[id] === 1,
    isAnnounced: ({ id }) => announced[id] === 1,
  };
}

/** Where nothing says to be the content: the part of the page that the first title stands over. */
function titledPart(blocks: readonly Block[]): Block | undefined {
  const title = blocks.find(({ name, start, end }) => name === 'h1' && start < end);
  if (title === undefined) return undefined;
  let part = title;
  while (part.parent !== undefined && part.end - part.start < 4 * (title.end - title.start))
    part = part.parent;
  return part;
}

function isNamedContent(block: Block): boolean {
  return block.name === 'article' || isMain(block);
}

const lists: ReadonlySet<string> = new Set(['ul', 'ol', 'dl', 'table']);

/** Whether what follows the block belongs to it. */
function announces(text: string, block: Block | undefined): boolean {
  if (block === undefined) return false;
  if (block.name === 'p' || block.isInline) return true;
  const heading = isHeading(block) ? block : block.children.find((child) => typeof child !== 'string');
  if (heading === undefined || !isHeading(heading)) return false;
  return signsOf(text.slice(heading.start, Math.min(heading.end, heading.start + 60))).word === undefined;
}

function markUp(marks: Uint8Array, from: Block): void {
  for (let at: Block | undefined = from; at !== undefined && marks[at.id] === 0; at = at.parent)
    marks[at.id] = 1;
}
