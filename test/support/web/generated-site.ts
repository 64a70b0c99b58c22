import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import { seededRandom } from '../seeded-random.ts';
import { htmlPage, type PageLink, textPage } from './generated-page.ts';
import type { WebPage } from './web-server.ts';

/** Shares of all URLs; what is left are HTML pages. */
export interface SiteMix {
  readonly redirects: number;
  readonly duplicates: number;
  readonly missing: number;
  readonly texts: number;
  readonly unsupported: number;
  readonly denied: number;
}

export interface SiteOptions {
  readonly hosts: number;
  /** URLs in all, whatever they lead to; robots.txt not counted. At least twice the number of hosts. */
  readonly pages: number;
  readonly seed: number;
  /** Links of an HTML page, about. Default 20. */
  readonly linksPerPage?: number;
  /** Smallest and largest size of an HTML page. Default 2,000 to 6,000. */
  readonly bytes?: readonly [number, number];
  readonly mix?: Partial<SiteMix>;
  /** The name of a host, without its port. Default `h<number>.localhost`. */
  readonly nameOf?: (host: number) => string;
  /** Whether each host has a sitemap of its HTML pages, which its robots.txt names. */
  readonly sitemaps?: boolean;
}

/** What a crawl must make of a URL. Of the URLs of one group exactly one is stored, the others are duplicates. */
export type Expected =
  | { readonly kind: 'content'; readonly group: number; readonly mediaType: 'text/html' | 'text/plain' }
  | { readonly kind: 'redirected'; readonly to: CanonicalUrl }
  | { readonly kind: 'gone' }
  | { readonly kind: 'unsupported'; readonly mediaType: string }
  | { readonly kind: 'denied' };

/** A web that is the same for the same options, on whatever port it is served. Every URL is reachable from the seeds. */
export interface GeneratedSite {
  /** Names without the port. */
  readonly hosts: readonly string[];
  /** The home page of each host. */
  seeds(port: number): readonly CanonicalUrl[];
  /** For `startWeb`; robots.txt included. */
  page(request: { readonly name: string; readonly path: string; readonly port: number }): WebPage | undefined;
  /** Every URL that a crawl from the seeds finds, robots.txt not among them. */
  expected(port: number): ReadonlyMap<CanonicalUrl, Expected>;
  /** Everything that is served, robots.txt included, to be written to disk for another server. */
  entries(port: number): Iterable<{ readonly name: string; readonly path: string; readonly page: WebPage }>;
}

type Kind = 'html' | 'redirect' | 'duplicate' | 'missing' | 'text' | 'unsupported' | 'denied';

interface Node {
  readonly id: number;
  readonly kind: Kind;
  readonly host: number;
  /** Of a redirect: where to; of a duplicate: of which page. */
  readonly target: number;
  /** Of an HTML page: what only it is sure to link to. */
  readonly children: number[];
}

const defaultMix: SiteMix = {
  redirects: 0.05,
  duplicates: 0.05,
  missing: 0.03,
  texts: 0.04,
  unsupported: 0.03,
  denied: 0.04,
};

const folders: Readonly<Record<Kind, readonly [string, string]>> = {
  html: ['/p/', '.html'],
  redirect: ['/go/', ''],
  duplicate: ['/copy/', '.html'],
  missing: ['/missing/', '.html'],
  text: ['/text/', '.txt'],
  unsupported: ['/media/', '.bin'],
  denied: ['/private/', '.html'],
};

/** Most links of the real web stay on their host. */
const sameHostShare = 0.8;
const robots = 'User-agent: *\nDisallow: /private/\n';
const unsupportedType = 'application/octet-stream';

