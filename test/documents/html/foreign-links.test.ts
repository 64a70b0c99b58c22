import { describe, expect, it } from 'vitest';
import { readMarkup } from '../../../lib/documents/html/read-markup.ts';
import { scannedMarkup } from '../../support/markup/scanned-markup.ts';

/** What both readers find. */
function linksOf(html: string, maxLinks?: number) {
  const found = [readMarkup, scannedMarkup].map((read) => read(html, maxLinks));
  expect(found[0]).toEqual(found[1]);
  return (found[0]?.links ?? []).map(({ href, anchor, element, place }) => [href, anchor, element, place]);
}

describe('links of MathML', () => {
  it('are those of any of its elements, by href or by the name of XLink', () => {
    const math =
      '<math href=/whole><mrow href="/row"><mi>E</mi></mrow><mi xlink:href=/old>m</mi><mn/></math><span href=/none>c</span>';
    expect(linksOf(`<nav>${math}</nav>`).map(([href, , element, place]) => [href, element, place])).toEqual([
      ['/whole', 'a', 'nav'],
      ['/row', 'a', 'nav'],
      ['/old', 'a', 'nav'],
    ]);
    expect(linksOf('<math/><mi href=/outside>x</mi>')).toEqual([]);
  });
});

describe('links of a document that an iframe writes out', () => {
  it('are links of the page, behind its own, where the iframe stands', () => {
    const page =
      `<nav><iframe src=/f srcdoc="<p>in <a href='/a'>a &amp;amp; b</a><map><area href=b alt=B></map>` +
      `<iframe src=c></iframe>"></iframe></nav><a href=/own>own</a>`;
    expect(linksOf(page)).toEqual([
      ['/f', '', 'iframe', 'nav'],
      ['/own', 'own', 'a', 'body'],
      ['/a', 'a & b', 'a', 'nav'],
      ['b', 'B', 'area', 'nav'],
      ['c', '', 'iframe', 'nav'],
    ]);
    expect(readMarkup(page).text).toBe('own');
  });

  it('begin at a base of its own', () => {
    const doc = "<base href='https://example.org/d/'><a href=x>x</a><a href='http://['>y</a>";
    expect(linksOf(`<base href=/b/><iframe srcdoc="${doc}"></iframe>`).map(([href]) => href)).toEqual([
      'https://example.org/d/x',
      'http://[',
    ]);
  });

  it('say nothing of the page: neither a canonical URL nor a refresh', () => {
    const doc = "<link rel=canonical href=/c><meta http-equiv=refresh content='0; url=/r'><title>in</title>";
    const page = readMarkup(`<title>out</title><iframe srcdoc="${doc}"></iframe>`);
    expect(page).toMatchObject({ title: 'out', links: [] });
    expect(page).not.toHaveProperty('refresh');
  });

  it('count where a page has more links than are kept', () => {
    const page = '<a href=1>1</a><iframe srcdoc="<a href=2>2</a><a href=3>3</a>"></iframe>';
    expect(linksOf(page, 2).map(([href]) => href)).toEqual(['1', '2']);
    expect(readMarkup(page, 2).moreLinks).toBe(1);
  });

  it('are read of documents in them, to a depth, and of so many', () => {
    const nested = (depth: number): string =>
      `<a/href=/${depth}></a>${
        depth === 0
          ? ''
          : `<iframe srcdoc="${nested(depth - 1)
              .replaceAll('&', '&amp;')
              .replaceAll('"', '&quot;')}"></iframe>`
      }`;
    expect(linksOf(nested(6)).map(([href]) => href)).toEqual(['/6', '/5', '/4', '/3']);
    expect(linksOf('<iframe srcdoc="<a href=/x>x</a>"></iframe>'.repeat(150))).toHaveLength(100);
  });
});
