import type { LinkPlace } from '../../base/links/link.ts';

/** Where in the page the reader is. Unmatched end tags are passed over; each step costs what it opened. */
export interface PlaceStack {
  /** The head is over. */
  startBody(): void;
  enter(place: LinkPlace): void;
  leave(place: LinkPlace): void;
  /** The nearest section around this point, else `body`, or `head` before the body. */
  current(): LinkPlace;
}

export function placeStack(): PlaceStack {
  const stack: LinkPlace[] = [];
  const depth = new Map<LinkPlace, number>();
  let outside: LinkPlace = 'head';
  return {
    startBody() {
      outside = 'body';
    },
    enter(place) {
      stack.push(place);
      depth.set(place, (depth.get(place) ?? 0) + 1);
    },
    leave(place) {
      if ((depth.get(place) ?? 0) === 0) return;
      for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
        depth.set(top, (depth.get(top) ?? 1) - 1);
        if (top === place) return;
      }
    },
    current: () => stack.at(-1) ?? outside,
  };
}
