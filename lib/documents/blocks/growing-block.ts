import type { LinkPlace } from '../../base/links/link.ts';
import type { Block, BlockAttributes } from './block.ts';
import type { BlockElement } from './block-elements.ts';

/** The children of those that have none yet. */
const none: GrowingBlock['children'] = [];

/**
 * A block while the reader is in it. A class, and a list of rest parameters: V8 counts how many objects of a literal live on, and
 * makes all further ones old when the pages that it happened to look at were being read. Then no tree dies young.
 */
export class GrowingBlock implements Block {
  readonly id: number;
  readonly name: string;
  readonly parent: GrowingBlock | undefined;
  readonly depth: number;
  readonly isInline: boolean;
  readonly attributes: BlockAttributes;
  readonly place: LinkPlace;
  children: (GrowingBlock | string)[] = none;
  visible = 0;
  isPlain = true;
  /** Its last child is a text that ends in a space. Asked of the text itself, V8 would put it together anew each time. */
  endsInSpace = false;

  constructor(
    id: number,
    element: BlockElement,
    parent: GrowingBlock | undefined,
    attributes: BlockAttributes,
  ) {
    this.id = id;
    this.name = element.name;
    this.parent = parent;
    this.depth = parent === undefined ? 0 : parent.depth + 1;
    this.isInline = element.isInline;
    this.attributes = attributes;
    this.place = element.place ?? parent?.place ?? 'body';
  }

  /** Most have one child: an array that grows has room for 16 more. */
  add(child: GrowingBlock | string): void {
    this.endsInSpace = typeof child === 'string' && child.endsWith(' ');
    if (this.children === none) this.children = listOf(child);
    else this.children.push(child);
  }
}

function listOf(...children: GrowingBlock['children']): GrowingBlock['children'] {
  return children;
}
