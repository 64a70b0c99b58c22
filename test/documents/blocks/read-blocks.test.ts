import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Block, maxBlockDepth, maxBlocks } from '../../../lib/documents/blocks/block.ts';
import { blockText } from '../../../lib/documents/blocks/block-text.ts';
import { readBlocks } from '../../../lib/documents/blocks/read-blocks.ts';
import { readMarkup } from '../../../lib/documents/html/read-markup.ts';

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
    expect(shapeOf('<table><caption>a<colgroup><col><thead><tr><td>b<tfoot><tr><td>c</table>')).toBe(
      'table(caption(a) colgroup(col()) thead(tr(td(b))) tfoot(tr(td(c))))',
    );
    expect(shapeOf('<p>a<p>b<div>c</div>d')).toBe('p(a) p(b) div(c) d');
    expect(shapeOf('<dl><dt>a<dd>b<dt>c</dl>')).toBe('dl(dt(a) dd(b) dt(c))');
  });

  it('are breaks by their end tags, too', () => {
    expect(shapeOf('<p>a<br></br>b')).toBe('p(a br() br() b)');
  });

  it('flow in a link alone, where an anchor without an address holds them', () => {
    const isInline = (html: string) => (readBlocks(html).root.children[0] as Block).isInline;
    expect(isInline('<a href=/x><div>a</div></a>')).toBe(true);
    expect(isInline('<a name=x><div>a</div></a>')).toBe(false);
  });

  it('are headings to the end tag of a heading of any level, or to the next heading', () => {
    expect(shapeOf('<h3>a</h2><p>b')).toBe('h3(a) p(b)');
    expect(shapeOf('<h2>a<h3>b</h3>c')).toBe('h2(a) h3(b) c');
  });

  it('are pictures to the tags of what is none', () => {
    expect(shapeOf('<div><svg><path><text>a</text></div><p>b')).toBe('div(svg(a)) p(b)');
    expect(shapeOf('<svg><svg><g></g><p>a</p></svg>b')).toBe('svg(svg()) p(a) b');
    expect(shapeOf('<svg><foreignObject><div>a</div></foreignObject></svg><p>b')).toBe('svg(a) p(b)');
  });

  it('stay open at end tags of what is not open in their cell', () => {
    expect(shapeOf('<div><table><tr><td>a</div>b</table>c</div>')).toBe('div(table(tr(td(a\nb))) c)');
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

  it('come with metadata and linked data', () => {
    const tree = readBlocks(
      '<head><title> A  b</title><base href=/x><meta name=Author content="C &amp; D"><meta property=og:type content=article>' +
        '<script type="application/ld+json">{"a":1}</script></head><p>text<svg><title>no</title></svg>',
    );
    expect(tree).toMatchObject({ linkedData: ['{"a":1}'] });
    expect(Object.fromEntries(tree.metadata)).toEqual({ author: ['C & D'], 'og:type': ['article'] });
    expect(shape(tree.root)).toBe('#root(p(text svg(no)))');
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

  it('are blocks where the text of the page ends a line, flow where it does not, and are blocks where they hold some', () => {
    const isInline = (html: string) => readBlocks(html).blocks[1]?.isInline;
    for (const name of ['wbr', 'nobr', 'ruby', 'var', 'output', 'acronym', 'button', 'x-own', 'br', 'math']) {
      expect(isInline(`<${name}>a`), name).toBe(true);
    }
    for (const name of ['p', 'option', 'legend', 'summary', 'listing', 'td', 'search']) {
      expect(isInline(`<${name}>a`), name).toBe(false);
    }
    expect(isInline('<x-own><p>a</p></x-own>')).toBe(false);
    expect(isInline('<span><b><div>a</div></b></span>')).toBe(false);
    expect(isInline('<a href=/><div>a</div></a>')).toBe(true);
  });

  it('have in preformatted elements the text as it is written', () => {
    const { children } = readBlocks('<pre>a  &lt;b&gt;\r\n\t<b>c</b>\n</pre>d').blocks[1] as Block;
    expect(children.map((child) => (typeof child === 'string' ? child : child.children))).toEqual([
      'a  <b>\n\t',
      ['c'],
      '\n',
    ]);
  });

  it('have what is said to readers without scripts where that is more than what is said to others', () => {
    expect(shapeOf('<p>a page with words</p><noscript>no</noscript>')).toBe(
      'p(a page with words) noscript()',
    );
    expect(shapeOf('<p>a</p><noscript><p>all the words</p></noscript>')).toBe(
      'p(a) noscript(p(all the words))',
    );
  });

  it('have the formulas of scripts', () => {
    const { blocks } = readBlocks('<p>a <script type="math/tex; mode=display">x < y</script> b');
    expect(blocks[2]).toMatchObject({ name: 'math', attributes: { alttext: 'x < y', display: 'block' } });
  });

  it('are read of any page, and have the text of the page', () => {
    const piece = fc.constantFrom(
      ...[
        '<p',
        '>',
        '<td>',
        '</table>',
        '<table>',
        '<a href=x>',
        ' x ',
        '</',
        '<li>',
        '</p>',
        'é',
        '\n',
        '<br>',
      ],
      ...[
        '<noscript>',
        '&amp;',
        '<pre>',
        '</pre>',
        '<svg>',
        '<b>',
        '</b>',
        '<textarea>',
        '<math>',
        '<title>',
      ],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const html = pieces.join('');
        const tree = readBlocks(html);
        expect(tree.root.name).toBe('#root');
        const { text } = readMarkup(html);
        if (tree.text === text) expect(blockText(tree, tree.root, () => false)).toBe(text);
        for (const { start, end, parent } of tree.blocks) {
          expect(start).toBeLessThanOrEqual(end);
          expect(start).toBeGreaterThanOrEqual(parent?.start ?? 0);
          expect(end).toBeLessThanOrEqual(parent?.end ?? text.length + tree.text.length);
        }
      }),
    );
  });

  it('have a text without the blocks that are left, parted as the page parts what is left of it', () => {
    const tree = readBlocks(
      'a<nav>b</nav>c <i>d</i>e<i> f</i>g <i>h</i> k<table><tr><td>l<td>m<td>n</table>',
    );
    const without = (...names: string[]) => blockText(tree, tree.root, ({ name }) => names.includes(name));
    expect(without()).toBe('a\nb\nc de fg h k\nl m n');
    expect(without('nav', 'i')).toBe('a\nc e g k\nl m n');
    expect(without('table')).toBe('a\nb\nc de fg h k');
  });
});
