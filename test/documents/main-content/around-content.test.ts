import { describe, expect, it } from 'vitest';
import { readBlocks } from '../../../lib/documents/blocks/read-blocks.ts';
import { readMain } from '../../../lib/documents/main-content/read-main.ts';

const sentence = 'Apples are picked in autumn, when they come off the branch with a turn of the hand. ';
const prose = `<p>${sentence.repeat(2)}</p>`;

function text(html: string, url = 'https://www.example.org/apples.html'): string {
  return readMain(readBlocks(html), url).content.text;
}

const list = (...words: readonly string[]) =>
  `<ul>${words.map((word) => `<li><a href="/x">${word}</a></li>`).join('')}</ul>`;

describe('what stands around the content', () => {
  it('is footer, navigation and asides, however little else the page says', () => {
    const around = `<footer>${prose.repeat(6)}</footer><div role=complementary>${prose.repeat(6)}</div>`;
    for (const page of ['<main><h1>Market</h1><p>Not today.</p></main>', '<h1>Market</h1><p>Not today.</p>'])
      expect(text(page + around)).toBe('Market\nNot today.');
  });

  it('is what asks for consent, and no notice', () => {
    const closed = '<p>The orchard is closed until the bridge is mended.</p>';
    const page = `<div><h1>Orchard</h1><div class="notice banner" role=alert>${closed}</div>`;
    expect(text(`${page}</div><div id=cookieConsent>${prose.repeat(6)}</div>`)).toBe(
      'Orchard\nThe orchard is closed until the bridge is mended.',
    );
    expect(text(`<div class=cookie-policy><h1>Cookies</h1>${prose}</div>`)).toContain('Apples');
  });

  it('is not what a name of a place holds where that is prose of the content', () => {
    expect(
      text(`<main>${prose}<div class=widget><p>${'Pears ripen late. '.repeat(4)}</p></div></main>`),
    ).toContain('Pears');
    expect(text(`<main>${prose}<div class=code-toolbar><pre>pears: late</pre></div></main>`)).toContain(
      'pears: late',
    );
    expect(
      text(`<main>${prose}<div class=newsletter><p>${'Write to us. '.repeat(4)}</p></div></main>`),
    ).not.toContain('Write');
  });

  it('is not named by a word that names most of the page, nor is a heading', () => {
    const part = (word: string) =>
      `<div id="toc_${word}"><h2 class=menu>${word}</h2><span>${sentence}</span></div>`;
    const page = text(
      `<div>${['one', 'two', 'three', 'four', 'five', 'six', 'seven'].map(part).join('')}</div>`,
    );
    expect(page).toMatch(/one\n.*\ntwo\n[\s\S]*seven\nApples/);
  });

  it('is named in any spelling', () => {
    for (const name of ['relatedPosts', 'related_posts', 'Card_related-posts__x1'])
      expect(
        text(`<article>${prose}<div class="${name}"><p>Pears in winter, and more.</p></div></article>`),
      ).not.toContain('Pears');
  });

  it('has filters of a list, and reviews of a product', () => {
    const goods = `<ul>${'<li><a href=/b>A basket</a> <b class=price>9</b></li>'.repeat(12)}</ul>`;
    const shop = text(
      `<main><h1>Baskets</h1><div class=facets>Willow (3) Straw (9)</div>${goods}</main>`,
      'https://www.example.org/shop/baskets',
    );
    expect(shop).not.toContain('Willow');
    expect(shop).toContain('A basket 9');
    const product = '<meta property=og:type content=product>';
    const review = '<div id=reviews><p>I like it, and use it every day.</p></div>';
    expect(text(`${product}<main>${prose}${review}</main>`)).not.toContain('every day');
  });
});

describe('what stands in the content', () => {
  it('is what is folded there, with the buttons that open it', () => {
    const folded =
      '<h2><button aria-expanded=false>How long?</button></h2><div hidden>Two weeks.</div>' +
      '<button aria-controls=b>Where?</button><div id=b style="display:none">In the cellar.</div><button>Buy</button>';
    for (const page of [`<main>${prose}${folded}</main>`, `<div><h1>Apples</h1>${prose}${folded}</div>`])
      expect(text(page)).toMatch(/How long\?\nTwo weeks\.\nWhere\?\nIn the cellar\.$/);
    expect(text(`<main>${prose}</main><div hidden><p>${sentence}Hidden.</p></div>`)).not.toContain('Hidden');
  });

  it('has a carousel once', () => {
    const slide = (name: string) =>
      `<div class="slick-slide ${name}" aria-hidden=true><p>Pears are sweet.</p></div>`;
    const page = text(`<main>${prose}${slide('')}${slide('slick-cloned')}</main>`);
    expect(page.split('Pears')).toHaveLength(2);
  });

  it('is a list of links that text or a heading announces', () => {
    const page = text(
      `<article>${prose}<p>There are parts about</p>${list('roots', 'stems')}<h2>See also</h2>${list('pears', 'plums')}` +
        `<h2>Related articles</h2>${list('cars', 'trains')}<div><div>Tags</div>${list('fruit', 'food')}</div></article>`,
    );
    expect(page).toMatch(/about\nroots\nstems\nSee also\npears\nplums/);
    expect(page).not.toMatch(/cars|fruit/);
  });

  it('is what a script of the page moves to its place', () => {
    const shell = `<main><h1>Apples</h1><p>All about them.</p></main>`;
    const page = text(
      `${shell}<div hidden id="S:0">${prose.repeat(3)}</div><div hidden id="S:1f"><p>${sentence}</p></div>`,
    );
    expect(page.split('Apples are')).toHaveLength(8);
  });

  it('takes linear time for lists and main elements beside each other', () => {
    const pages = [
      list('x').repeat(8_000),
      '<main><h1>x</h1></main>'.repeat(12_000),
      '<h1>x</h1>'.repeat(12_000),
    ];
    for (const page of pages) expect(text(`<div>${page}</div>`)).toContain('x');
  });
});
