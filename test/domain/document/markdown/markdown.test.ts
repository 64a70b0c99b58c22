import { describe, expect, it } from 'vitest';
import { readBlocks } from '../../../../lib/domain/document/blocks/read-blocks.ts';
import { markdownWriter } from '../../../../lib/domain/document/markdown/markdown.ts';

const markdown = (html: string) => {
  const page = readBlocks(html);
  return markdownWriter(page, 'https://example.org/dir/page.html')(page.root, () => false);
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

  it('is bounded, however deep and wide a page is', () => {
    expect(markdown(`${'<ul><li>'.repeat(5_000)}a`)).toContain('a');
    const row = `<tr>${'<td>a'.repeat(2_000)}</tr>`;
    expect(markdown(`<table>${row}${'<tr><td>b</tr>'.repeat(20_000)}</table>`).length).toBeLessThan(
      4_000_001,
    );
  });
});
