import type { Block } from '../blocks/block.ts';

/** Elements that are never part of what a page is about. */
const never: ReadonlySet<string> = new Set(
  'nav aside select textarea button datalist dialog input label optgroup option menu'.split(' '),
);

const roles: ReadonlySet<string> = new Set(
  'navigation banner contentinfo complementary search dialog alertdialog menu menubar toolbar tablist tooltip'.split(
    ' ',
  ),
);

const hiddenStyle = /display\s*:\s*none|visibility\s*:\s*hidden/i;

/** Whether a reader does not see the block at first. */
export function isHidden(block: Block): boolean {
  const { attributes } = block;
  if (attributes.hidden !== undefined) return !isSegment(block);
  return (
    attributes['aria-hidden'] === 'true' ||
    (attributes.style !== undefined && hiddenStyle.test(attributes.style))
  );
}

/** Whether a script of the page moves the block to its place as soon as it is there (React names them so): it is hidden until then. */
export function isSegment({ parent, attributes: { hidden, id } }: Block): boolean {
  return hidden !== undefined && id !== undefined && parent?.parent === undefined && /^S:[0-9a-f]+$/.test(id);
}

/** Whether the element itself, or its role, stands around the content of every page. */
export function isChrome(block: Block): boolean {
  const { name, attributes } = block;
  if (never.has(name)) return true;
  if (attributes.role !== undefined && roles.has(attributes.role)) return true;
  return (name === 'footer' || name === 'header') && !isInSection(block);
}

export function isMain({ name, attributes }: Block): boolean {
  return name === 'main' || attributes.role === 'main';
}

const headings: ReadonlySet<string> = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6']);

export function isHeading({ name }: Block): boolean {
  return headings.has(name);
}

/** Whether a button is the heading of what it opens. */
export function isQuestion({ name, parent, attributes }: Block): boolean {
  if (name !== 'button') return false;
  if (attributes['aria-expanded'] !== undefined || attributes['aria-controls'] !== undefined) return true;
  return parent !== undefined && (isHeading(parent) || parent.name === 'dt' || parent.name === 'summary');
}

const sections: ReadonlySet<string> = new Set(['article', 'main', 'section', 'blockquote']);

function isInSection(block: Block): boolean {
  for (let at = block.parent; at !== undefined; at = at.parent) if (sections.has(at.name)) return true;
  return false;
}
