import type { CanonicalUrl } from '../../lib/base/url/url.ts';
import { openUrlTable } from '../../lib/graph/building/url-table.ts';
import type { FarmWeb } from './link-farms.ts';
import { linkGraphOf } from './links/link-graph-of.ts';
import { seededRandom } from './seeded-random.ts';

/** `domain`: hosts of one domain. `domains`: each has its own. */
export type VariedFarm = 'domain' | 'domains' | 'mutual' | 'sitewide' | 'none';

interface Drawing {
  readonly seed: number;
  readonly chance: () => number;
  readonly between: (least: number, most: number) => number;
  readonly page: (host: string, path: string, worth: number) => number;
  readonly link: (from: number, to: number) => void;
  /** The front page of an honest site, by merit. */
  readonly popular: () => number;
  /** A page of any honest site. */
  readonly any: () => number;
}

/**
 * Draws a web of 300 to 2,000 honest sites, an honest ring, and at most one farm, all of whose sizes, densities and links are by
 * chance: a farm has at most half as many sites as the honest web.
 */
export function variedFarmWeb(seed: number, farm: VariedFarm): FarmWeb {
  const chance = seededRandom(seed, farm.length);
  const between = (least: number, most: number): number => least + Math.floor(chance() * (most - least + 1));
  const urls = openUrlTable();
  const edges: [number, number][] = [];
  const relevance: number[] = [];
  const page: Drawing['page'] = (host, path, worth) => {
    const node = urls.add(`https://${host}/${path}` as CanonicalUrl);
    relevance[node] = worth;
    return node;
  };
  const link = (from: number, to: number): void => void edges.push([from, to]);
  const sites = honestSites(seed, { chance, between, page });
  const skew = 1.2 + 2 * chance();
  const popular = (): number => sites[Math.floor(sites.length * chance() ** skew)]?.[0] as number;
  const any = (): number => {
    const pages = sites[between(0, sites.length - 1)] as number[];
    return pages[between(0, pages.length - 1)] as number;
  };
  const drawing = { seed, chance, between, page, link, popular, any };
  const links = between(3, 14);
  for (const [front, ...others] of sites) {
    for (const other of others)
      for (const [from, to] of [
        [front, other],
        [other, front],
      ])
        link(from as number, to as number);
    for (let at = 0; at < links; at += 1)
      link((at % 2 === 0 ? others[0] : undefined) ?? (front as number), popular());
  }
  const ring = drawRing(drawing);
  const arranged = drawFarm(drawing, farm, sites.length);
  const [from, to] = [0, 1].map((end) => Uint32Array.from(edges, (edge) => edge[end] as number));
  const graph = linkGraphOf(urls.size(), from as Uint32Array, to as Uint32Array);
  return { urls, graph, relevance: Float64Array.from(relevance), arranged, ring };
}

function honestSites(
  seed: number,
  { chance, between, page }: Pick<Drawing, 'chance' | 'between' | 'page'>,
): number[][] {
  const [count = 0] = [[300, 800, 2_000][between(0, 2)]];
  const most = between(1, 6);
  return Array.from({ length: count }, (_, site) =>
    Array.from({ length: between(1, most) }, (_page, at) =>
      page(`site${site}-${seed}.example`, at === 0 ? '' : `p${at}`, 0.3 + 0.69 * chance()),
    ),
  );
}

/** Colleagues most of whom link to each other, and to each of whom many others link. */
function drawRing({ seed, chance, between, page, link, popular, any }: Drawing): Set<string> {
  const hosts = Array.from({ length: between(5, 14) }, (_, site) => `ring${site}-${seed}.example`);
  const [density, linkers] = [0.6 + 0.4 * chance(), between(15, 40)];
  const fronts = hosts.map((host) => page(host, '', 0.95));
  for (const one of fronts) {
    for (const other of fronts) if (other !== one && chance() < density) link(one, other);
    for (let at = between(2, 12); at > 0; at -= 1) link(one, popular());
    for (let at = 0; at < linkers; at += 1) link(any(), one);
  }
  return new Set(hosts);
}

function drawFarm(drawing: Drawing, farm: VariedFarm, honest: number): Set<string> {
  const { seed, chance, between, link, popular, any } = drawing;
  const arranged = new Set<string>();
  const front = (host: string): number => {
    arranged.add(host);
    return drawing.page(host, '', 0.98);
  };
  const named = (name: string, count: number, domain: string): number[] =>
    Array.from({ length: count }, (_, at) => front(`${name}${at}${domain}`));
  const some = (most: number, act: () => void): void => {
    for (let at = most; at > 0; at -= 1) act();
  };
  if (farm === 'domain' || farm === 'domains') {
    const domain = farm === 'domain' ? `.owner${seed}.example` : `-${seed}.example`;
    const pushed = named('pushed', between(1, 8), domain);
    const [cover, extra, linksBack] = [0.6 + 0.4 * chance(), between(0, 5), chance() < 0.5];
    for (const own of named('own', between(15, Math.min(300, honest / 2)), domain)) {
      for (const one of pushed) if (chance() < cover) link(own, one);
      some(extra, () => link(own, popular()));
      if (linksBack) link(pushed[between(0, pushed.length - 1)] as number, own);
    }
  }
  if (farm === 'mutual') {
    const friends = named('friend', between(8, 80), `-${seed}.example`);
    const [density, extra, vouching] = [0.4 + 0.6 * chance(), between(0, 6), between(0, 2)];
    for (const one of friends) {
      for (const other of friends) if (other !== one && chance() < density) link(one, other);
      some(extra, () => link(one, popular()));
      some(vouching, () => chance() < 0.5 && link(any(), one));
    }
  }
  if (farm === 'sitewide') {
    const sponsors = named('sponsor', between(1, 4), `-${seed}.example`);
    const pages = between(50, 800);
    for (let site = between(1, 4); site > 0; site -= 1)
      for (let at = 0; at < pages; at += 1) {
        const own = drawing.page(`big${site}-${seed}.example`, `p${at}`, 0.9);
        for (const one of sponsors) link(own, one);
      }
  }
  return arranged;
}
