import type { ColumnSpace } from './column.ts';
import { eachPair } from './place-rows.ts';

/** Numbers of some places. */
export interface PlaceRanges {
  add(place: number, first: number): void;
  /** Calls `each` for all places in order; `first`: what was added for one. */
  finish(each: (place: number, first: number | undefined) => void): void;
}

/** Pairs of a place and a number, in any order, by ranges of places that fit into memory. */
export function openPlaceRanges(space: ColumnSpace, places: number): PlaceRanges {
  const length = Math.min(space.atOnce, places + 1);
  const ranges = Array.from({ length: Math.ceil(places / length) }, () => ({
    places: space.writer<Uint32Array>(Uint32Array),
    firsts: space.writer<Uint32Array>(Uint32Array),
  }));
  const none = 0xffffffff;
  return {
    add(place, first) {
      const range = ranges[Math.floor(place / length)] as (typeof ranges)[number];
      range.places.add(place);
      range.firsts.add(first);
    },
    finish(each) {
      for (const [at, range] of ranges.entries()) {
        const from = at * length;
        const values = new Uint32Array(Math.min(length, places - from)).fill(none);
        const [some, firsts] = [range.places.finish(), range.firsts.finish()];
        eachPair(space, some, firsts, (place, first) => {
          values[place - from] = first;
        });
        some.drop?.();
        firsts.drop?.();
        for (const [offset, first] of values.entries())
          each(from + offset, first === none ? undefined : first);
      }
    },
  };
}