export function generatedSite(options: SiteOptions): GeneratedSite {
  const { seed, linksPerPage = 20, bytes = [2_000, 6_000], sitemaps = false } = options;
  const { nameOf = (host) => `h${host}.localhost` } = options;
  const hosts = Array.from({ length: options.hosts }, (_, i) => nameOf(i));
  const nodes = plan(options);
  const ofHost = hosts.map((_, host) => nodes.filter((node) => node.host === host));
  const copied = new Set(nodes.filter(({ kind }) => kind === 'duplicate').map(({ target }) => target));

  const nodeAt = (id: number): Node => nodes[id] as Node;
  const pathOf = ({ id, kind }: Node): string =>
    kind === 'html' && id < hosts.length ? '/' : folders[kind].join(String(id));
  const urlOf = (node: Node, port: number): CanonicalUrl =>
    `http://${hosts[node.host]}:${port}${pathOf(node)}` as CanonicalUrl;
  const paths = new Map(nodes.map((node) => [`${hosts[node.host]}${pathOf(node)}`, node]));

  function links(node: Node, port: number): PageLink[] {
    const random = seededRandom(seed, node.id);
    const pick = (): Node => {
      const near = ofHost[node.host] ?? nodes;
      const from = random() < sameHostShare ? near : nodes;
      return from[Math.floor(random() * from.length)] ?? node;
    };
    const targets = node.children.map(nodeAt);
    while (targets.length < linksPerPage) targets.push(pick());
    return targets.map((target) => {
      // A copy must have the bytes of its original, so neither may have links relative to its own host.
      const near = target.host === node.host && !copied.has(node.id);
      const url = near ? pathOf(target) : urlOf(target, port);
      return { href: random() < 0.05 ? `${url}#part-2` : url, anchor: `${target.kind} ${target.id}` };
    });
  }

  function render(node: Node, port: number): WebPage {
    switch (node.kind) {
      case 'html':
        return htmlPage({ seed, id: node.id, bytes, links: links(node, port) });
      case 'duplicate':
        return render(nodeAt(node.target), port);
      case 'denied':
        return htmlPage({ seed, id: node.id, bytes, links: [] });
      case 'text':
        return textPage({ seed, id: node.id, bytes });
      case 'redirect':
        return { status: 301, headers: { location: urlOf(nodeAt(node.target), port) } };
      case 'missing':
        return { status: 404, headers: { 'content-type': 'text/html' }, body: '<title>Gone</title>' };
      case 'unsupported':
        return { headers: { 'content-type': unsupportedType }, body: Buffer.alloc(1_000, node.id) };
    }
  }

  function expect(node: Node, port: number): Expected {
    switch (node.kind) {
      case 'html':
        return { kind: 'content', group: node.id, mediaType: 'text/html' };
      case 'duplicate':
        return { kind: 'content', group: node.target, mediaType: 'text/html' };
      case 'text':
        return { kind: 'content', group: node.id, mediaType: 'text/plain' };
      case 'redirect':
        return { kind: 'redirected', to: urlOf(nodeAt(node.target), port) };
      case 'missing':
        return { kind: 'gone' };
      case 'unsupported':
        return { kind: 'unsupported', mediaType: unsupportedType };
      case 'denied':
        return { kind: 'denied' };
    }
  }

  function robotsOf(name: string, port: number): WebPage {
    if (!sitemaps) return robotsPage;
    return { ...robotsPage, body: `${robots}Sitemap: http://${name}:${port}${sitemapPath}\n` };
  }

  function sitemapOf(host: number, port: number): WebPage {
    const pages = (ofHost[host] ?? []).filter(({ kind }) => kind === 'html');
    const entries = pages.map((node) => `<url><loc>${urlOf(node, port)}</loc></url>\n`).join('');
    const body = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries}</urlset>\n`;
    return { headers: { 'content-type': 'application/xml' }, body };
  }

  return {
    hosts,
    seeds: (port) => hosts.map((name) => `http://${name}:${port}/` as CanonicalUrl),
    page({ name, path, port }) {
      if (path === '/robots.txt') return robotsOf(name, port);
      if (sitemaps && path === sitemapPath) return sitemapOf(hosts.indexOf(name), port);
      const node = paths.get(name + path);
      return node === undefined ? undefined : render(node, port);
    },
    expected: (port) => new Map(nodes.map((node) => [urlOf(node, port), expect(node, port)])),
    *entries(port) {
      for (const [host, name] of hosts.entries()) {
        yield { name, path: '/robots.txt', page: robotsOf(name, port) };
        if (sitemaps) yield { name, path: sitemapPath, page: sitemapOf(host, port) };
      }
      for (const node of nodes) {
        yield { name: hosts[node.host] ?? '', path: pathOf(node), page: render(node, port) };
      }
    },
  };
}

const sitemapPath = '/sitemap.xml';
const robotsPage: WebPage = { headers: { 'content-type': 'text/plain' }, body: robots };

/**
 * The first nodes are the home pages, then come the other pages, then everything else. A page hangs below one of the first quarter before it, so that the tree is
 * flat and spread over the hosts; everything that is no page hangs below some page.
 */
function plan({ hosts, pages, seed, mix }: SiteOptions): readonly Node[] {
  const random = seededRandom(seed, -1);
  const below = (limit: number): number => Math.floor(random() * limit);
  const nodes: Node[] = [];
  let html = 0;
  for (const kind of kinds(hosts, pages, { ...defaultMix, ...mix })) {
    const id = nodes.length;
    const parent = id < hosts ? undefined : nodes[below(Math.max(hosts, html / 4))];
    const host = parent === undefined ? id : random() < sameHostShare ? parent.host : below(hosts);
    // Some redirects lead to another redirect.
    const target = kind === 'redirect' && id > html && random() < 0.2 ? id - 1 : below(html);
    nodes.push({ id, kind, host, target, children: [] });
    parent?.children.push(id);
    if (kind === 'html') html += 1;
  }
  return nodes;
}

function kinds(hosts: number, pages: number, mix: SiteMix): readonly Kind[] {
  const special: readonly (readonly [Kind, number])[] = [
    ['redirect', mix.redirects],
    ['duplicate', mix.duplicates],
    ['missing', mix.missing],
    ['text', mix.texts],
    ['unsupported', mix.unsupported],
    ['denied', mix.denied],
  ];
  const leaves = special.flatMap(([kind, share]) => new Array<Kind>(Math.floor(share * pages)).fill(kind));
  const html = Math.max(hosts, pages - leaves.length);
  return [...new Array<Kind>(html).fill('html'), ...leaves];
}
