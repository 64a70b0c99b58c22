import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readMarkup } from '../../../lib/documents/html/read-markup.ts';

describe('reading markup', () => {
  it('separates blocks by line feeds and collapses white space inside them', () => {
    const page = readMarkup(
      '<p>one\n  two<b>three</b> <i>four</i><p> five&nbsp; six<br>seven<td>a<td>b</td></p>eight',
    );
    expect(page.text).toBe('one twothree four\nfive six\nseven a b\neight');
  });

  it('keeps the lines of preformatted text', () => {
    expect(readMarkup('a<pre>b  c\nd\n\ne</pre>f').text).toBe('a\nb c\nd\ne\nf');
  });

  it('decodes entities in text and attributes as HTML does', () => {
    const page = readMarkup('&lt;caf&eacute;&gt; &notit; &#x41;&#128;<a href="?a=1&copy=2&amp;b=3">x</a>');
    expect(page.text).toBe('<café> ¬it; A€x');
    expect(page.links[0]?.href).toBe('?a=1&copy=2&b=3');
  });

  it('takes the first title for the title, and none of an image', () => {
    const page = readMarkup('<svg><title>icon</title></svg><title> A\n<b> &amp; B</title><title>C</title>');
    expect(page.title).toBe('A <b> & B');
    expect(page.text).toBe('icon\nC'.replace('\nC', ' C').replace(' C', 'C'));
  });

  it('takes an element with a self-closing slash for an empty one, as XSLT writes them, but for an anchor', () => {
    const page = readMarkup(
      '<html><head><title/><script src="s"/><base/></head><body><noscript/><svg/><template/><textarea/><nav/><h1/>' +
        '<p>Owls <a href=1 />one</a> <a href="2">two</a><p/><style/> hunt.</p><iframe src=f /><pre/>At\nnight</body>',
    );
    expect(page).toMatchObject({ title: '', text: 'Owls one two\nhunt.\nAt night', headings: [] });
    expect(page.links.map(({ href, anchor, place }) => [href, anchor, place])).toEqual([
      ['1', 'one', 'body'],
      ['2', 'two', 'body'],
      ['f', '', 'body'],
    ]);
    expect(readMarkup('<title/><p>x</p><svg/><title>Owls</title>').title).toBe('Owls');
  });

  it('cuts a title that never ends', () => {
    expect(readMarkup(`<title>Owls ${'a '.repeat(100_000)}<p>text`).title).toBe(`Owls ${'a '.repeat(497)}a`);
    expect(readMarkup(`<title>${'&amp;'.repeat(100_000)}`).title).toBe('&'.repeat(1_000));
    expect(readMarkup(`<title>${' '.repeat(5_000)}Owls</title>`).title).toBe('Owls');
  });

  it('leaves out what people do not see, and the links in it', () => {
    const page = readMarkup(
      'a<script>"<a href=1>"</script><style>b</style><template><template></template><a href=2>c</a></template>' +
        '<iframe src=f><a href=3>d</a></iframe><!-- <a href=4>e</a> --><noscript>g<a href=5>h</a></noscript>i',
    );
    expect(page.text).toBe('ai');
    expect(page.links.map((link) => link.href)).toEqual(['f', '5']);
  });

  it('reads what a page of frames shows to those that have none', () => {
    const frames =
      '<frameset><frame src=f><noframes><body>Owls <a href=1>hunt</a></body></noframes></frameset>';
    const page = readMarkup(`<title>t</title>${frames}<noframes>at <a href=2>night</a></noframes>`);
    expect(page.text).toBe('Owls hunt\nat night');
    expect(page.links.map(({ href, anchor, place }) => [href, anchor, place])).toEqual([
      ['f', '', 'body'],
      ['1', 'hunt', 'body'],
      ['2', 'night', 'body'],
    ]);
    const noFrames = readMarkup('<body>a<frameset></frameset><noframes>b<a href=1>c</a></noframes>d');
    expect(noFrames).toMatchObject({ text: 'a\nd', links: [] });
    expect(readMarkup('a<noframes><!-- </noframes> -->b').text).toBe('a -->b');
  });

  it('finds every instance of a link with anchor, rel, element and place', () => {
    const page = readMarkup(`<html lang=de><head><link rel="Canonical" href=/c><link rel=stylesheet href=s>
      <link rel="alternate stylesheet" href=t><meta http-equiv=Refresh content="5; URL='/r'"></head><body>
      <nav><a href=1 rel="nofollow  NoOpener"> Home <img src=i alt="the house"> page</a></nav><a name=x>no link</a>
      <main><article><a href=2>Two<p>lines</p></a></article><a href=2>again</a></main>
      <map><area href=3 alt=" a  map"></map><footer></main><iframe src=4></iframe></footer><a href=5>never closed`);
    expect(
      page.links.map((link) => [link.element, link.href, link.anchor, link.place, link.rel.join()]),
    ).toEqual([
      ['link', '/c', '', 'head', 'canonical'],
      ['refresh', '/r', '', 'head', ''],
      ['a', '1', 'Home the house page', 'nav', 'nofollow,noopener'],
      ['a', '2', 'Two lines', 'article', ''],
      ['a', '2', 'again', 'main', ''],
      ['area', '3', 'a map', 'body', ''],
      ['iframe', '4', '', 'footer', ''],
      ['a', '5', 'never closed', 'body', ''],
    ]);
    expect(page.language).toBe('de');
  });

  it('collects metadata by name, property and http-equiv, every content in order', () => {
    const page = readMarkup(
      '<meta name=Keywords content="a, b"><meta property="og:title" content=T><meta name=keywords content=c><meta name=x>' +
        '<meta name=__proto__ content=p>',
    );
    expect([...page.metadata]).toEqual([
      ['keywords', ['a, b', 'c']],
      ['og:title', ['T']],
      ['__proto__', ['p']],
    ]);
  });

  it('lists headings with their levels, and leaves out empty ones', () => {
    const page = readMarkup('<h1>One <em>x</em></h1><h2></h2><h3>Two<h4>Three</h4>text');
    expect(page.headings).toEqual([
      { level: 1, text: 'One x' },
      { level: 3, text: 'Two' },
      { level: 4, text: 'Three' },
    ]);
  });

  it('takes the first base that has an href', () => {
    expect(readMarkup('<base target=x><base href=/a><base href=/b>').baseHref).toBe('/a');
    expect(readMarkup('<noscript><base href=/n></noscript><base href=/a>').baseHref).toBe('/a');
  });

  it('reads any string, and never leaves irregular white space in the text', () => {
    const token = fc.constantFrom(
      ...[
        '<a href=x>',
        '</a>',
        '<p>',
        '</p>',
        '<h1>',
        '</h1>',
        '<nav>',
        '</nav>',
        '<pre>',
        '</pre>',
        '<script>',
        '</script>',
      ],
      ...[
        '<title>',
        '</title>',
        '<!--',
        '-->',
        '<img alt="b c">',
        '<svg>',
        '<template>',
        '</template>',
        '<',
        '>',
        '"',
        '=',
        '&',
        '&amp;',
      ],
      ...[
        ' ',
        '\n',
        '\u00a0',
        'word',
        '<noscript>',
        '</noscript>',
        '<td>',
        '<meta name=a content=b>',
        '<iframe src=y>',
        '</iframe>',
      ],
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(token, fc.string()), { maxLength: 40 }), (tokens) => {
        const page = readMarkup(tokens.join(''));
        expect(page.text).toBe(
          page.text
            .split('\n')
            .map((line) => line.replace(/\s+/g, ' ').trim())
            .filter(Boolean)
            .join('\n'),
        );
        for (const { anchor } of page.links) expect(anchor).toBe(anchor.replace(/\s+/g, ' ').trim());
      }),
      { numRuns: 2_000 },
    );
  });
});
