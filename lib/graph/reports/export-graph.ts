import { escaped } from '../../base/html/text.ts';
import { type LinkGraph, rowOf } from '../building/link-graph.ts';
import { nothing } from '../building/page-columns.ts';
import type { WebGraph } from '../building/web-graph.ts';
import { rowBlocks } from '../columns/row-blocks.ts';
import { sitesOf } from '../sites/sites.ts';

export const graphForms = ['rows', 'csr', 'graphml'] as const;
export type GraphForm = (typeof graphForms)[number];

/** A file of an exported graph, as pieces of text. */
export interface GraphFile {
  readonly name: string;
  readonly lines: Iterable<string>;
}

/**
 * A link graph for other programs (docs/formats/exported-graph.md). `rows`: Combine's exportLinkGraph; `csr`: compressed
 * sparse rows; `graphml`: one file with all that is known of each URL.
 */
export function graphFiles(web: WebGraph, form: GraphForm): readonly GraphFile[] {
  const urls = { name: 'urls.txt', lines: urlLines(web) };
  switch (form) {
    case 'rows':
      return [{ name: 'links.txt', lines: rowLines(web) }, urls];
    case 'csr':
      return [
        { name: 'starts.txt', lines: numberLines([web.links.starts]) },
        { name: 'targets.txt', lines: numberLines(targetBlocks(web.links)) },
        urls,
      ];
    case 'graphml':
      return [{ name: 'graph.graphml', lines: graphmlLines(web) }];
  }
}

function* urlLines({ urls }: WebGraph): Generator<string> {
  for (let node = 0; node < urls.size(); node += 1) yield `${urls.urlOf(node)}\n`;
}

function* numberLines(blocks: Iterable<Uint32Array>): Generator<string> {
  for (const numbers of blocks) for (const number of numbers) yield `${number}\n`;
}

function* targetBlocks(links: LinkGraph): Generator<Uint32Array> {
  for (const { targets } of rowBlocks(links)) yield targets;
}

/** One line a page with links: its id, then those of the pages that it links to. The id of a URL is its line. */
function* rowLines({ links }: WebGraph): Generator<string> {
  for (let node = 0; node < links.nodes; node += 1) {
    const row = rowOf(links, node);
    if (row.length === 0) continue;
    yield `${node + 1}${[...row].map((target) => ` ${target + 1}`).join('')}\n`;
  }
}

/** Attributes of nodes by name, with their types in GraphML; undefined where nothing is known. */
const attributes: readonly (readonly [
  name: string,
  type: 'string' | 'double' | 'int' | 'long',
  of: (web: WebGraph, node: number) => string | number | undefined,
])[] = [
  ['url', 'string', ({ urls }, node) => urls.urlOf(node)],
  ['outcome', 'string', ({ names, outcome }, node) => names[outcome[node] as number]],
  ['class', 'string', ({ names, best }, node) => names[best[node] as number]],
  ['relevance', 'double', ({ relevance }, node) => relevance[node] || undefined],
  ['depth', 'int', ({ outcome, depth }, node) => (outcome[node] === nothing ? undefined : depth[node])],
  ['first', 'long', ({ first }, node) => first[node] || undefined],
  ['last', 'long', ({ last }, node) => last[node] || undefined],
];

function* graphmlLines(web: WebGraph): Generator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n';
  const keys = [...attributes.map(([name, type]) => [name, type] as const), ['site', 'string'] as const];
  for (const [name, type] of keys)
    yield `<key id="${name}" for="node" attr.name="${name}" attr.type="${type}"/>\n`;
  yield '<graph edgedefault="directed">\n';
  const sites = sitesOf(web.urls);
  for (let node = 0; node < web.urls.size(); node += 1) {
    const data = attributes.map(([name, , of]) => dataOf(name, of(web, node)));
    const site = dataOf('site', sites.names[sites.of[node] as number]);
    yield `<node id="n${node}">${data.join('')}${site}</node>\n`;
  }
  for (let node = 0; node < web.links.nodes; node += 1)
    for (const target of rowOf(web.links, node)) yield `<edge source="n${node}" target="n${target}"/>\n`;
  yield '</graph>\n</graphml>\n';
}

function dataOf(name: string, value: string | number | undefined): string {
  return value === undefined ? '' : `<data key="${name}">${escaped(String(value))}</data>`;
}
