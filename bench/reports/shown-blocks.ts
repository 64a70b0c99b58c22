import type { ReportedInput } from './reported-input.ts';
import { commonMark, shown, tables } from './shown-page.ts';

/** What pages show of tables, code and lists. */
export const blocks: readonly ReportedInput[] = [
  shown('two-heads', 'laurent22/joplin-turndown-plugin-gfm#1', 'has a table with a head and a body', {
    ...{
      by: tables,
      body: '<table><thead><tr><th>Leaf</th><th>Size</th></tr></thead> <tbody><tr><td>round</td><td>3</td></tr></tbody></table>',
    },
    markdown: '| Leaf | Size |\n| --- | --- |\n| round | 3 |',
  }),
  shown('rowspan', 'Stardown-app/Stardown#76', 'has a head of two rows, whose first cell spans both', {
    ...{
      by: tables,
      body: '<table><tr><td rowspan=2></td><th colspan=2>Leaves</th><th>Roots</th></tr><tr><th>young</th><th>old</th><th>all</th></tr><tr><th>Bog</th><td>4</td><td>9</td><td>2</td></tr></table>',
    },
    markdown:
      '|  | Leaves |  | Roots |\n| --- | --- | --- | --- |\n|  | young | old | all |\n| Bog | 4 | 9 | 2 |',
  }),
  shown('first-row-spans', 'xberg-io/html-to-markdown#233', 'has a table whose first row is one cell', {
    ...{
      by: tables,
      body: '<table><tr><td colspan=2>Sizes in mm</td></tr><tr><td>leaf</td><td>3</td></tr></table>',
    },
    markdown: '| Sizes in mm |  |\n| --- | --- |\n| leaf | 3 |',
  }),
  shown(
    'blocks-in-cells',
    'mixmark-io/turndown-plugin-gfm#3',
    'has divisions and paragraphs in the cells of a table',
    {
      ...{
        by: tables,
        body: '<table><tr><th>Name<div></div></th><th>Place</th></tr><tr><td>sundew</td><td>\n<p>bog</p>\n</td></tr></table>',
      },
      markdown: '| Name | Place |\n| --- | --- |\n| sundew | bog |',
    },
  ),
  shown('pipes', 'microsoft/markitdown#2439', 'has strokes in cells, in code and in a link', {
    ...{
      by: tables,
      body: '<table><tr><th>a|b</th><th>c</th></tr><tr><td><code>x|y</code></td><td><a href="/p">p|q</a></td></tr></table>',
    },
    markdown: '| a\\|b | c |\n| --- | --- |\n| `x\\|y` | [p\\|q](',
  }),
  shown('list-in-cell', 'adbar/trafilatura#531', 'has lists in the cells of a table', {
    body: '<table><tr><td>Mon</td><td><ul><li>10 to 8</li></ul></td></tr><tr><td>Tue</td><td><ul><li>Closed</li></ul></td></tr></table>',
    ...{ markdown: '| Mon | 10 to 8 |\n| --- | --- |\n| Tue | Closed |', main: ['10 to 8', 'Closed'] },
  }),
  shown('strong-in-cell', 'adbar/trafilatura#829', 'has bold paragraphs in the cells of a table', {
    body: '<table><tr><td><p><b>Sundew</b></p></td><td><p><b>GPT</b> 5.4</p></td></tr><tr><td>a</td><td>b</td></tr></table>',
    ...{ markdown: '| **Sundew** | **GPT** 5.4 |', main: ['Sundew', 'GPT 5.4'] },
  }),
  shown(
    'line-feeds-in-spans',
    'matthewwithanm/python-markdownify#185',
    'has line feeds at the edges of elements in code',
    {
      body: '<pre><span>foo\n\n</span><span>\nbar</span></pre>',
      markdown: '```\nfoo\n\n\nbar\n```',
    },
  ),
  shown('breaks-in-code', 'deathau/markdownload#199', 'has breaks in code, one by an end tag', {
    body: '<pre class="language-text">one<br><br><br></br>two</pre>',
    markdown: '```\none\n\n\n\ntwo\n```',
  }),
  shown('ends-of-code', 'matthewwithanm/python-markdownify#218', 'has line feeds at both ends of code', {
    body: '<pre><code>\nlet a;\n</code></pre>',
    markdown: '\n\n```\nlet a;\n```\n\n',
  }),
  shown(
    'lines-of-code',
    'comarkdown/comark#88',
    'has a span around each line of code, and line feeds between them',
    {
      body: '<pre class="shiki"><code><span class="line"><span>def f():</span></span>\n<span class="line"></span>\n<span class="line"><span>    return 1</span></span></code></pre>',
      markdown: '```\ndef f():\n\n    return 1\n```',
    },
  ),
  shown('links-in-code', 'firecrawl/html-to-markdown#1', 'has links in code', {
    body: '<p>Call <code>grow(<a href="/api/bog">Bog</a>)</code> once.</p>',
    ...{ by: commonMark, markdown: 'Call `grow(`[`Bog`](', lacks: ['``'] },
  }),
  shown('code-toolbar', 'mozilla/readability#950', 'has code in an element of class code-toolbar', {
    body: '<div class="code-toolbar"><pre class="language-yaml"><code class="language-yaml">bog:\n  wet: true</code></pre><div class="toolbar"><button>Copy</button></div></div>',
    ...{ markdown: '```yaml\nbog:\n  wet: true\n```', main: ['wet: true'] },
  }),
  shown(
    'list-number',
    'JohannesKaufmann/html-to-markdown#84',
    'counts on behind code, and ends lists and items in the wrong order',
    {
      ...{
        by: commonMark,
        body: '<ol start=3><li>Dig a bog</ol></li><pre><code>dig()</code></pre><ol start=4><li>Fill it</ol></li><p>Wait.</p>',
      },
      markdown: '3. Dig a bog\n\n```\ndig()\n```\n\n4. Fill it\n\nWait.',
    },
  ),
  shown('list-in-list', 'mixmark-io/turndown#446', 'has a list in a list beside its items', {
    ...{ by: commonMark, body: '<ul><li>one</li><li>two</li><ul><li>of two</li></ul></ul>' },
    markdown: '- one\n- two\n  - of two',
  }),
  shown(
    'definitions',
    'xberg-io/html-to-markdown#200',
    'has a list in a definition, without spaces between its tags',
    {
      body: '<dl><dt>Tags:</dt><dd><ul><li><a href="https://a.example/">bog</a></li><li>wet</li></ul><button type=button>Add</button></dd></dl>',
      markdown: 'Tags:\n\n- [bog](https://a.example/)\n- wet\n\nAdd',
    },
  ),
];
