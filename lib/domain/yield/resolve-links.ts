import type { CanonicalUrl } from '../../base/url/url.ts';
import type { ResolvedLinks } from '../frontier/order.ts';
import { indexWeight, weights } from './gain.ts';
import { byPattern, countIn } from './observe.ts';
import { bearLate, enter, grow, type YieldRegion } from './region.ts';
import { type LinkRegion, regionNamed, type Yields } from './yields.ts';

const none: ResolvedLinks = { found: [], known: [] };

/** It became known which of the URLs that pages led to are new. @param links by id of the link region of those pages */
export function resolveLinks(yields: Yields, links: ReadonlyMap<number, ResolvedLinks>): void {
  for (const linkRegion of yields.linkRegions.values()) {
    const { id, from, unresolved, poorUnresolved, position } = linkRegion;
    linkRegion.unresolved = 0;
    linkRegion.poorUnresolved = 0;
    const { found, known } = links.get(id) ?? none;
    decide(yields, linkRegion, found);
    const source = yields.linkRegionById.get(from);
    if (found.length + known.length === 0) continue;
    const [news, others] = [byPattern(found), byPattern(known)];
    for (const name of position.regions) {
      const region = regionNamed(yields, name);
      const more = countIn(name, news);
      const borne = name === position.pattern ? countIn(position.regions[0] ?? name, news) : more;
      bearLate(region, poorUnresolved, borne);
      if (!source?.position.regions.includes(name)) continue;
      region.inside += Math.min(more, unresolved);
      if (name === position.pattern)
        grow(region, { pages: unresolved, found: more, known: countIn(name, others) });
    }
  }
  yields.epoch++;
}

/** It is known now where pages lead that brought nothing themselves: what was left of their weight is counted. */
function decide(yields: Yields, linkRegion: LinkRegion, found: readonly CanonicalUrl[]): void {
  const { undecided, fetched, position } = linkRegion;
  linkRegion.undecided = 0;
  if (undecided === 0) return;
  const leading = Math.min(undecided, found.length);
  const ofLeading = leading === 0 ? 0 : leading * indexWeight(position.regions, found);
  const weight = ofLeading + (undecided - leading) * weights.leaf;
  const left = Math.max(0, weight - undecided * weights.undecided);
  enter(linkRegion, 0, left);
  const young = left / Math.max(1, fetched);
  let teller: YieldRegion = linkRegion;
  for (const name of position.regions.toReversed()) {
    const region = regionNamed(yields, name);
    enter(region, 0, young, teller);
    teller = region;
  }
}
