import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineText } from '../../lib/base/line.ts';
import { decodeLinkLines, encodeLinkLine } from '../../lib/base/links/link-segment.ts';
import { canonicalise } from '../../lib/base/url/canonicalise.ts';
import type { CanonicalUrl } from '../../lib/base/url/url.ts';
import { decodeGraphChunk, encodeGraphChunk } from '../../lib/graph/building/graph-chunk.ts';
import { nothing, openPageGathering, type PageGathering } from '../../lib/graph/building/page-columns.ts';
import { type PageLinks, pageLinksOf } from '../../lib/graph/building/page-links.ts';
import { openUrlTable } from '../../lib/graph/building/url-table.ts';
import { webGraphOf } from '../../lib/graph/building/web-building.ts';
import type { WebGraph } from '../../lib/graph/building/web-graph.ts';
import { siteOf } from '../../lib/graph/sites/site-of.ts';

function url(path: string): CanonicalUrl {
  const found = canonicalise(`https://a.example/${path}`);
  if (!found.ok) throw new Error(path);
  return found.url;
}

function page(path: string, targets: readonly string[], more: Partial<PageLinks> = {}): PageLinks {
  return { url: url(path), at: 1, depth: 0, outcome: 'stored', targets: targets.map(url), ...more };
}

function graphOf(pages: readonly PageLinks[]): WebGraph {
  const gathering = openPageGathering();
  for (const one of pages) gathering.add(one);
  return webGraphOf(gathering.urls, gathering.names, gathering.columns());
}

function urlsOf({ urls }: PageGathering): readonly CanonicalUrl[] {
  return Array.from({ length: urls.size() }, (_, number) => urls.urlOf(number));
}

function linksFrom(graph: WebGraph, path: string): string[] {
  const node = graph.urls.numberOf(url(path)) as number;
  const { starts, targets } = graph.links;
  return [...targets.subarray(starts[node], starts[node + 1])].map(
    (one) => new URL(graph.urls.urlOf(one)).pathname,
  );
}

describe('a table of URLs', () => {
  it('gives each URL one number, and the URL back', () => {
    const paths = fc.array(fc.stringMatching(/^[a-z0-9]{0,9}$/), { maxLength: 300 });
    fc.assert(
      fc.property(paths, (some) => {
        const table = openUrlTable(1);
        const numbers = some.map((path) => table.add(url(path)));
        expect(numbers.map((number) => table.urlOf(number))).toEqual(some.map(url));
        expect(some.map((path) => table.numberOf(url(path)))).toEqual(numbers);
        expect(table.size()).toBe(new Set(some).size);
        expect(table.numberOf(url('ABSENT'))).toBeUndefined();
      }),
    );
  });
});

describe('the graph of a crawl', () => {
  it('has the links of the last visit of each page', () => {
    const graph = graphOf([
      page('a', ['b', 'c'], { at: 1 }),
      page('a', ['c', 'd'], { at: 5 }),
      page('a', ['e'], { at: 3 }),
    ]);
    expect(linksFrom(graph, 'a')).toEqual(['/c', '/d']);
    expect([graph.first[0], graph.last[0]]).toEqual([1, 5]);
  });

  it('keeps the links of a page that was only judged again, with the new verdict', () => {
    const graph = graphOf([page('a', ['b'], { relevance: 0.5 }), page('a', [], { at: 2, relevance: 0.25 })]);
    expect(linksFrom(graph, 'a')).toEqual(['/b']);
    expect(graph.relevance[0]).toBe(0.25);
  });

  it('counts a link to a page that redirects for where it leads, and ends in a circle of redirects', () => {
    const moved = { outcome: 'redirected' };
    const graph = graphOf([
      page('a', ['old', 'round']),
      page('old', [], { ...moved, movedTo: url('older') }),
      page('older', [], { ...moved, movedTo: url('new') }),
      page('round', [], { ...moved, movedTo: url('round') }),
    ]);
    expect(linksFrom(graph, 'a')).toEqual(['/round', '/new']);
    expect(graph.isPage[graph.urls.numberOf(url('old')) as number]).toBe(0);
  });

  it('tells pages that were visited from URLs that are only linked to', () => {
    const graph = graphOf([page('a', ['b'], { best: 'birds', depth: 3 })]);
    const b = graph.urls.numberOf(url('b')) as number;
    expect([graph.isPage[0], graph.isPage[b]]).toEqual([1, 0]);
    expect([graph.depth[0], graph.names[graph.best[0] as number], graph.best[b]]).toEqual([
      3,
      'birds',
      nothing,
    ]);
  });

  it('is the same after it was written and read in parts', () => {
    const gathering = openPageGathering();
    gathering.add(page('a', ['b', 'ü'], { relevance: 0.5, best: 'birds', depth: 2, at: 1.7e12 }));
    gathering.add(page('b', ['a']));
    const other = openPageGathering();
    other.addChunk(decodeGraphChunk(encodeGraphChunk(gathering.chunk())));
    expect(other.columns()).toEqual(gathering.columns());
    expect(other.names).toEqual(gathering.names);
    expect(urlsOf(other)).toEqual(urlsOf(gathering));
  });

  it('refuses bytes that are no part of a graph, or end too early', () => {
    expect(() => decodeGraphChunk(Buffer.from('no gzip'))).toThrow('no gzip');
  });
});

describe('what link analysis takes of a line of the link log', () => {
  const line = {
    v: 1,
    url: url('a'),
    host: 'a.example',
    turn: 1,
    depth: 0,
    at: 1,
    outcome: 'stored',
    ownAdmitted: true,
  };
  const link = { anchor: '', rel: [], element: 'a', place: 'body' };
  const taken = (fields: object, links: readonly object[]) => {
    const text = lineText(encodeLinkLine({ ...line, ...fields } as never, JSON.stringify(links)));
    return [...decodeLinkLines(text)].map((one) => pageLinksOf(one, ({ relevance }) => relevance))[0];
  };

  it('leaves out links that their author does not vouch for, and what the head declares', () => {
    const links = [
      { ...link, url: url('b') },
      { ...link, url: url('c'), rel: ['ugc'] },
      { ...link, url: url('d'), element: 'link' },
    ];
    expect(taken({ relevance: 0.5 }, links)?.targets).toEqual([url('b')]);
  });

  it('follows a redirect, and passes over sitemaps', () => {
    const links = [{ ...link, url: url('b'), element: 'redirect' }];
    expect(taken({ outcome: 'redirected', status: 301 }, links)).toMatchObject({
      movedTo: url('b'),
      targets: [],
    });
    expect(taken({ level: 0 }, links)).toBeUndefined();
  });
});

describe('a site', () => {
  it.each([
    ['https://www.example.org/a/b', 'www.example.org'],
    ['https://alice.github.io/x/', 'alice.github.io'],
    ['https://github.io/alice/x', 'github.io/alice'],
    ['https://home.isp.example/~bob/index.html', 'home.isp.example/~bob'],
    ['https://home.isp.example/', 'home.isp.example'],
    ['http://127.0.0.1:8080/a/', '127.0.0.1:8080'],
    ['http://localhost/a/', 'localhost'],
  ])('of %s is %s', (text, site) => {
    const found = canonicalise(text);
    expect(found.ok && siteOf(found.url, new Set(['isp.example']))).toBe(site);
  });
});
