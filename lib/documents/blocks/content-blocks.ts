import { hashOf } from '../../base/bytes/hash.ts';
import type { Block, BlockTree } from './block.ts';

/**
 * Tells the content block of what stands in a block: an id that is equal for all that stands together in one element of the
 * page, and for the same element of other pages of the site. The id is that of a path of tags, ids and classes, so elements
 * that repeat (the cards of a list) are one content block.
 */
export function contentBlockReader(tree: BlockTree): (block: Block) => string {
  const known = new Map<Block, string>();
  const crowded = crowdedCells(tree);
  const idOf = (block: Block): string => {
    let id = known.get(block);
    if (id === undefined) {
      const isOwn = block.parent === undefined || isUnit(block, crowded);
      id = isOwn ? hashOf(pathOf(wholeOf(block))).toString(36) : idOf(block.parent);
      known.set(block, id);
    }
    return id;
  };
  return idOf;
}

const lists = setOf('ul ol dl menu dir');
const items = setOf('li dt dd');
/** They hold links that belong together, named or not. */
const sections = setOf('nav table section article aside header footer main form fieldset details search');
const landmarks = setOf('navigation menu menubar banner contentinfo complementary main search list region');
/** They are units where people have named them. */
const wrappers = setOf('div center td th');

/** Elements around a unit that are looked at: more are not on pages, but on traps. */
const furthest = 64;

/** The element that a unit belongs to: a navigation, or the list that it is an item of. */
function wholeOf(unit: Block): Block {
  for (let at: Block | undefined = unit; at !== undefined && isNear(at, unit); at = at.parent)
    if (isNavigation(at)) return at;
  return isIn(lists, unit) || isIn(wrappers, unit) ? outermostList(unit) : unit;
}

function isUnit(block: Block, crowded: ReadonlySet<Block>): boolean {
  const { role } = block.attributes;
  if (isIn(lists, block) || isIn(sections, block) || crowded.has(block)) return true;
  if (role !== undefined && landmarks.has(role)) return true;
  return isIn(wrappers, block) && !isCell(block) && labelOf(block) !== '';
}

function isNavigation({ name, attributes: { role = '' } }: Block): boolean {
  return name === 'nav' || role === 'navigation' || role === 'menu' || role === 'menubar';
}

/** A list, or part, in an item of a list belongs to that list. */
function outermostList(unit: Block): Block {
  let outer = unit;
  for (let at = unit.parent; at !== undefined && isNear(at, unit); at = at.parent) {
    if (isIn(lists, at)) outer = at;
    else if (!isIn(items, at) && !isIn(wrappers, at)) break;
  }
  return outer;
}

/** Cells that hold several links: columns of a page that is laid out by a table, and no row of it. */
function crowdedCells({ anchors }: BlockTree): ReadonlySet<Block> {
  const [once, again] = [new Set<Block>(), new Set<Block>()];
  for (const anchor of anchors) {
    let at: Block | undefined = anchor;
    while (at !== undefined && !isCell(at)) at = at.parent;
    if (at !== undefined) (once.has(at) ? again : once).add(at);
  }
  return again;
}

/** Elements of a path; further out pages of one site differ. */
const longestPath = 4;

function pathOf(unit: Block): string {
  const path: string[] = [];
  for (
    let at: Block | undefined = unit;
    at?.parent !== undefined && isNear(at, unit) && path.length < longestPath;
    at = at.parent
  ) {
    const label = labelOf(at);
    if (at !== unit && label === '' && !isIn(sections, at) && !isCell(at)) continue;
    path.push(`${at.name}${label}${isCell(at) ? columnOf(at) : ''}`);
    if (label.startsWith('#')) break;
  }
  return path.join(' ');
}

/** What people call an element: its id, or else its first class; numbers and states are left out, by which pages differ. */
function labelOf({ attributes: { id = '', class: classes = '' } }: Block): string {
  const own = generalised(id);
  if (own !== '' && own.split('#').length <= 2) return `#${own}`;
  const names = classes
    .slice(0, longest)
    .split(/\s+/)
    .filter((name) => name !== '' && !states.test(name));
  const name = names.find((one) => !/\d/.test(one)) ?? names[0];
  return name === undefined ? '' : `.${generalised(name)}`;
}

const states =
  /^(?:(?:is|has|js|no)-.*|active|current|selected|open(?:ed)?|closed?|expanded|collapsed?|show|hidden?|visible|first|last|odd|even)$/;

/** Characters of an id, and of all classes. */
const longest = 400;

function generalised(name: string): string {
  return name.slice(0, longest).replace(/\d+/g, '#');
}

/** Columns that are told apart. */
const mostColumns = 20;

function columnOf(cell: Block): number {
  let column = 0;
  for (const one of cell.parent?.children ?? []) {
    if (one === cell || column === mostColumns) break;
    if (typeof one !== 'string' && isCell(one)) column++;
  }
  return column;
}

function isNear(around: Block, { depth }: Block): boolean {
  return depth - around.depth < furthest;
}

function isCell({ name }: Block): boolean {
  return name === 'td' || name === 'th';
}

function isIn(names: ReadonlySet<string>, { name }: Block): boolean {
  return names.has(name);
}

function setOf(names: string): ReadonlySet<string> {
  return new Set(names.split(' '));
}
