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

describe('words in Markdown', () => {
  holds([
    ['are not cut where they may break', 'std::<wbr>map, Kraft<wbr>fahrzeug', 'std::map, Kraftfahrzeug'],
    [
      'stand as the text has them in any element that flows',
      'the <nobr>AP-fund</nobr>, <var>x</var>, <ruby>漢<rt>kan</rt></ruby>, <x-own>y</x-own>, <output>z</output>.',
      'the AP-fund, x, 漢kan, y, z.',
    ],
    ['have spaces where the page has them', 'a <b>b </b>c<i> d</i> <code>e</code>f', 'a **b** c *d* `e`f'],
    ['of buttons stand there as well', '<p>a <button>Add a comment</button></p>', 'a Add a comment'],
    ['of forms do not', '<p>a <select><option>b</select><textarea>c</textarea></p>', 'a'],
    [
      'show in place of nothing that a browser shows',
      'a<video src=v>no video</video><canvas>no canvas</canvas>',
      'a',
    ],
    [
      'stand in lines of their own in an element that holds blocks',
      '<x-own>a<p>b</p></x-own>c',
      'a\n\nb\n\nc',
    ],
  ]);
});

describe('emphasis in Markdown', () => {
  holds([
    ['in parts is one', '<b>Us$</b><b>11.99</b>', '**Us$11.99**'],
    ['is a tag where a mark would be text', 'a<b>(b)</b>c', 'a<strong>(b)</strong>c'],
    ['is a tag where marks would touch', '<b>a</b><i>b</i>', '<strong>a</strong>*b*'],
    ['of nothing is none', 'a<b> </b>b', 'a b'],
    ['is raised and lowered by tags', 'H<sub>2</sub>O, 10<sup>-4</sup>', 'H<sub>2</sub>O, 10<sup>-4</sup>'],
  ]);
});

describe('characters that would begin markup', () => {
  holds([
    [
      'are shown where they would: references',
      '<p>&amp;lt; &amp; &amp;#65; AT&amp;T',
      '\\&lt; & \\&#65; AT&T',
    ],
    ['are shown where they would: tags', '<p>a &lt;b> 1 &lt; 2', 'a \\<b> 1 < 2'],
    ['are shown where they would: tags in two pieces', '<p>&lt;<span>script></span>', '\\<script>'],
    ['are shown where they would: asterisks', '<p>*a* 2 * 3 b*', '\\*a\\* 2 * 3 b\\*'],
    ['are shown where they would: strokes', '<p>~~a~~ ~5 b', '\\~~a\\~\\~ ~5 b'.replace('\\~~', '\\~\\~')],
    ['are shown where they would: escapes', '<p>C:\\Users \\* \\', 'C:\\Users \\\\\\* \\\\'],
    ['are shown where they would: headings', '<p># a</p><p>#tag</p>', '\\# a\n\n#tag'],
    ['are shown where they would: ends of headings', '<h2>C #</h2><h2>C#</h2>', '## C \\#\n\n## C#'],
    [
      'are shown where they would: items',
      '<p>- a</p><p>+ b</p><p>-5</p><p>2) c</p><p>* d',
      '\\- a\n\n\\+ b\n\n-5\n\n2\\) c\n\n\\* d',
    ],
    [
      'are shown where they would: rules and underlines',
      '<p>a<br>---</p><p>b<br>==</p>',
      'a\\\n\\---\n\nb\\\n\\==',
    ],
    ['are shown where they would: heads of tables', '<p>a | b<br>--|--</p>', 'a | b\\\n\\--|--'],
    ['are shown where they would: quotations', '<p>> a', '\\> a'],
  ]);
});

