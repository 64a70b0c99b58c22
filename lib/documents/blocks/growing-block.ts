import type { LinkPlace } from '../../base/links/link.ts';
import type { Attributes } from '../html/attributes.ts';
import type { Block } from './block.ts';
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
  isInline: boolean;
  isUnshown = false;
  readonly attributes: Attributes;
  readonly place: LinkPlace;
  start = 0;
  end = 0;
  children: (GrowingBlock | string)[] = none;
  visible = 0;

  constructor(id: number, element: BlockElement, parent: GrowingBlock | undefined, attributes: Attributes) {
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
    if (this.children === none) this.children = listOf(child);
    else this.children.push(child);
  }
}

function listOf(...children: GrowingBlock['children']): GrowingBlock['children'] {
  return children;
}
