import { describe, expect, it } from 'vitest';
import { readBlocks } from '../../../lib/documents/blocks/read-blocks.ts';
import { markdownWriter } from '../../../lib/documents/markdown/markdown.ts';

const markdown = (html: string) => {
  const page = readBlocks(html);
  return markdownWriter(page, 'https://a.example/dir/page.html')(page.root);
};

type Rule = readonly [name: string, html: string, expected: string];

/** Each row is a sentence about Markdown, a page and what it becomes. */
function holds(rules: readonly Rule[]): void {
  it.each(rules)('%s', (_, html, expected) => {
    expect(markdown(html)).toBe(expected);
  });
}

describe('marks that touch', () => {
  holds([
    ['make one code of two', '<kbd>Ctrl</kbd><kbd>K</kbd> <kbd>C</kbd>', '`CtrlK` `C`'],
    ['make one code of two in elements', '<span><code>a</code></span><tt>`b</tt>', '``a`b``'],
    ['make no picture of a link', '<b>a</b>b!<a href=/x>c</a>!', '**a**b\\![c](https://a.example/x)!'],
    [
      'make no picture of a link in an element',
      '<span>b!</span><a href=/x>c</a>',
      'b\\![c](https://a.example/x)',
    ],
  ]);
});

describe('links in Markdown', () => {
  holds([
    [
      'stand in code',
      '<code>&lt;<a href="mailto:b@c.example">b</a>&gt; <a href=/x>d</a></code>',
      '`<`[`b`](mailto:b@c.example)`>` [`d`](https://a.example/x)',
    ],
    ['are code', '<a href=/x><code>a</code> b</a>', '[`a` b](https://a.example/x)'],
    ['have no spaces in their addresses', '<a href="tel:(1) 2">a</a>', '[a](tel:%281%29%202)'],
    [
      'have addresses that say nothing else to a reader of Markdown',
      '<a href="/?a&amp;amp;b&c=\\*">a</a>',
      '[a](https://a.example/?a&amp;amp;b&c=%5C*)',
    ],
    [
      'that are headings stand in these',
      '<a href=/x> <div><h2>a <b>b</b></h2></div></a><a href=/y><h3>c</h3>d</a>',
      '## [a **b**](https://a.example/x)\n\n[c d](https://a.example/y)',
    ],
    [
      'without an address hold blocks as they are',
      '<a name=top>a<table><tr><td>1<td>2</table>',
      'a\n\n| 1 | 2 |\n| --- | --- |',
    ],
    [
      'to what they stand in are none, where they are signs',
      '<dl><dt id=a>A<a href="#a">¶</a><dd><a href="#b">↩</a></dl><table id=t><caption>T<a href="#t">#</a><tr><td>1<td>2</table>',
      'A\n\n↩\n\nT\n\n| 1 | 2 |\n| --- | --- |',
    ],
    [
      'in headings keep pictures that stand deeper in them',
      '<h2><a href="#a"><span><img src=/p alt=p></span></a></h2>',
      '## ![p](https://a.example/p)',
    ],
  ]);
});

describe('words on both sides of what is left out', () => {
  holds([
    [
      'are apart where the page has a form between them',
      '<p>Sort by<select><option>a</select>Set',
      'Sort by Set',
    ],
    [
      'are apart in cells',
      '<table><tr><td>a<select><option>o</select>b<td>c</table>',
      '| a b | c |\n| --- | --- |',
    ],
  ]);
  it('are apart where a block is left out of the main content', () => {
    const page = readBlocks('<div>a<div class=x>b</div>c</div>');
    const write = markdownWriter(page, 'https://a.example/');
    expect(write(page.root, ({ attributes }) => attributes.class === 'x')).toBe('a\n\nc');
  });
});

describe('code in Markdown', () => {
  holds([
    [
      'has no line feed twice where the page parts its lines',
      '<pre><code><span class="line">a</span>\n<span class="line"></span>\n<span class="line">b</span></code></pre>',
      '```\na\n\nb\n```',
    ],
    [
      'has no numbers of lines, whatever they are called',
      '<pre><div><div><b class=x1>9</b><div>a</div></div><div><b class=x1>10</b><div> b</div></div></div></pre>',
      '```\na\n b\n```',
    ],
    [
      'keeps numbers that count no lines',
      '<pre><div><b>1</b>a</div><div><b>3</b>b</div></pre>',
      '```\n1a\n3b\n```',
    ],
    ['has the spaces before pictures once', '<pre>a <img src=/p> # b', '```\na  # b\n```'],
  ]);
});

describe('a table with heads', () => {
  const cell = '<p>1<p>2<p>3<p>4';
  holds([
    [
      'shows data, however many paragraphs a cell has',
      `<table><tr><th>a<th>b<tr><td>c<td>${cell}</table>`,
      '| a | b |\n| --- | --- |\n| c | 1 2 3 4 |',
    ],
    ['is a page where it has none', `<table><tr><td>a<td>${cell}</table>`, 'a\n\n1\n\n2\n\n3\n\n4'],
  ]);
});