describe('formulas in Markdown', () => {
  const note = '<annotation encoding="application/x-tex">x^2</annotation>';
  const math = `<math><semantics><msup><mi>x</mi><mn>2</mn></msup>${note}</semantics></math>`;
  holds([
    ['are TeX as their note says', `a ${math} b`, 'a $x^2$ b'],
    [
      'are TeX as their text says',
      '<p>a <math alttext="1.3\\times 10^{-4}"><mn>1.3</mn></math>',
      'a $1.3\\times 10^{-4}$',
    ],
    [
      'are their characters where nothing says more',
      'a <math><mi>x</mi><mo>=</mo><mn>3</mn></math> b',
      'a x=3 b',
    ],
    ['are raised where nothing says more', '<math><msup><mi>x</mi><mn>2</mn></msup></math>', 'x<sup>2</sup>'],
    ['are apart in blocks', `<p>${math.replace('<math>', '<math display="block">')}`, '$$x^2$$'],
    [
      'stand there once where KaTeX sets them twice',
      `so <span class="katex"><span class="katex-mathml">${math}</span><span class="katex-html" aria-hidden="true">x2</span></span>.`,
      'so $x^2$.',
    ],
    [
      'stand there once where an encyclopaedia shows them as pictures',
      `so <span class="mwe-math-element"><span style="display:none">${math}</span><img src=/x.svg alt="x^2"></span> for`,
      'so $x^2$ for',
    ],
    ['are those of scripts', 'a <script type="math/tex">a<b</script> b', 'a $a<b$ b'],
    [
      'stand there once where MathJax has set them',
      'a <span class="MathJax_Preview">x</span><span class="MathJax">x</span><script type="math/tex">y</script> b',
      'a $y$ b',
    ],
    [
      'stand in cells',
      `<table><tr><td>a<td>b<tr><td>c<td>${math}</table>`,
      '| a | b |\n| --- | --- |\n| c | $x^2$ |',
    ],
  ]);
});

describe('code in Markdown', () => {
  const fenced = (language: string, code = 'a') => `\`\`\`${language}\n${code}\n\`\`\``;
  holds([
    [
      'has the language of Sphinx',
      '<div class="highlight-python notranslate"><div class="highlight"><pre>a',
      fenced('python'),
    ],
    ['has the language of GitHub', '<div class="highlight highlight-source-shell"><pre>a', fenced('shell')],
    [
      'has the language of Rouge',
      '<div class="language-ruby highlighter-rouge"><div class=highlight><pre class=highlight><code>a',
      fenced('ruby'),
    ],
    ['has the language that `lang` says', '<pre lang=go><code>a', fenced('go')],
    ['has no language of people', '<pre lang=en-GB>a', fenced('')],
    ['has the language that data say', '<pre><code data-lang=sql>a', fenced('sql')],
    ['has the language of brushes', '<pre class="brush: js; toolbar: false">a', fenced('js')],
    ['has the language of highlight.js', '<pre><code class="hljs rust">a', fenced('rust')],
    ['has the language of pandoc', '<pre class="sourceCode haskell">a', fenced('haskell')],
    ['has the language of Org', '<pre class="src src-lisp">a', fenced('lisp')],
    [
      'has no language where the page says that there is none',
      '<div class="highlight-default"><pre>a',
      fenced(''),
    ],
    [
      'has no language of what stands farther around it',
      `<div class="language-en">${'text '.repeat(50)}<pre>a`,
      `${'text '.repeat(50).trim()}\n\n${fenced('')}`,
    ],
    [
      'has its lines where each is a block',
      '<pre><code><div>a</div><div></div><div> b</div></code></pre>',
      fenced('', 'a\n\n b'),
    ],
    [
      'has its lines where each is said to be one',
      '<pre><span class="line">a</span><span class="line">b</span></pre>',
      fenced('', 'a\nb'),
    ],
    [
      'has no line twice',
      '<pre><span class="line">a\n</span><span class="line">b</span>\n</pre>',
      fenced('', 'a\nb'),
    ],
    ['has its lines without preformatted text', '<code>a<br>b</code>', fenced('', 'a\nb')],
    [
      'has no numbers of lines',
      '<pre><span class="lineno">1 </span>a\n<span class="lineno">2 </span>b',
      fenced('', 'a\nb'),
    ],
    ['has no buttons', '<pre><button>Copy</button>a', fenced('')],
    [
      'is no table where one column numbers its lines',
      '<div class=language-js><table><tr><td class=gutter><pre>1\n2\n</pre><td class=code><pre>a\nb\n</pre></table></div>',
      fenced('js', 'a\nb'),
    ],
    [
      'is no table where each row is a line',
      '<table><tr><td data-line-number=1><td class=blob-code>a<tr><td data-line-number=2><td class=blob-code>b</table>',
      fenced('', 'a\nb'),
    ],
    ['of old elements is code, too', '<listing>a\n  b</listing>', fenced('', 'a\n  b')],
  ]);
});

