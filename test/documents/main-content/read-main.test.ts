import { describe, expect, it } from 'vitest';
import { readBlocks } from '../../../lib/documents/blocks/read-blocks.ts';
import { readMain } from '../../../lib/documents/main-content/read-main.ts';

const sentence = 'Apples are picked in autumn, when they come off the branch with a turn of the hand. ';
const paragraphs = `<p>${sentence.repeat(2)}</p>`.repeat(4);
const menu = `<nav><ul>${'<li><a href=/x>Fruit and more</a></li>'.repeat(20)}</ul></nav>`;

function main(html: string, url = 'https://www.example.org/2024/05/apples.html') {
  return readMain(readBlocks(html), url).content;
}

describe('the main content of a page', () => {
  it('is without navigation, header, footer and asides', () => {
    const { text } = main(
      `<header>Fruit daily</header>${menu}<div><h1>Apples</h1>${paragraphs}</div><aside>Read on</aside><footer>Imprint</footer>`,
    );
    expect(text.startsWith('Apples\nApples are picked')).toBe(true);
    expect(text).not.toMatch(/daily|Fruit and more|Read on|Imprint/);
  });

  it('is without what class or id call something that stands around it', () => {
    const { text } = main(
      `<article>${paragraphs}<div class="share-buttons">Share this</div><div id=newsletter>Our letter, every week.</div></article>`,
    );
    expect(text).not.toMatch(/Share|letter/);
  });

  it('is kept where a name is misleading, because most of the prose stands there', () => {
    expect(main(`<div class="sidebar-layout menu">${paragraphs}</div>`).text).toContain('Apples are picked');
  });

  it('has comments in a forum alone', () => {
    const html = `<article>${paragraphs}<div class=comments><p>I like pears better, to be honest with you.</p></div></article>`;
    expect(main(html).text).not.toContain('pears');
    const forum = main(html, 'https://forum.example.org/t/apples/12');
    expect(forum.kind).toBe('forum');
    expect(forum.text).toContain('pears');
  });

  it('is what stands in noscript where there is nothing else', () => {
    expect(main(`<div id=app></div><noscript>${paragraphs}</noscript>`).text).toContain('Apples are picked');
    expect(main(`<noscript>Please turn on scripts.</noscript>${paragraphs}`).text).not.toContain('scripts');
  });

  it('is empty where there is no text', () => {
    expect(main('<img src=x>')).toEqual({ kind: 'article', text: '' });
  });
});

describe('the kind of a page', () => {
  it('is told by its linked data', () => {
    const html = `<script type="application/ld+json">{"@graph":[{"@type":"Product","name":"Basket"}]}</script>${paragraphs}`;
    expect(main(html, 'https://www.example.org/basket').kind).toBe('product');
  });

  it('is told by its address and the program that made it', () => {
    expect(main(paragraphs, 'https://docs.example.org/guide/install').kind).toBe('documentation');
    expect(
      main(`<meta name=generator content="Discourse 3">${paragraphs}`, 'https://www.example.org/12').kind,
    ).toBe('forum');
    expect(main(paragraphs).kind).toBe('article');
  });
});

