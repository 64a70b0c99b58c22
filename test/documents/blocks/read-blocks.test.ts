import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Block, maxBlockDepth, maxBlocks } from '../../../lib/documents/blocks/block.ts';
import { readBlocks } from '../../../lib/documents/blocks/read-blocks.ts';

/** Elements and texts as nested brackets. */
function shape({ name, children }: Block): string {
  const inside = children.map((child) => (typeof child === 'string' ? child.trim() : shape(child)));
  return `${name}(${inside.filter(Boolean).join(' ')})`;
}

const shapeOf = (html: string) => shape(readBlocks(html).root).slice('#root('.length, -1);

describe('the blocks of a page', () => {
  it('are its elements as they nest', () => {
    expect(shapeOf('<body><div>a<p>b <em>c</em></p></div><p>d</body>')).toBe('div(a p(b em(c))) p(d)');
  });

  it('end where HTML says that they do, without end tags', () => {
    expect(shapeOf('<ul><li>a<ul><li>b<li>c</ul><li>d</ul>')).toBe('ul(li(a ul(li(b) li(c))) li(d))');
    expect(shapeOf('<table><tr><td>a<td>b<tr><td>c</table>')).toBe('table(tr(td(a) td(b)) tr(td(c)))');
    expect(shapeOf('<p>a<p>b<div>c</div>d')).toBe('p(a) p(b) div(c) d');
    expect(shapeOf('<dl><dt>a<dd>b<dt>c</dl>')).toBe('dl(dt(a) dd(b) dt(c))');
  });

  it('stay open at end tags of what is not open in their cell', () => {
    expect(shapeOf('<div><table><tr><td>a</div>b</table>c</div>')).toBe('div(table(tr(td(ab))) c)');
  });

  it('are empty with a slash at the end of their tag, but for anchors', () => {
    expect(shapeOf('<div/>a<a href=/>b</a>c')).toBe('div() a a(b) c');
  });

  it('have no scripts, styles and templates', () => {
    expect(shapeOf('<p>a<script>b<p></script><style>c</style><template><p>d</template>e')).toBe('p(ae)');
  });

  it('have what a page of frames shows to those that have none', () => {
    const shown = '<noframes><body><p>a</noframes>';
    expect(shapeOf(`<frameset><frame src=f>${shown}</frameset>`)).toBe('frameset(frame() noframes(p(a)))');
    expect(shapeOf(`<p>b</p>${shown}`)).toBe('p(b)');
  });

  it('come with title, metadata, linked data and base', () => {
    const tree = readBlocks(
      '<head><title> A  b</title><base href=/x><meta name=Author content="C &amp; D"><meta property=og:type content=article>' +
        '<script type="application/ld+json">{"a":1}</script></head><p>text<svg><title>no</title></svg>',
    );
    expect(tree).toMatchObject({ title: 'A b', baseHref: '/x', linkedData: ['{"a":1}'] });
    expect(Object.fromEntries(tree.metadata)).toEqual({ author: ['C & D'], 'og:type': ['article'] });
    expect(shape(tree.root)).toBe('#root(p(text))');
  });

  it('say in which section they stand', () => {
    const { root } = readBlocks('<main><p>a</p></main><footer><p>b</p></footer>');
    const places = root.children.map((child) =>
      typeof child === 'string' ? '' : (child.children[0] as Block).place,
    );
    expect(places).toEqual(['main', 'footer']);
  });

  it('are bounded in depth and number, and hold all text', () => {
    const deep = readBlocks(`${'<div>'.repeat(100_000)}text`);
    expect(deep.blocks.length).toBe(maxBlocks);
    let block = deep.root;
    for (let next = block.children[0]; typeof next === 'object'; next = block.children[0]) block = next;
    expect(block.depth).toBe(maxBlockDepth);
    expect(readBlocks(`${'<p>'.repeat(60_000)}text`).root.children.length).toBe(maxBlocks);
  });

  it('are read of any string', () => {
    const piece = fc.constantFrom(
      '<p',
      '>',
      '<td>',
      '</table>',
      '<table>',
      '<a href=x>',
      'x',
      '</',
      '<li>',
      '<noscript>',
      '&amp;',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        expect(readBlocks(pieces.join('')).root.name).toBe('#root');
      }),
    );
  });
});