describe('tables in Markdown', () => {
  holds([
    [
      'have values under their own heads where cells reach over rows and columns, and a caption before them',
      '<table><caption>Sizes</caption><tr><th>S<th>P<th>L<tr><td rowspan=2>D<td>leaf<td>3<tr><td>stem<td>12<tr><td colspan=2>P<td>20</table>',
      'Sizes\n\n| S | P | L |\n| --- | --- | --- |\n| D | leaf | 3 |\n|  | stem | 12 |\n| P |  | 20 |',
    ],
    [
      'have the columns of cells that reach to the end',
      '<table><tr><th>a<th>b<tr><td>c<td rowspan=0>d<tr><td>e<tr><td>f</table>',
      '| a | b |\n| --- | --- |\n| c | d |\n| e |  |\n| f |  |',
    ],
    [
      'have no more columns than a cell can say',
      `<table><tr><td colspan=999999999>a<td>b<tr><td>c</table>`,
      `| a |${'  |'.repeat(99)}\n|${' --- |'.repeat(100)}\n| c |${'  |'.repeat(99)}`,
    ],
  ]);
});

describe('lists in Markdown', () => {
  holds([
    ['have the numbers that the page shows', '<ol start=3><li>a<li value=7>b<li>c</ol>', '3. a\n7. b\n8. c'],
    ['count backwards where the page does', '<ol reversed><li>a<li>b<li>c</ol>', '3. a\n2. b\n1. c'],
    ['number items without content, too', '<ol><li>a<li><li>c</ol>', '1. a\n3. c'],
    ['stand in the item before them', '<ul><li>a</li><ul><li>b</ul><li>c</ul>', '- a\n  - b\n- c'],
    [
      'in a row are two',
      '<ul><li>a</ul><ul><li>b</ul><ol><li>c</ol><ol><li>d</ol>',
      '- a\n\n* b\n\n1. c\n\n1) d',
    ],
    [
      'in a row are two in elements of their own, too',
      '<div><ul><li>a</ul></div><div><ul><li>b</ul><ul><li>c</ul></div><ol><li>d</ol><div><ol><li>e</ol></div>',
      '- a\n\n* b\n\n- c\n\n1. d\n\n1) e',
    ],
    ['nest by their marks', '<ol start=10><li>a<ol><li>b</ol></ol>', '10. a\n    1. b'],
    [
      'have boxes',
      '<ul><li><input type=checkbox checked> a<li><input type=checkbox> b</ul>',
      '- [x] a\n- [ ] b',
    ],
  ]);
});

describe('pictures in Markdown', () => {
  const at = (name: string) => `![a](https://a.example/${name})`;
  holds([
    [
      'are what scripts load in place of data',
      '<img src="data:image/gif;base64,R0" data-src=/r.jpg alt=a>',
      at('r.jpg'),
    ],
    ['are what scripts load in place of nothing', '<img src="" data-src=/r.jpg alt=a>', at('r.jpg')],
    [
      'are what scripts load in place of a blank',
      '<img src=/blank.gif data-original=/r.jpg alt=a>',
      at('r.jpg'),
    ],
    ['are the widest of a set', '<img srcset="/s.jpg 320w, /l,1.jpg 640w,/m.jpg 400w" alt=a>', at('l,1.jpg')],
    ['are the densest of a set', '<img srcset="/s.jpg, /l.jpg 2x" alt=a>', at('l.jpg')],
    [
      'are of the sources around them',
      '<picture><source srcset="/s.webp 1x, /l.webp 2x"><img alt=a></picture>',
      at('l.webp'),
    ],
    ['are never the page itself', '<img src="" alt=a>', 'a'],
    [
      'stand there once',
      '<img src="data:x" data-src=/r.jpg alt=a><noscript><img src=/r.jpg alt=a></noscript>',
      at('r.jpg'),
    ],
    ['are apart from the words around them', `b <img src=/r.jpg alt=a>c`, `b ${at('r.jpg')} c`],
  ]);
});

describe('headings in Markdown', () => {
  holds([
    ['have no links to themselves', '<h2>A<a class=headerlink href="#a">¶</a></h2>', '## A'],
    [
      'have no links to themselves without words',
      '<h2><a class=anchor href="#a"><svg></svg></a>A</h2>',
      '## A',
    ],
    ['have no links to themselves that say so', '<h2>A <a href="#a" title=x>Permalink</a></h2>', '## A'],
    [
      'keep links that are their words',
      '<h2><a href="#a">A</a></h2><h2><a href="/b#c">B</a></h2>',
      '## A\n\n## [B](https://a.example/b#c)',
    ],
    ['are not cut', '<h2>Read<wbr>ability</h2>', '## Readability'],
  ]);
});
