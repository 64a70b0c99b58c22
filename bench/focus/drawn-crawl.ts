import type { CanonicalUrl } from '../../lib/base/url/url.ts';
import type { Resource } from '../../lib/capabilities/replay/compare/resources.ts';
import { defaultFocus } from '../../lib/domain/focus/focus-settings.ts';
import { rankingOf } from '../../lib/domain/focus/ranking.ts';
import { seededRandom } from '../../test/support/seeded-random.ts';
import type { DrawnWeb } from './drawn-web.ts';
import { type Fetched, resourcesOf } from './resources.ts';

/** Two disjoint samples of the pages of a topic; not of its hundred most popular. */
function seedSets(web: DrawnWeb, topic: number, draw: number, each: number): readonly number[][] {
  const random = seededRandom(draw, topic + 100);
  const pages = [...(web.pagesOf[topic] as Uint32Array).subarray(100)];
  for (let at = 0; at < 2 * each; at += 1) {
    const other = at + Math.floor(random() * (pages.length - at));
    [pages[at], pages[other]] = [pages[other] as number, pages[at] as number];
  }
  return [pages.slice(0, each), pages.slice(each, 2 * each)];
}

const urlOf = (web: DrawnWeb, page: number): CanonicalUrl =>
  `https://s${web.server[page]}.example/${page}` as CanonicalUrl;

/** Crawls softly, by one queue in the order of production. */
export function crawlDrawn(
  web: DrawnWeb,
  topic: number,
  seeds: readonly number[],
  fetches: number,
): readonly Fetched[] {
  return softOrder(web, topic, seeds, fetches).map((page) => ({
    ...{ url: urlOf(web, page), relevance: web.relevanceOf(page, topic) },
    targets: Array.from(web.links[page] as Uint32Array, (target) => urlOf(web, target)),
  }));
}

/** Figures 10 and 11 of a topic: the best servers of two soft crawls from disjoint seeds. */
export function drawnResources(
  web: DrawnWeb,
  topic: number,
  draw: number,
  { fetches, seeds: each }: { readonly fetches: number; readonly seeds: number },
): readonly (readonly Resource[])[] {
  return seedSets(web, topic, draw, each).map((seeds) => {
    const fetched = crawlDrawn(web, topic, seeds, fetches);
    return resourcesOf(
      fetched,
      seeds.map((page) => urlOf(web, page)),
    ).servers;
  });
}

/** Pages in the order in which they are fetched. */
function softOrder(
  web: DrawnWeb,
  topic: number,
  seeds: readonly number[],
  fetches: number,
): readonly number[] {
  const ranking = rankingOf({ ...defaultFocus, mode: 'soft', linkScores: false }, true);
  const ranks = new Map<number, number>(seeds.map((page) => [page, 0]));
  const queue = openQueue();
  for (const page of seeds) queue.add(page, 0);
  const done = new Set<number>();
  const order: number[] = [];
  while (order.length < fetches) {
    const next = queue.take();
    if (next === undefined) break;
    const [page, rank] = next;
    // An entry whose rank has changed since stands in the queue again.
    if (done.has(page) || ranks.get(page) !== rank) continue;
    done.add(page);
    order.push(page);
    const relevance = web.relevanceOf(page, topic);
    for (const target of web.links[page] as Uint32Array) {
      if (done.has(target)) continue;
      const found = ranking.rank({
        ...{ url: urlOf(web, target), depth: 0, relevance },
        ...{ tunnelDepth: relevance < 0.5 ? 1 : 0, at: order.length },
      });
      const known = ranks.get(target);
      const merged = known === undefined ? found : ranking.merge(known, found);
      if (merged === known) continue;
      ranks.set(target, merged);
      queue.add(target, merged);
    }
  }
  return order;
}

/** A heap of pages, the smallest rank first, of equal ones the first that came. */
function openQueue() {
  const heap: (readonly [page: number, rank: number, at: number])[] = [];
  let count = 0;
  const isLess = (a: number, b: number): boolean => {
    const [left, right] = [heap[a], heap[b]];
    if (left === undefined || right === undefined) return left !== undefined;
    return left[1] < right[1] || (left[1] === right[1] && left[2] < right[2]);
  };
  const swap = (a: number, b: number): void => {
    [heap[a], heap[b]] = [heap[b] as (typeof heap)[number], heap[a] as (typeof heap)[number]];
  };
  return {
    add(page: number, rank: number): void {
      let at = heap.push([page, rank, count++]) - 1;
      for (let above = (at - 1) >> 1; at > 0 && isLess(at, above); above = (at - 1) >> 1) {
        swap(at, above);
        at = above;
      }
    },
    take(): readonly [page: number, rank: number, at: number] | undefined {
      const [first] = heap;
      const last = heap.pop();
      if (last === undefined || heap.length === 0) return first;
      heap[0] = last;
      for (let at = 0; ; ) {
        const [left, right] = [2 * at + 1, 2 * at + 2];
        const least = isLess(right, left) ? right : left;
        if (least >= heap.length || !isLess(least, at)) return first;
        swap(at, least);
        at = least;
      }
    },
  };
}
