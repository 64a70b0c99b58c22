import { type LinkGraph, reversed, rowOf } from '../building/link-graph.ts';

/** A site with fewer links to it is not made popular by anybody. */
const fewestLinkers = 5;
/** Linkers of a site that are looked at, and links to each of them, evenly spread; and of a site whose linkers seem arranged. */
const sample = 40;
const most = 2_000;
/** Sites that link to so many of the linkers, or that so many of them link to, belong to them: what is pushed, friends, lists of a farm. */
const ally = 0.25;
const shared = 0.5;
/** The share of the links to a linker that come from elsewhere, under which nobody vouches for it. */
const fewestOutside = 0.2;
/** The share of linkers for which nobody vouches, from which they are arranged. */
const closed = 0.8;
/** Logarithm of how much likelier arranged linkers are than linkers by chance. */
const enough = 12;
/** The share of arranged linkers that nobody else links to. */
const arranged = 0.95;

/**
 * Sites that make one popular and that nobody else vouches for: hardly a link leads to them but from each other, from what they
 * link to, and from sites that link to many of them (supporters of a page without supporters of their own: Becchetti et al.
 * 2006). Where few sites are linked to at all, more of them have to be so.
 */
export function* unsupportedGroups(siteGraph: LinkGraph): Generator<readonly number[]> {
  const { starts, nodes } = siteGraph;
  const backwards = reversed(siteGraph);
  const counts = new Uint32Array(nodes);
  const linking = Array.from({ length: nodes }, (_, site) => site).filter(
    (site) => starts[site] !== starts[site + 1],
  );
  const alone = linking.filter((site) => rowOf(backwards, site).length === 0).length;
  const all = { linking: linking.length, alone };
  for (let target = 0; target < nodes; target += 1) {
    if (rowOf(backwards, target).length < fewestLinkers) continue;
    const web = { siteGraph, backwards, counts };
    if (arrangedAmong(linkersOf(web, target, sample), all) === undefined) continue;
    const group = arrangedAmong(linkersOf(web, target, most), all);
    if (group !== undefined && group.length > 1) yield group;
  }
}

interface Web {
  readonly siteGraph: LinkGraph;
  readonly backwards: LinkGraph;
  /** By site, all 0: room to count in. */
  readonly counts: Uint32Array;
}

/** A site that links to another one: links to it, and those that come from elsewhere. */
interface Linker {
  readonly site: number;
  readonly links: number;
  readonly outside: number;
}

/** Linkers of a site, at most so many, and as many links to each; none where they and their allies are half of the web. */
function linkersOf(web: Web, target: number, atMost: number): readonly Linker[] {
  const { backwards, siteGraph } = web;
  const linkers = spread(rowOf(backwards, target), atMost);
  const allies = alliesOf(web, [target, ...linkers], atMost);
  // Of most of a web nobody can say that others should vouch for it.
  if (2 * allies.size >= siteGraph.nodes) return [];
  return linkers.map((site) => {
    const links = spread(rowOf(backwards, site), atMost);
    return { site, links: links.length, outside: links.filter((one) => !allies.has(one)).length };
  });
}

/** A site and its linkers, who links to many of these, and what most of them link to. */
function alliesOf(
  { siteGraph, backwards, counts }: Web,
  [target, ...linkers]: readonly number[],
  atMost: number,
): ReadonlySet<number> {
  const allies = new Set([target as number, ...linkers]);
  for (const [graph, least] of [
    [backwards, ally],
    [siteGraph, shared],
  ] as const) {
    const touched: number[] = [];
    for (const site of linkers) {
      for (const one of spread(rowOf(graph, site), atMost)) {
        if (counts[one] === 0) touched.push(one);
        counts[one] = (counts[one] as number) + 1;
      }
    }
    for (const one of touched) {
      if ((counts[one] as number) >= Math.max(2, least * linkers.length)) allies.add(one);
      counts[one] = 0;
    }
  }
  return allies;
}

/** Those of the linkers of a site for which nobody vouches; undefined where there are no more of them than by chance. */
function arrangedAmong(
  linkers: readonly Linker[],
  all: { readonly linking: number; readonly alone: number },
): readonly number[] | undefined {
  const unsupported = linkers.filter(({ links, outside }) => outside <= fewestOutside * links);
  const dependent = unsupported.filter(({ links }) => links > 0).length;
  const isClosed = dependent >= fewestLinkers && unsupported.length >= closed * linkers.length;
  const alone = linkers.filter(({ links }) => links === 0).length;
  const others = (all.alone - alone + 1) / (all.linking - linkers.length + 2);
  const lonely = linkers.filter(({ outside }) => outside === 0).length;
  if (!isClosed && !isUnlikely(lonely, linkers.length, others)) return undefined;
  return unsupported.map(({ site }) => site);
}

/** @param share of other sites that nobody links to */
function isUnlikely(count: number, of: number, share: number): boolean {
  const chance = Math.min(0.95, share);
  const [those, rest] = [Math.log(arranged / chance), Math.log((1 - arranged) / (1 - chance))];
  return of > 0 && count * those + (of - count) * rest >= enough;
}

/** At most so many of a row, evenly spread over it. */
function spread(row: Uint32Array, atMost: number): readonly number[] {
  if (row.length <= atMost) return [...row];
  return Array.from({ length: atMost }, (_, at) => row[Math.floor((at * row.length) / atMost)] as number);
}