describe('author and date of a page', () => {
  it('are those of its linked data, by reference too', () => {
    const data = {
      '@graph': [
        { '@type': 'Article', author: { '@id': '#ann' }, datePublished: '2024-05-06T07:08:09+02:00' },
        { '@type': 'Person', '@id': '#ann', name: 'Ann Smith' },
      ],
    };
    const html = `<script type="application/ld+json">${JSON.stringify(data)}</script>${paragraphs}`;
    expect(main(html)).toMatchObject({ author: 'Ann Smith', published: '2024-05-06' });
  });

  it('are those of its metadata', () => {
    const html = `<meta name=author content="By Ann Smith"><meta property=article:published_time content="May 6, 2024">${paragraphs}`;
    expect(main(html)).toMatchObject({ author: 'Ann Smith', published: '2024-05-06' });
  });

  it('are those of its byline', () => {
    const html = `<p>By <a rel=author href=/ann>Ann Smith</a>, <time datetime=2024-05-06>6 May</time></p>${paragraphs}`;
    expect(main(html)).toMatchObject({ author: 'Ann Smith', published: '2024-05-06' });
  });

  it('are absent where the page says none that can be one', () => {
    const html = `<meta name=author content="https://example.org/ann"><meta name=date content=soon>${paragraphs}`;
    const { author, published } = main(html);
    expect([author, published]).toEqual([undefined, undefined]);
  });

  it('are those of linked data that nearly are JSON, with parameters of the type and nested names', () => {
    const html = `<script type="application/ld+json; charset=utf-8">/* <![CDATA[ */
      {"@type":"Article","description":"two\nlines","author":[{"name":{"@value":"Ann Smith"}},{"name":["Bo Li"]}],"datePublished":"2024-05-06",};
      /* ]]> */</script>${paragraphs}`;
    expect(main(html)).toMatchObject({ author: 'Ann Smith, Bo Li', published: '2024-05-06' });
    const inParts = { '@type': 'Article', author: { givenName: 'Ann', familyName: 'Smith' } };
    expect(
      main(`<script type=application/ld+json>${JSON.stringify(inParts)}</script>${paragraphs}`).author,
    ).toBe('Ann Smith');
  });

  it('are neither those of a comment or review, nor of another page', () => {
    const other = '<b class=author>Ann Smith</b> <time datetime=2022-09-09>9 Sept</time>';
    const product = {
      '@type': 'Product',
      review: { '@type': 'Review', author: { name: 'Ann Smith' }, datePublished: '2022-09-09' },
    };
    for (const html of [
      `<article>${paragraphs}<section class=comments>${other}</section></article>`,
      `<article>${paragraphs}<div id=customerReviews>${other}</div></article>`,
      `<article>${paragraphs}<div class=related-posts>${other}</div></article>`,
      `<main><article>${paragraphs}</article><article><h2>Pears</h2>${other}</article></main>`,
      `<div>${paragraphs}<div itemscope itemtype="https://schema.org/Review">${other}</div></div>`,
      `<script type="application/ld+json">${JSON.stringify(product)}</script>${paragraphs}`,
    ]) {
      const { author, published } = main(html);
      expect([author, published]).toEqual([undefined, undefined]);
    }
  });

  it('are without markup, and without what stands around a name', () => {
    for (const written of [
      '&lt;a href=/ann&gt;Ann Smith&lt;/a&gt;',
      'Written by: Ann Smith',
      'Posted byAnn Smith',
      'Ann Smith says:',
      'Ann Smith - May 6, 2024',
      'Ann Smith | Fruit daily',
    ])
      expect(main(`<meta name=author content="${written}">${paragraphs}`).author).toBe('Ann Smith');
    for (const written of [
      ...['www.example.org', 'Written by:', 'page.head.author', '{{ author }}', 'Jun 2', 'undefined'],
      'We are a team of people who love apples and pears',
    ])
      expect(main(`<meta name=author content="${written}">${paragraphs}`).author).toBeUndefined();
  });

  it('are days that can be, of the publication and no later change', () => {
    for (const day of ['2024-02-31', '1970-01-01', '2099-01-01'])
      expect(main(`<meta name=date content="${day}">${paragraphs}`).published).toBeUndefined();
    const times =
      '<time class=updated datetime=2024-07-08>8</time><time class=published datetime=2024-05-06>6</time>';
    expect(main(`<article>${times}${paragraphs}</article>`).published).toBe('2024-05-06');
  });

  it('are not hurt by linked data that are no JSON', () => {
    expect(main(`<script type="application/ld+json">{"a":</script>${paragraphs}`).text).toContain('Apples');
  });
});
