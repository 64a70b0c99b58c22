import type { ReportedInput } from './reported-input.ts';
import { blocks } from './shown-blocks.ts';
import { commonMark, input, shown, shows } from './shown-page.ts';

/** What pages show, as text, main content and Markdown. */
export const pages: readonly ReportedInput[] = [
  ...blocks,
  shown('relative', 'unclecode/crawl4ai#722', 'has absolute and relative links', {
    body: '<p><a href="https://www.gnu.example/licenses/gpl.html">GPL</a> <a href="../up?a=b">up</a></p>',
    ...{
      markdown: '[GPL](https://www.gnu.example/licenses/gpl.html) [up](http://relative.localhost:',
      lacks: ['<https'],
    },
  }),
  shown('spaces-in-link', 'isocpp/CppCoreGuidelines#897', 'has spaces in addresses', {
    ...{
      by: commonMark,
      body: '<p><a href="tel:+1 555 0100">Call</a> <a href="https://a.example/a b">read</a></p>',
    },
    markdown: '[Call](tel:+1%20555%200100) [read](https://a.example/a%20b)',
  }),
  shown('heading-in-link', 'xberg-io/html-to-markdown#115', 'has a heading in a link', {
    ...{ by: commonMark, body: '<a href="https://a.example/">\n  <h2>A heading</h2>\n</a>' },
    markdown: '\n\n## [A heading](https://a.example/)\n\n',
  }),
  shown(
    'strong-heading-in-link',
    'mixmark-io/turndown#409',
    'has a heading with emphasis in a link, and white space around it',
    {
      ...{
        by: commonMark,
        body: '<a\n href="https://a.example/">\n <div><h3>\n <strong>Bogs</strong></h3></div>\n</a>',
      },
      markdown: '\n\n### [**Bogs**](https://a.example/)\n\n',
    },
  ),
  shown('anchor-widget', 'j0k3r/php-readability#85', 'has headings with a widget that has a link', {
    body: '<h2 class="header-with-anchor-widget">A model<div id="a-model" class="header-anchor-widget"><div class="header-anchor-widget-button" href="https://a.example/i"><svg><path d=""></path></svg></div></div></h2><p>It is round.</p>',
    ...{ markdown: '## A model\n\nIt is round.', main: ['A model'] },
  }),
  shown('headings-in-article', 'mozilla/readability#464', 'has headings of the first level in its article', {
    body: '<h1>Depth of bogs</h1><p>Bogs are deep.</p>',
    ...{ markdown: '# Depth of bogs', main: ['Depth of bogs'] },
  }),
  shown('katex', 'deathau/markdownload#186', 'has formulas that KaTeX has set', {
    body: '<p>So <span class="katex"><span class="katex-mathml"><math><semantics><mrow><mi>c</mi></mrow><annotation encoding="application/x-tex">c = \\pm\\sqrt{a^2}</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">c=±√a2</span></span> holds.</p>',
    ...{ markdown: 'So $c = \\pm\\sqrt{a^2}$ holds.', lacks: ['c=±'] },
  }),
  shown(
    'lazy',
    'JohannesKaufmann/html-to-markdown#199',
    'has pictures whose address is in data-original alone',
    {
      body: '<div><img class="alignnone" alt="a sundew" width=705 data-original="https://a.example/s.png"/></div>',
      markdown: '![a sundew](https://a.example/s.png)',
    },
  ),
  shown('srcset', 'microsoft/markitdown#2505', 'has pictures with a srcset alone', {
    body: '<p><img srcset="https://a.example/1x.jpg?crop=1,2 1x, https://a.example/2x.jpg 2x" alt="A bog"></p>',
    markdown: '![A bog](https://a.example/2x.jpg)',
  }),
  shown('emphasis-in-word', 'mixmark-io/turndown#527', 'has emphasis within words', {
    ...{ by: commonMark, body: '<p>x<em>e</em>t, 1<em>2</em>3, caf<strong>é</strong>s</p>' },
    markdown: 'x*e*t, 1*2*3, caf**é**s',
  }),
  shown('asterisks', 'mixmark-io/turndown#194', 'begins a line with asterisks', {
    ...{ by: commonMark, body: '<p>* * ** It aims to be*</p>' },
    markdown: '\\* * \\*\\* It aims to be\\*',
  }),
  shown('no-break-space', 'jarontai/html2md#50', 'has no-break spaces at the edges of emphasis', {
    ...{ by: commonMark, body: '<p><strong>Wet&nbsp;</strong>and<strong>&ensp;poor</strong> soil</p>' },
    markdown: '**Wet** and **poor** soil',
  }),
  shown('space-in-bold', 'xberg-io/html-to-markdown#502', 'has a space alone in emphasis', {
    ...{ by: shows, body: '<p><b>Alpha</b><b><span>\n</span></b><b>Beta</b> Test<b> </b>bold</p>' },
    ...{ markdown: '**Alpha** **Beta** Test bold', main: ['Alpha Beta Test bold'] },
  }),
  shown('backticks', 'anomalyco/opencode#47409', 'has code that begins and ends with backticks', {
    ...{ by: commonMark, body: '<p>Use <code>`x`</code> and <code>a`b</code>.</p>' },
    markdown: 'Use `` `x` `` and ``a`b``.',
  }),
  shown('break-in-code', 'tox-dev/turbohtml#395', 'has a break in code within a line', {
    body: '<p>First <code>one two<br />three</code> second</p>',
    ...{ markdown: 'one two\nthree', lacks: ['twothree'] },
  }),
  shown('exclamation', 'nextcloud/text#931', 'has an exclamation mark before a link', {
    ...{ by: commonMark, body: '<p>Word!<a href="https://a.example/">Link</a>!</p>' },
    markdown: 'Word\\![Link](https://a.example/)!',
  }),
  shown(
    'bracket-in-alt',
    'xberg-io/html-to-markdown#499',
    'has brackets in the words of pictures and in addresses',
    {
      ...{
        by: commonMark,
        body: '<p><img alt="[A;B)" src="https://a.example/s"> <a href="https://a.example/?(A;B]">T</a></p>',
      },
      markdown: '![\\[A;B)](https://a.example/s) [T](https://a.example/?%28A;B])',
    },
  ),
  shown(
    'line-feeds-in-text',
    'docling-project/docling#3608',
    'has line feeds in a paragraph, around a link without an address',
    {
      body: '<p>\nThis says how users\nare kept\n(<a title="GUI" class="glossexpansion">GUI</a>). It is short.\n</p>',
      ...{
        markdown: '\n\nThis says how users are kept (GUI). It is short.\n\n',
        main: ['how users are kept (GUI). It is short.'],
      },
    },
  ),
  shown(
    'unclosed-anchor',
    'docling-project/docling.rs#287',
    'does not end its anchors and bold text, behind which tables come',
    {
      body: '<a name="top"><b>Sizes<table><tr><td>leaf</td><td>3</td></tr><tr><td>stem</td><td>9</td></tr></table>',
      markdown: '| leaf | 3 |\n| --- | --- |\n| stem | 9 |',
    },
  ),
  shown('small', 'goose3/goose3#190', 'has small capitals within a word', {
    body: '<p>K<small>evin mccarthy’s</small> stint ended.</p>',
    ...{ markdown: 'Kevin mccarthy’s stint ended.', main: ['Kevin mccarthy’s stint'] },
  }),
  shown(
    'items-in-spans',
    'adbar/trafilatura#431',
    'has list items whose text is in spans that can have the focus',
    {
      body: '<ul><li><span class="content-h7" tabindex="0">You have the right to know what we keep about you</span></li><li><span tabindex="0">You may have it corrected</span></li></ul>',
      ...{
        markdown: '- You have the right to know what we keep about you\n- You',
        main: ['right to know', 'may have it corrected'],
      },
    },
  ),
  shown('invisible-space', 'soundasleep/html2text_ruby#5', 'has invisible characters in its words', {
    body: '<p>The car&shy;ni&shy;vore&#8203;s&zwnj; wait.</p>',
    ...{ markdown: 'The carnivores wait.', text: 'The carnivores wait.', main: ['carnivores'] },
  }),
  shown(
    'empty-picture',
    'wilsonzlin/minify-html#103',
    'has a picture (svg) that ends itself, behind which the page goes on',
    {
      body: '<div><svg viewBox="0 0 9 9"/></div><p>Behind the picture.</p><h2>More</h2>',
      ...{
        by: 'HTML standard §13.2.6.5',
        markdown: '\n\nBehind the picture.\n\n## More',
        main: ['Behind the picture.'],
      },
    },
  ),
  input(
    'layout-table',
    'adbar/trafilatura#890',
    'stands in a table that lays it out, with markup within its words',
    {
      page: `<!doctype html><title>Gears</title><body><table class=maintable><tr><td class=sidebar><a href="/">Home</a> <a href="/all">Archive</a></td><td class=content><h1>Gears</h1><p>Mount a gear of half the size on the left knob and one of a third on the right to begin.<p>If the left knob turns at rate <i>r</i>, the middle turns at rate -3<i>r</i> and the right one at 3<i>r</i>/2. This makes a line with slope 3/2.<p>Or put in another socket, and mount three of them in that order to see what it does to the line that is drawn.</table>`,
      main: ['at rate r, the middle turns at rate -3r and the right one at 3r/2. This makes'],
    },
  ),
  shown(
    'author-in-parts',
    'adbar/trafilatura#362',
    'says the name of its author in parts, without a middle one',
    {
      head: '<script type="application/ld+json">{"@context":"https://schema.org","@type":"Article","headline":"On bogs","author":{"@type":"Person","givenName":"Ada","familyName":"Moss"}}</script>',
      ...{ by: 'schema.org', body: '<p>Bogs.</p>', author: 'Ada Moss' },
    },
  ),
  shown(
    'three-dates',
    'AndyTheFactory/newspaper4k#575',
    'has dates of acceptance in its text, and its own in dc.date',
    {
      head: '<meta name="dc.date" content="2023-01-02"/>',
      ...{
        by: 'Dublin Core',
        body: '<p>Received: 10 March 2022. Accepted: 16 December 2022.</p>',
        published: '2023-01-02',
      },
    },
  ),
  shown('citation-date', 'adbar/htmldate#31', 'says its date in citation_publication_date, with strokes', {
    head: '<meta name="citation_publication_date" content="2021/04/05" />',
    ...{ by: 'Google Scholar', body: '<p>Bogs.</p>', published: '2021-04-05' },
  }),
  shown('cookies', 'firecrawl/firecrawl#78', 'has a message about cookies before its content', {
    body: '<p>Bogs are kept.</p>',
    head: '</head><body><a href="#c">Skip to main content</a><div class="cookie-banner" role="region" aria-label="Cookies"><h2>Cookies</h2><p>We use some essential cookies to make this service work.</p><button>Accept analytics cookies</button><button>Reject analytics cookies</button></div>',
    main: ['Bogs are kept.'],
  }),
  input(
    'lost',
    'internetarchive/heritrix3#729',
    'gives a page that says that there is none with status 200',
    {
      ...{ by: 'the page says it', outcome: 'denied' },
      page: '<!doctype html><html lang=en><title>404 Not Found</title><body><nav><a href="/">Home</a></nav><h1>404 Not Found</h1><p>The page you are looking for could not be found.</p></body></html>',
    },
  ),
  ...(
    [
      [
        'chinese-title',
        'Mimino666/langdetect#98',
        'a title in Chinese with a quotation',
        '相约湿地 茅膏菜邀世界“共同见证”_手机植物网',
        'zh',
      ],
      [
        'chinese-brands',
        'optimaize/language-detector#63',
        'Chinese with brands in Latin letters',
        '东京风尚 EP36 电子音乐节Audio2015 高颜值军团潮搭 TOKYO TRENDS东京风尚，穿梭东京最热点。',
        'zh',
      ],
      [
        'japanese',
        'optimaize/language-detector#52',
        'one sentence in technical Japanese',
        '湿地においては葉に粘液を出して虫を捕らえる植物が知られており、この植物を用いた各種の観察が提案されている.',
        'ja',
      ],
      [
        'japanese-kanji',
        'JuliaText/Languages.jl#48',
        'a clause in Japanese that is mostly kanji',
        '組織が植物を採集する際',
        'ja',
      ],
    ] as const
  ).map(([name, source, does, said, language]) =>
    input(name, source, `is ${does}`, {
      ...{ by: 'its readers', language },
      page: `<!doctype html><meta charset=utf-8><title>${said}</title><body><p>${said}</p>`,
    }),
  ),
];
