import { describe, expect, it } from 'vitest';
import { sniffMediaType } from '../../../lib/documents/sniff/sniff-media-type.ts';
import { bodyHtml, htmlOf } from '../../support/documents/converting.ts';

describe('a feed', () => {
  it('has what its HTML shows, with the links in it, and no tags', async () => {
    const rss =
      '<rss><channel><title>One &amp;amp; two</title><item><description>&lt;p&gt;Hello &lt;b&gt;wor&lt;/b&gt;ld&lt;/p&gt;</description>' +
      '<content:encoded><![CDATA[<a href="/x">more</a><script>no()</script>]]></content:encoded></item></channel></rss>';
    expect(await htmlOf(Buffer.from(rss), 'application/rss+xml')).toBe(
      '<!DOCTYPE html><html><head><meta charset="utf-8"><title>One &amp; two</title></head><body><div>One &amp; two</div>' +
        '<div><p>Hello <b>wor</b>ld</p></div><div><a href="/x">more</a></div></body></html>',
    );
    const atom =
      '<feed><title type="text">a &lt;b&gt;</title><summary type="html">&lt;i&gt;sum&lt;/i&gt;</summary>' +
      '<content type="xhtml"><div><p>it <em>i</em><strong>s</strong></p></div></content></feed>';
    expect(await bodyHtml(Buffer.from(atom), 'application/atom+xml')).toBe(
      '<p>a &lt;b&gt;</p><div><i>sum</i></div><p>it is</p>',
    );
  });

  it('in JSON has what its HTML shows, and so have other data', async () => {
    const json = '{"items":[{"content_html":"<p>Hello <b>wor</b>ld</p>","note":"1 < 2 > 0"}]}';
    expect(await bodyHtml(Buffer.from(json), 'application/feed+json')).toBe(
      '<div>content_html: <p>Hello <b>wor</b>ld</p></div><p>note: 1 &lt; 2 &gt; 0</p>',
    );
  });

  it.each([
    '<rdf:RDF xmlns:rdf="r" xmlns="http://my.netscape.com/rdf/simple/0.9/">',
    '<RDF xmlns="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:rss="http://purl.org/rss/1.0/">',
  ])('is known by its bytes (%s)', (start) => {
    expect(sniffMediaType(Buffer.from(`<?xml version="1.0"?>${start}`), 'text/html').essence).toBe(
      'application/rss+xml',
    );
  });
});

describe('XML', () => {
  it('has elements that flow in their paragraph, and blocks in it apart', async () => {
    const book =
      '<FictionBook><p>Some <emphasis>em</emphasis><strong>phasis</strong>\n<a>here</a></p>' +
      '<para>Before<informaltable><row><entry>a</entry><entry>b</entry></row></informaltable>after</para></FictionBook>';
    expect(await bodyHtml(Buffer.from(book), 'text/xml')).toBe(
      '<p>Some emphasis\nhere</p><p>Before</p><p>a</p><p>b</p><p>after</p>'.replace('\n', '<br>'),
    );
  });

  it('has no files that are written in it as text, and nothing deleted', async () => {
    const file = Buffer.from(Array.from({ length: 300 }, (_, at) => (at * 37) % 256)).toString('base64');
    const lines = file.match(/.{1,76}/g)?.join('\n') ?? '';
    const source = `<w:wordDocument><w:p><w:r><w:t>spl</w:t></w:r><w:r><w:t>it</w:t></w:r><w:r><w:delText>gone</w:delText></w:r></w:p><binary>${lines}</binary></w:wordDocument>`;
    expect(await bodyHtml(Buffer.from(source), 'text/xml')).toBe('<p>split</p>');
  });
});
