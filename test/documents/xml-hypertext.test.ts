import { describe, expect, it } from 'vitest';
import type { CanonicalUrl } from '../../lib/base/url/url.ts';
import { parseOnly } from '../../lib/base/url/url-settings.ts';
import { withoutPrefixes } from '../../lib/documents/html/xml-prefixes.ts';
import { readPage } from '../../lib/domain/reading/read-page.ts';

const xhtml = 'xmlns="http://www.w3.org/1999/xhtml"';
const svg = 'xmlns="http://www.w3.org/2000/svg"';

function read(body: string | Uint8Array, contentType: string) {
  const found = readPage({
    url: 'http://a.example/d/page' as CanonicalUrl,
    body: Buffer.from(body),
    contentType,
    urlSettings: parseOnly,
    extract: [],
    product: 'winnow',
  });
  if (found.kind !== 'page') throw new Error(found.kind);
  const { title, text, mediaType, links } = found.content;
  return { title, text, mediaType, links: links.map(({ url, anchor }) => [url, anchor]) };
}

describe('XHTML', () => {
  const page = `<?xml version="1.0"?>\n<html ${xhtml}><head><title>Owls</title></head><body><p>at <a href="../b">night</a></p></body></html>`;
  const found = { title: 'Owls', text: 'at night', links: [['http://a.example/b', 'night']] };

  it.each([
    'application/xml',
    'text/xml; charset=utf-8',
    'application/vnd.wap.xhtml+xml',
    'application/xhtml+xml',
  ])('is a page where it is called %s', (type) => {
    expect(read(page, type)).toEqual({ ...found, mediaType: 'application/xhtml+xml' });
  });

  it('is a page in UTF-16, of either order', () => {
    const bytes = Buffer.from(`\ufeff${page}`, 'utf16le');
    for (const body of [bytes, Buffer.from(bytes).swap16()])
      expect(read(body, 'application/xml')).toMatchObject(found);
  });

  it('is read whatever prefix its elements have', () => {
    const prefixed = page.replace('xmlns=', 'xmlns:h=').replace(/(<\/?)(?=\w)/g, '$1h:');
    for (const type of ['application/xml', 'application/xhtml+xml'])
      expect(read(prefixed, type)).toMatchObject(found);
  });

  it('has the anchors of SVG and MathML in it, with their prefixes', () => {
    const names =
      'xmlns:s="http://www.w3.org/2000/svg" xmlns:m=\'http://www.w3.org/1998/Math/MathML\' xmlns:xl="http://www.w3.org/1999/xlink"';
    const map =
      '<s:svg><s:a xl:href="north"><s:text>North</s:text></s:a></s:svg><m:math><m:mi xl:href="pi">p</m:mi></m:math>';
    expect(read(`<html ${xhtml} ${names}><body>${map}</body></html>`, 'application/xhtml+xml').links).toEqual(
      [
        ['http://a.example/d/north', 'North'],
        ['http://a.example/d/pi', ''],
      ],
    );
  });
});

describe('SVG', () => {
  it.each(['image/svg+xml', 'application/xml'])('has relative links where it is called %s', (type) => {
    const map =
      `<svg ${svg} xmlns:xl="http://www.w3.org/1999/xlink"><title>Map</title><a xl:href="north.html"><text>North</text></a>` +
      '<a href="/south" xl:href="/old"><text>South</text></a><use xl:href="sprite.svg#x"/></svg>';
    const { title, links } = read(map, type);
    expect(title).toBe('Map');
    expect(links.map(([url]) => url)).toEqual(['http://a.example/d/north.html', 'http://a.example/south']);
  });
});

describe('XML of another kind', () => {
  it('has the links of the hypertext in it, and no relative ones of its own', () => {
    const text = `<article><a href="own">x</a><h:a xmlns:h="http://www.w3.org/1999/xhtml" href="../b">night</h:a></article>`;
    const { mediaType, links } = read(text, 'application/xml');
    expect(mediaType).toBe('application/xml');
    expect(links).toEqual([['http://a.example/b', '']]);
  });

  it('has the characters that HTML has names for', () => {
    expect(read('<r><a>caf&eacute;&nbsp;&amp;eacute; &bogus;</a></r>', 'text/xml').text).toBe(
      'café &eacute; &bogus;',
    );
  });
});

describe('prefixes', () => {
  it('are left where they are of other namespaces, and where a document has none', () => {
    const other = '<x:a xmlns:x="urn:x" x:href="1">a:b</x:a>';
    expect(withoutPrefixes(other)).toBe(other);
    const mixed = `<r xmlns:h="http://www.w3.org/1999/xhtml" xmlns:x="urn:x"><x:a><h:a h:href="1">h:a</h:a></x:a></r>`;
    expect(withoutPrefixes(mixed)).toContain('<x:a><a h:href="1">h:a</a></x:a>');
  });

  it('take a time that grows with the document', () => {
    const declared = '<r xmlns:h="http://www.w3.org/1999/xhtml" xmlns:l="http://www.w3.org/1999/xlink" ';
    for (const piece of ['<h:', 'xmlns:', 'l:href ', ' xmlns:a=', '<']) {
      const took = [1, 4].map((times) => {
        const document = declared + piece.repeat(times * 50_000);
        const began = process.cpuUsage();
        withoutPrefixes(document);
        const { user, system } = process.cpuUsage(began);
        return user + system;
      });
      expect(took[1]).toBeLessThan(16 * (took[0] as number) + 100_000);
    }
  });
});
