import { Parser } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import type { CanonicalUrl } from '../../lib/base/url/url.ts';
import { rowOf } from '../../lib/graph/building/link-graph.ts';
import { openPageGathering } from '../../lib/graph/building/page-columns.ts';
import { webGraphOf } from '../../lib/graph/building/web-building.ts';
import { graphFiles } from '../../lib/graph/reports/export-graph.ts';

const url = (path: string): CanonicalUrl => `https://a.example/${path}` as CanonicalUrl;
const gathering = openPageGathering();
gathering.add({
  ...{ url: url(''), at: 5, depth: 0, outcome: 'stored', relevance: 0.5, best: '<&">' },
  targets: [url('?a=1&b=2'), url('b')],
});
gathering.add({ url: url('b'), at: 6, depth: 1, outcome: 'stored', targets: [url('')] });
const web = webGraphOf(gathering.urls, gathering.names, gathering.columns());

function exported(form: Parameters<typeof graphFiles>[1]): Record<string, string> {
  return Object.fromEntries(graphFiles(web, form).map(({ name, lines }) => [name, [...lines].join('')]));
}

describe('an exported link graph', () => {
  it('has in rows the id of a page and those that it links to, ids being lines of the URLs', () => {
    const { 'links.txt': links, 'urls.txt': urls } = exported('rows');
    expect(links).toBe('1 2 3\n3 1\n');
    expect(urls?.split('\n')).toEqual([url(''), url('?a=1&b=2'), url('b'), '']);
  });

  it('can be read back from compressed sparse rows', () => {
    const files = exported('csr');
    const numbers = (name: string): number[] => (files[name] as string).trim().split('\n').map(Number);
    expect(numbers('starts.txt')).toEqual([...web.links.starts]);
    expect(numbers('targets.txt')).toEqual([...web.links.targets.subarray()]);
  });

  it('has in GraphML every node with what is known of it, and every edge', () => {
    const nodes: Record<string, string>[] = [];
    const edges: string[] = [];
    let key = '';
    const parser = new Parser(
      {
        onopentag(name, found) {
          if (name === 'node') nodes.push({ id: found.id as string });
          if (name === 'edge') edges.push(`${found.source} ${found.target}`);
          key = name === 'data' ? (found.key as string) : '';
        },
        ontext(text) {
          if (key !== '')
            (nodes.at(-1) as Record<string, string>)[key] = `${nodes.at(-1)?.[key] ?? ''}${text}`;
        },
        onclosetag: () => {
          key = '';
        },
      },
      { xmlMode: true },
    );
    parser.end(exported('graphml')['graph.graphml']);
    expect(nodes).toEqual([
      {
        ...{ id: 'n0', url: url(''), site: 'a.example', outcome: 'stored', class: '<&">' },
        ...{ relevance: '0.5', depth: '0', first: '5', last: '5' },
      },
      { id: 'n1', url: url('?a=1&b=2'), site: 'a.example' },
      {
        ...{ id: 'n2', url: url('b'), site: 'a.example', outcome: 'stored', depth: '1' },
        first: '6',
        last: '6',
      },
    ]);
    expect(edges).toEqual(
      [0, 1, 2].flatMap((node) => [...rowOf(web.links, node)].map((target) => `n${node} n${target}`)),
    );
  });
});
