import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultLinkSettings, type LinkSettings } from '../../../lib/base/links/link-settings.ts';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import { parseOnly } from '../../../lib/base/url/url-settings.ts';
import type { ReadRequest } from '../../../lib/domain/reading/page.ts';
import { readPage } from '../../../lib/domain/reading/read-page.ts';
import { defaultContentSettings } from '../../support/settings.ts';

const url = 'http://example.org/dir/page.html' as CanonicalUrl;

function read(body: string | Uint8Array, contentType = 'text/html', more: Partial<ReadRequest> = {}) {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  return readPage({
    url,
    body: bytes,
    contentType,
    urlSettings: parseOnly,
    extract: [],
    product: 'winnow',
    ...more,
  });
}

function content(...args: Parameters<typeof read>) {
  const result = read(...args);
  if (result.kind !== 'page') throw new Error(JSON.stringify(result));
  return result.content;
}

const md5 = (text: string) => createHash('md5').update(text).digest('hex');

describe('reading a page', () => {
  it('knows it by its visible text and title without white space', () => {
    const page = content('<title>A  title</title><p>Some\n text <p>é');
    expect(page.md5).toBe(md5('SometextéAtitle'));
    expect(content('<title>A title</title><div>Some text</div> <i>é</i><script>x</script>').md5).toBe(
      page.md5,
    );
  });

  it('has none of what nobody sees in text, title, headings, anchors, main content and Markdown', () => {
    const html =
      '<title>Unter&shy;nehmen</title><article><h1>\u200eUnter\u00adnehmen</h1>' +
      '<p>Ein *Unter&shy;neh&#8203;men* und <a href=/x>noch\ufeffmals eins</a>, \u2066wie\u2069 می&zwnj;خواهم sagt.</p></article>';
    const page = content(html, 'text/html; charset=utf-8', {
      content: { ...defaultContentSettings, main: true, markdown: 'both' },
    });
    const sentence = 'Ein *Unternehmen* und nochmals eins, wie می\u200cخواهم sagt.';
    expect(page).toMatchObject({
      title: 'Unternehmen',
      text: `Unternehmen\n${sentence}`,
      headings: [{ level: 1, text: 'Unternehmen' }],
      links: [{ anchor: 'nochmals eins' }],
      main: { text: `Unternehmen\n${sentence}` },
      markdown: `# Unternehmen\n\nEin \\*Unternehmen\\* und [nochmals eins](http://example.org/x), wie می\u200cخواهم sagt.`,
    });
  });

  it('knows an empty page by its URL and media type', () => {
    expect(content('<p> </p>').md5).toBe(md5(`${url} text/html`));
  });

  it('resolves links against the base and counts those that cannot be crawled', () => {
    const result = read(
      '<a href=x><base href="/other/"><a href="mailto:a@b"><a href="javascript:x"><a href="#top">',
    );
    if (result.kind !== 'page') throw new Error(result.kind);
    expect(result.content.links.map((link) => link.url)).toEqual([
      'http://example.org/other/x',
      'http://example.org/other/',
    ]);
    expect(result.refusedLinks).toBe(2);
  });

  it('takes the links of its Link header for links of its head, resolved against its own URL', () => {
    const linkHeader = '<next>; rel="next nofollow", <mailto:a@b>; rel=author';
    const page = content('<base href="/other/"><a href=x>', 'text/html', { linkHeader });
    expect(page.links).toMatchObject([
      { url: 'http://example.org/dir/next', rel: ['next', 'nofollow'], element: 'link', place: 'head' },
      { url: 'http://example.org/other/x' },
    ]);
  });

  it.each<[string, LinkSettings['canonical'], string, string | undefined]>([
    ['</c>; rel=canonical', 'link', '', 'http://example.org/c'],
    ['</c>; rel=canonical', 'trust', '<link rel=canonical href=/c>', 'http://example.org/c'],
    ['</c>; rel=canonical', 'link', '<link rel=canonical href=/d>', undefined],
    ['</dir/page.html>; rel=canonical', 'link', '', undefined],
    ['</c>; rel=canonical', 'ignore', '', undefined],
  ])(
    'knows its canonical URL by the header %j (%s) and the page %j',
    (linkHeader, policy, body, expected) => {
      const links = { ...defaultLinkSettings, canonical: policy };
      expect(content(`<head>${body}</head>`, 'text/html', { linkHeader, links }).canonical).toBe(expected);
      if (body === '') expect(content('text', 'text/plain', { linkHeader, links }).canonical).toBe(expected);
    },
  );

  it('is rid of control characters that are no white space', () => {
    const page = content(
      '<title>\0A\x01 t\0itle</title><p>o\0ne \0 \x1btwo<h1>\x02three\0</h1>\0\0<p>\0four',
    );
    expect(page).toMatchObject({ title: 'A title', text: 'one two\nthree\nfour' });
    expect(page.headings).toEqual([{ level: 1, text: 'three' }]);
    expect(page.md5).toBe(content('<title>A title</title><p>one two<h1>three</h1><p>four').md5);
    expect(content(Buffer.alloc(100_000)).text).toBe('');
  });

  it('falls back to its own URL when the base is none that can be crawled', () => {
    expect(content('<base href="data:x"><a href=y>').links[0]?.url).toBe('http://example.org/dir/y');
  });

  it('obeys meta robots that name all crawlers or ours, and no others', () => {
    expect(content('<meta name=ROBOTS content="noarchive, NoIndex">').robots).toEqual({
      noindex: true,
      nofollow: false,
      noarchive: true,
    });
    expect(content('<meta name=Winnow content=none>').robots).toEqual({ noindex: true, nofollow: true });
    expect(content('<meta name=googlebot content=none>').robots).toEqual({ noindex: false, nofollow: false });
  });

  describe('takes for links', () => {
    const links = (html: string, more: Partial<LinkSettings> = {}) =>
      content(html, 'text/html', { links: { ...defaultLinkSettings, ...more } }).links;

    it('URLs that HTML shows, once for each place, but none of anchors or that links lead to anyway', () => {
      const html = `<title>http://title.example/</title><p>See https://a.example/x, or <b>http://b.example/</b>y.
        <a href="/z">http://cut.example/so-lo</a> <a href="http://c.example/">there</a> http://c.example/ and
        http://cut.example/so-l… <a name=x>http://d.example</a> <!-- http://e.example/ --><script>"http://f.example"</script>`;
      expect(links(html).map(({ url, element, place }) => [url, element, place])).toEqual([
        ['http://example.org/z', 'a', 'body'],
        ['http://c.example/', 'a', 'body'],
        ['https://a.example/x', 'text', 'text'],
        ['http://b.example/y', 'text', 'text'],
        ['http://d.example/', 'text', 'text'],
      ]);
    });

    it('URLs that are written out only where that is wanted', () => {
      const written = 'http://a.example/';
      const count = (type: string, fromText: LinkSettings['fromText']) =>
        content(written, type, { links: { ...defaultLinkSettings, fromText } }).links.length;
      expect([count('text/html', 'all'), count('text/html', 'plain'), count('text/html', 'none')]).toEqual([
        1, 0, 0,
      ]);
      expect([count('text/plain', 'all'), count('text/plain', 'plain'), count('text/plain', 'none')]).toEqual(
        [1, 1, 0],
      );
    });

    it('the target of a meta refresh, unless it is to be ignored', () => {
      const html = '<meta http-equiv=refresh content="0;url=/next">';
      expect(links(html).map(({ url }) => url)).toEqual(['http://example.org/next']);
      expect(links(html, { metaRefresh: 'ignore' })).toEqual([]);
    });

    it.each([
      ['instantly', '0;url=/next', 'follow', 'http://example.org/next'],
      ['after a while', '5;url=/next', 'follow', undefined],
      ['to itself', '0;url=#top', 'follow', undefined],
      ['to what is no web page', '0;url=mailto:a@example.org', 'follow', undefined],
      ['instantly, and is kept', '0;url=/next', 'link', undefined],
      ['instantly, and is ignored', '0;url=/next', 'ignore', undefined],
    ] as const)('where a page moves on %s', (_, refresh, metaRefresh, to) => {
      const html = `<meta http-equiv=refresh content="${refresh}"><meta http-equiv=refresh content="0;url=/second">`;
      const page = read(html, 'text/html', { links: { ...defaultLinkSettings, metaRefresh } });
      expect(page.kind === 'page' && page.movesTo).toBe(to);
    });

    it('no instant refresh of browsers without scripts', () => {
      const html = '<noscript><meta http-equiv=refresh content="0;url=/plain"></noscript>';
      expect(read(html)).not.toHaveProperty('movesTo');
    });

    it('a canonical URL, unless it is to be ignored', () => {
      const html = '<link rel="canonical" href="/c"><link rel="next" href="/n">';
      expect(links(html).map(({ url, rel }) => [url, ...rel])).toEqual([
        ['http://example.org/c', 'canonical'],
        ['http://example.org/n', 'next'],
      ]);
      expect(links(html, { canonical: 'ignore' }).map(({ rel }) => rel)).toEqual([['next']]);
    });
  });

  it.each([
    ['another one', '<link rel=Canonical href=/c>', 'http://example.org/c'],
    ['its own', '<link rel=canonical href=page.html#x>', undefined],
    ['the same twice', '<link rel=canonical href=/c><link rel=canonical href="/c">', 'http://example.org/c'],
    ['two', '<link rel=canonical href=/c><link rel=canonical href=/d>', undefined],
    ['one in its body', '<p>x<link rel=canonical href=/c>', undefined],
    ['no URL', '<link rel=canonical href="mailto:x">', undefined],
  ])('says which URL it names as its canonical one: %s', (_, html, canonical) => {
    expect(content(html).canonical).toBe(canonical);
  });

  it('reads plain text with the URLs that are written out in it', () => {
    const page = content(
      'See  https://a.example/x_(y).\n\nor <http://b.example/z>, (http://c.example)',
      'text/plain',
    );
    expect(page.text).toBe('See https://a.example/x_(y).\nor <http://b.example/z>, (http://c.example)');
    expect(page.links.map((link) => [link.url, link.element, link.place])).toEqual([
      ['https://a.example/x_(y)', 'text', 'text'],
      ['http://b.example/z', 'text', 'text'],
      ['http://c.example/', 'text', 'text'],
    ]);
  });

  it('takes an unlabelled body for what it looks like', () => {
    expect(content('\n <!DOCTYPE html><p>x', '').mediaType).toBe('text/html');
    expect(content('just text', '').mediaType).toBe('text/plain');
    expect(read(Buffer.from('%PDF-1.7'), '')).toEqual({ kind: 'unsupported', mediaType: 'application/pdf' });
    expect(read(Buffer.from([0, 1, 2]), 'text/plain')).toEqual({
      kind: 'unsupported',
      mediaType: 'application/octet-stream',
    });
    expect(read('x', 'Text/CSS; charset=utf-8')).toEqual({ kind: 'unsupported', mediaType: 'text/css' });
  });

  it('decodes what the header, the markup or the bytes themselves say', () => {
    const russian = Buffer.from([0xef, 0xf0, 0xe8]);
    expect(content(russian, 'text/html; charset="windows-1251"').text).toBe('при');
    expect(content(Buffer.concat([Buffer.from('<meta charset=koi8-r>'), russian])).charset).toBe('koi8-r');
    expect(content('\u00e9').charset).toBe('utf-8');
    expect(content(Buffer.from('日本').subarray(0, 5)).charset).toBe('utf-8');
    expect(content(Buffer.from([0xe9])).text).toBe('é');
    expect(content(Buffer.from('hz'), 'text/html; charset=hz-gb-2312').text).toBe('\ufffd');
  });

  it.each([
    ['<meta charset=koi8-r>', 'koi8-r', 'utf-8'],
    ['<META content="text/html; charset=koi8-r" http-equiv=Content-Type />', 'koi8-r', 'utf-8'],
    ['<meta charset=utf-16><meta charset=koi8-r>', 'utf-8', 'utf-8'],
    ['<meta name=a><meta charset=nonsense><meta charset=koi8-r>', 'koi8-r', 'utf-8'],
    ['<script>t = "<meta charset=koi8-r>"</script>', 'windows-1252', 'utf-8'],
    ['<textarea><meta charset=koi8-r></textarea>', 'windows-1252', 'utf-8'],
    ['<title><meta charset=koi8-r></title><!-- <meta charset=koi8-r> -->', 'windows-1252', 'utf-8'],
    ['<style><meta charset=koi8-r></style><meta charset=gbk>', 'gbk', 'utf-8'],
  ])('takes a late %s for %s where its bytes are not UTF-8', (meta, charset, otherwise) => {
    const head = Buffer.from(`<title>x</title>${'<p>abc '.repeat(400)}${meta}<p>`);
    expect(content(Buffer.concat([head, Buffer.from([0xef, 0xf0, 0xe8])])).charset).toBe(charset);
    expect(content(Buffer.concat([head, Buffer.from('Müller')])).charset).toBe(otherwise);
  });

  it('gives every field of the rules a value of its type', () => {
    const html = `<div class=p><b>1.234,50 €</b><a href="../y" data-n=" 7 ">Z  z</a><i></i><i>off</i></div>`;
    const rule = (field: string, selector: string, more: object = {}) =>
      ({ field, selector, type: 'string', many: false, ...more }) as ReadRequest['extract'][number];
    const page = content(html, 'text/html', {
      extract: [
        rule('price', '.p > b', { type: 'number' }),
        rule('link', 'a', { type: 'url', attribute: 'href' }),
        rule('n', 'a', { type: 'number', attribute: 'data-n' }),
        rule('text', 'a'),
        rule('inner', '.p b', { type: 'html' }),
        rule('flags', 'i', { type: 'boolean', many: true }),
        rule('there', 'i', { type: 'boolean' }),
        rule('missing', 'u'),
        rule('absent', 'u', { type: 'boolean' }),
        rule('list', 'u', { many: true }),
      ],
    });
    expect(page.fields).toEqual({
      price: 1234.5,
      link: 'http://example.org/y',
      n: 7,
      text: 'Z z',
      inner: '1.234,50 €',
      flags: [true, false],
      there: true,
      missing: null,
      absent: false,
      list: [],
    });
  });

  it('reads any bytes under any label, and the same bytes always the same way', () => {
    const type = fc.oneof(
      fc.string(),
      fc.constantFrom(
        '',
        'text/html',
        'text/plain',
        'application/xhtml+xml',
        'text/html; charset=shift_jis',
        '*/*',
      ),
      fc.constantFrom(
        'text/html; charset=x-user-defined',
        'text/html;charset=utf-16',
        'text/html, text/plain',
      ),
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), fc.string(), type, (bytes, markup, contentType) => {
        const body = Buffer.concat([Buffer.from(`<a href="?${markup}é">${markup}`), bytes]);
        const result = read(body, contentType);
        expect(result.kind).not.toBe('unreadable');
        expect(read(body, contentType)).toEqual(result);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('main content and Markdown of a page', () => {
  const html = '<nav><a href=/x>Menu</a></nav><main><h1>Apples</h1><p>They are <a href=y>ripe</a>.</main>';

  it('are in its content where the job wants them', () => {
    const { main, markdown } = content(html, 'text/html', {
      content: { ...defaultContentSettings, main: true, markdown: 'both' },
    });
    expect(main).toEqual({
      kind: 'article',
      text: 'Apples\nThey are ripe.',
      markdown: '# Apples\n\nThey are [ripe](http://example.org/dir/y).',
    });
    expect(markdown).toBe(`[Menu](http://example.org/x)\n\n${main?.markdown}`);
  });

  it('are each there alone', () => {
    expect(
      content(html, 'text/html', { content: { ...defaultContentSettings, main: false, markdown: 'page' } })
        .main,
    ).toBeUndefined();
    const { main, markdown } = content(html, 'text/html', {
      content: { ...defaultContentSettings, main: true, markdown: 'none' },
    });
    expect([main?.markdown, markdown]).toEqual([undefined, undefined]);
  });

  it('are not read where nobody asks for them', () => {
    expect(Object.keys(content(html))).not.toContain('main');
  });

  it('of plain text are its paragraphs', () => {
    const text = content('Apples\n\n*Pears*', 'text/plain', {
      content: { ...defaultContentSettings, main: true, markdown: 'both' },
    });
    expect([text.main?.text, text.markdown]).toEqual(['Apples\n*Pears*', 'Apples\n\n\\*Pears\\*']);
  });
});
