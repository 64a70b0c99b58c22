import { describe, expect, it } from 'vitest';
import { readBlocks } from '../../../lib/documents/blocks/read-blocks.ts';
import { markdownWriter } from '../../../lib/documents/markdown/markdown.ts';

const markdown = (html: string) => {
  const page = readBlocks(html);
  return markdownWriter(page, 'https://example.org/dir/page.html')(page.root);
};

describe('Markdown of a page', () => {
  it('has headings and paragraphs', () => {
    expect(markdown('<h1>A <i>b</i></h1><div>c\n d<p>e</p>f</div><hr>')).toBe(
      '# A *b*\n\nc d\n\ne\n\nf\n\n---',
    );
  });

  it('has links and pictures with absolute URLs', () => {
    expect(markdown('<a href="../x (1)">to <b>x</b> </a>and <img src=y.png alt="a y">')).toBe(
      '[to **x**](https://example.org/x%20%281%29) and ![a y](https://example.org/dir/y.png)',
    );
  });

  it('has the text alone of links that lead to no document', () => {
    expect(markdown('<a href="javascript:x()">a</a> <a href="#b">b</a> <img src="data:x" alt=c>')).toBe(
      'a b c',
    );
  });

  it('has nested lists', () => {
    expect(markdown('<ol start=3><li>a<ul><li>b<li>c</ul><li><p>d</p><p>e</p></ol>')).toBe(
      '3. a\n   - b\n   - c\n4. d\n\n   e',
    );
  });

  it('has tables with outer pipes', () => {
    expect(markdown('<table><tr><th>a<th>b|c<tr><td>1<br>2</table>')).toBe(
      '| a | b\\|c |\n| --- | --- |\n| 1 2 |  |',
    );
  });

  it('has the blocks of a table that only lays out the page', () => {
    expect(markdown('<table><tr><td><h2>a</h2>b</td><td>c</td></tr></table>')).toBe('## a\n\nb\n\nc');
  });

  it('has code as it is written, with its language', () => {
    expect(markdown('<pre><code class="language-ts">if (a)\n  *b*\n```</code></pre>')).toBe(
      '````ts\nif (a)\n  *b*\n```\n````',
    );
    expect(markdown('<p>the <code>a`b</code> of')).toBe('the ``a`b`` of');
  });

  it('has quotations', () => {
    expect(markdown('<blockquote><p>a</p><p>b</p></blockquote>')).toBe('> a\n>\n> b');
  });

  it('shows text that looks like markup as it is', () => {
    expect(markdown('<p># a *b* [c] snake_case _d_</p><p>1. e</p><p>- f</p>')).toBe(
      '\\# a \\*b\\* \\[c\\] snake_case \\_d\\_\n\n1\\. e\n\n\\- f',
    );
  });

  it('of a part is the same whether the whole page was written before or not', () => {
    const html =
      '<main><h2>a</h2><p>b <i>c</i><aside>d</aside></p><div><p>e</p><aside>f</aside></div><ul><li>g<aside>h</aside></ul><ol><li>i</ol></main>';
    const page = readBlocks(html);
    const main = page.blocks.find(({ name }) => name === 'main') ?? page.root;
    const left = ({ name }: { readonly name: string }) => name === 'aside';
    const alone = markdownWriter(page, 'https://example.org/')(main, left);
    const write = markdownWriter(page, 'https://example.org/');
    expect(write(page.root)).toContain('d\n\ne\n\nf\n\n- g\n\n  h');
    expect(write(main, left)).toBe(alone);
    expect(alone).toBe('## a\n\nb *c*\n\ne\n\n- g\n\n1. i');
  });

  it('has addresses as the URL standard has them, parsed or not', () => {
    for (const href of [
      '/a/b.html?c=1',
      '/a/../b',
      '/a/(b)',
      '//b.example/c',
      'https://b.example/c?d',
      'https://B.example',
      'c',
      '/',
    ]) {
      const url = new URL(href, 'https://example.org/dir/page.html').href;
      expect(markdown(`<a href="${href}">x</a>`)).toBe(`[x](${url.replace('(', '%28').replace(')', '%29')})`);
    }
  });

  it('is bounded, however deep and wide a page is', () => {
    expect(markdown(`${'<ul><li>'.repeat(5_000)}a`)).toContain('a');
    const row = `<tr>${'<td>a'.repeat(2_000)}</tr>`;
    expect(markdown(`<table>${row}${'<tr><td>b</tr>'.repeat(20_000)}</table>`).length).toBeLessThan(
      4_000_001,
    );
  });
});
