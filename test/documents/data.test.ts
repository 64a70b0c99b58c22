import { describe, expect, it } from 'vitest';
import { readBlocks } from '../../lib/documents/blocks/read-blocks.ts';
import { readData } from '../../lib/documents/data/read-data.ts';

const read = (html: string) => readData(readBlocks(html), 'https://a.example/dir/page');

describe('what the markup of a page says as data', () => {
  it('is nothing where it says nothing', () => {
    expect(read('<p>Owls')).toEqual({});
    expect(read('')).toEqual({});
  });

  it('has Open Graph and Dublin Core, with every value', () => {
    const html =
      '<meta property="og:title" content="Owls"><meta property="og:image" content="/1.png">' +
      '<meta property="OG:image" content="/2.png"><meta property="article:author" content="Ann">' +
      '<meta name="DC.Creator" content="Ann Smith"><meta name="dcterms.issued" content="2024-05-06">' +
      '<meta name="description" content="none of both"><meta name="dc.empty" content="">';
    expect(read(html)).toEqual({
      openGraph: { title: ['Owls'], image: ['/1.png', '/2.png'], 'article:author': ['Ann'] },
      dublinCore: { creator: ['Ann Smith'], issued: ['2024-05-06'] },
    });
  });

  it('has JSON-LD that nearly is JSON, whatever the parameters of its type', () => {
    const html = '<script type="application/ld+json; charset=utf-8">{"name":"barn\nowl",}</script>';
    expect(read(html)).toEqual({ jsonLd: [{ name: 'barn\nowl' }] });
  });

  it('has JSON-LD as it is written, and passes over what is no JSON', () => {
    const html =
      '<script type="application/ld+json">{"@type":"Article","name":"Owls"}</script>' +
      '<script type="application/ld+json">{broken</script><script type="application/ld+json">[1]</script>';
    expect(read(html)).toEqual({ jsonLd: [{ '@type': 'Article', name: 'Owls' }, [1]] });
  });

  it('has the items of microdata, those in others too', () => {
    const html =
      '<div itemscope itemtype="https://schema.org/Product" itemid="urn:1"><h1 itemprop="name">An <b>owl</b></h1>' +
      '<meta itemprop="sku" content="42"><a itemprop="url" href="../owl">more</a>' +
      '<div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><span itemprop="price" content="9.50">9,50</span>' +
      '<time itemprop="until seen" datetime="2025-01-01">soon</time></div></div><p itemprop="lost">no item</p>';
    expect(read(html).microdata).toEqual([
      {
        type: 'https://schema.org/Product',
        id: 'urn:1',
        properties: {
          name: ['An owl'],
          sku: ['42'],
          url: ['https://a.example/owl'],
          offers: [
            {
              type: 'https://schema.org/Offer',
              properties: { price: ['9.50'], until: ['2025-01-01'], seen: ['2025-01-01'] },
            },
          ],
        },
      },
    ]);
  });

  it('has the page in other languages, pictures with alternatives, and forms without values', () => {
    const html =
      '<link rel="alternate" hreflang="de" href="/de/"><link rel="alternate" type="application/rss+xml" href="/feed">' +
      '<img src="owl.jpg" alt=" An  owl "><img src="x.gif" alt=""><img src="data:image/gif;base64,R0" alt="dot">' +
      '<form action="/search"><input name="q" value="secret"><select name="in"></select><input></form>' +
      '<form method="POST"><textarea name="text"></textarea></form><input name="outside">';
    expect(read(html)).toEqual({
      alternates: [{ language: 'de', url: 'https://a.example/de/' }],
      images: [{ url: 'https://a.example/dir/owl.jpg', alt: 'An owl' }],
      forms: [
        { action: 'https://a.example/search', method: 'get', fields: ['q', 'in'] },
        { action: 'https://a.example/dir/page', method: 'post', fields: ['text'] },
      ],
    });
  });

  it('is bounded, and says that it was cut', () => {
    const meta = '<meta property="og:image" content="x">';
    const images = '<img src="a" alt="b">';
    const items = '<div itemscope><b itemprop="a">'.repeat(3_000);
    for (const html of [
      meta.repeat(5_000),
      images.repeat(5_000),
      items,
      `<script type="application/ld+json">${'['.repeat(30_000)}${']'.repeat(30_000)}</script>`,
      `<script type="application/ld+json">"${'x'.repeat(200_000)}"</script>`,
      `<div itemscope>${'<b itemprop="a">x</b>'.repeat(1_000)}</div>`,
      `<form>${'<input name=a>'.repeat(1_000)}`,
    ]) {
      const data = read(html);
      expect(data.isCut).toBe(true);
      expect(JSON.stringify(data).length).toBeLessThan(60_000);
    }
  });

  it('is not led astray by names of objects', () => {
    const html = '<meta name="dc.__proto__" content="a"><div itemscope><b itemprop="__proto__">b</b></div>';
    const data = read(html);
    expect(Object.entries(data.dublinCore ?? {})).toEqual([['__proto__', ['a']]]);
    expect(JSON.stringify(data.microdata)).toBe('[{"properties":{"__proto__":["b"]}}]');
  });
});
