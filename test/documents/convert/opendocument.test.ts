import { describe, expect, it } from 'vitest';
import { zipOf } from '../../support/documents/containers.ts';
import { bodyHtml } from '../../support/documents/converting.ts';

const type = 'application/vnd.oasis.opendocument';

function file(body: string, styles = '', parts: Readonly<Record<string, string>> = {}): Uint8Array {
  return zipOf({
    'content.xml': `<office:document-content><office:automatic-styles>${styles}</office:automatic-styles><office:body>${body}</office:body></office:document-content>`,
    ...parts,
  });
}

const text = (body: string, styles = '', parts: Readonly<Record<string, string>> = {}): Promise<string> =>
  bodyHtml(file(`<office:text>${body}</office:text>`, styles, parts), `${type}.text`);

const paragraph = (said: string): string => `<text:p>${said}</text:p>`;

describe('an OpenDocument file', () => {
  it('has rows as often as they repeat, and the empty ones at its end once', async () => {
    const cell = (said: string): string => `<table:table-cell>${paragraph(said)}</table:table-cell>`;
    const sheet =
      '<office:spreadsheet><table:table table:name="S">' +
      `<table:table-row table:number-rows-repeated="2">${cell('a')}<table:table-cell/>${cell('b')}</table:table-row>` +
      '<table:table-row table:number-rows-repeated="1048574"><table:table-cell table:number-columns-repeated="1024"/></table:table-row>' +
      '</table:table></office:spreadsheet>';
    const row = '<tr><td><p>a</p></td><td></td><td><p>b</p></td></tr>';
    expect(await bodyHtml(file(sheet), `${type}.spreadsheet`)).toBe(
      `<h2>S</h2><table>${row}${row}<tr></tr></table>`,
    );
  });

  it('has lists with their numbers and bullets', async () => {
    const styles =
      '<text:list-style style:name="N"><text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/>' +
      '<text:list-level-style-number text:level="2" style:num-format="a" style:num-suffix=")" text:display-levels="2"/></text:list-style>' +
      '<text:list-style style:name="B"><text:list-level-style-bullet text:level="1"/></text:list-style>';
    const item = (inside: string): string => `<text:list-item>${inside}</text:list-item>`;
    const list = (style: string, ...items: readonly string[]): string =>
      `<text:list text:style-name="${style}">${items.join('')}</text:list>`;
    const body =
      list(
        'N',
        item(paragraph('one') + paragraph('more')),
        item(`${paragraph('two')}<text:list>${item(paragraph('inner'))}</text:list>`),
      ) +
      list('N', item(paragraph('again'))) +
      list('B', item(paragraph('dot')));
    expect(await text(body, styles)).toBe(
      '<p>1. one</p><p>more</p><p>2. two</p><p>2.a) inner</p><p>1. again</p><ul><li>dot</li></ul>',
    );
  });

  it('has no text that a style, a section or a field hides', async () => {
    const hidden = (name: string): string =>
      `<style:style style:name="${name}"><style:text-properties text:display="none"/></style:style>`;
    const body =
      paragraph(
        'a<text:span text:style-name="H">secret</text:span>b<text:hidden-text text:string-value="x">secret</text:hidden-text>',
      ) +
      '<text:p text:style-name="H">secret</text:p>' +
      `<text:section text:display="none">${paragraph('secret')}</text:section>${paragraph('c')}`;
    expect(await text(body, hidden('H'))).toBe('<p>ab</p><p>c</p>');
  });

  it('has links that stand on pictures, and formulas', async () => {
    const picture = paragraph(
      '<draw:a xlink:href="http://a.example/"><draw:image xlink:href="Pictures/a.png"/></draw:a>',
    );
    expect(await text(picture)).toBe('<p><a href="http://a.example/"></a></p>');
    const formula =
      '<math><semantics><mrow><mi>x</mi><mo>=</mo><mn>42</mn></mrow><annotation>x = {42}</annotation></semantics></math>';
    const object = paragraph('so <draw:object xlink:href="./Object 1"/>');
    expect(await text(object, '', { 'Object 1/content.xml': formula })).toBe('<p>so </p><p>x = 42 </p>');
  });

  it('has the headers and footers of slides, which stand before them', async () => {
    const deck =
      '<office:presentation><presentation:footer-decl presentation:name="f">Foot</presentation:footer-decl>' +
      `<draw:page><draw:text-box>${paragraph('One')}</draw:text-box></draw:page></office:presentation>`;
    expect(await bodyHtml(file(deck), `${type}.presentation`)).toBe(
      '<p>Foot</p><section><p>One</p></section>',
    );
  });
});
