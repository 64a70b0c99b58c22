import { describe, expect, it } from 'vitest';
import { convertDocument } from '../../../lib/documents/convert/convert-document.ts';
import { defaultConvertLimits } from '../../../lib/documents/convert/converter.ts';
import { zipOf } from '../../support/documents/containers.ts';
import { bodyHtml, htmlOf } from '../../support/documents/converting.ts';

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const slides = 'application/vnd.openxmlformats-officedocument.presentationml.presentation';
const sheets = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const odt = 'application/vnd.oasis.opendocument.text';
const ods = 'application/vnd.oasis.opendocument.spreadsheet';

const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

function relationships(...all: readonly (readonly [id: string, kind: string, target: string])[]): string {
  const each = all.map(
    ([id, kind, target]) =>
      `<Relationship Id="${id}" Type="${type}/${kind}" Target="${target}"${/^http/.test(target) ? ' TargetMode="External"' : ''}/>`,
  );
  return `<Relationships>${each.join('')}</Relationships>`;
}

describe('a Word document', () => {
  const paragraph = (text: string, properties = ''): string =>
    `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
  const document = (body: string, parts: Readonly<Record<string, string>> = {}): Uint8Array =>
    zipOf({ 'word/document.xml': `<w:document><w:body>${body}</w:body></w:document>`, ...parts });

  it('has its headings, links and tables', async () => {
    const body = document(
      `${paragraph('Top', '<w:pStyle w:val="Kop1"/>')}` +
        '<w:p><w:hyperlink r:id="r1"><w:r><w:t>a site</w:t></w:r></w:hyperlink></w:p>' +
        `<w:tbl><w:tr><w:tc>${paragraph('a')}</w:tc><w:tc>${paragraph('b')}</w:tc></w:tr></w:tbl>`,
      {
        'word/_rels/document.xml.rels': relationships(
          ['r1', 'hyperlink', 'http://site.example/'],
          ['r2', 'styles', 'styles.xml'],
        ),
        'word/styles.xml':
          '<w:styles><w:style w:styleId="Kop1"><w:name w:val="heading 1"/></w:style></w:styles>',
      },
    );
    expect(await bodyHtml(body, word)).toBe(
      '<h1>Top</h1><p><a href="http://site.example/">a site</a></p>' +
        '<table><tr><td><p>a</p></td><td><p>b</p></td></tr></table>',
    );
  });

  it('has links of fields, and no instructions or deleted text', async () => {
    const run = (inner: string): string => `<w:r>${inner}</w:r>`;
    const body = document(
      `<w:p>${run('<w:fldChar w:fldCharType="begin"/>')}${run('<w:instrText> HYPERLINK "http://a.example/" </w:instrText>')}` +
        `${run('<w:fldChar w:fldCharType="separate"/>')}${run('<w:t>here</w:t>')}${run('<w:fldChar w:fldCharType="end"/>')}` +
        `<w:del>${run('<w:delText>gone</w:delText>')}</w:del></w:p>`,
    );
    expect(await bodyHtml(body, word)).toBe('<p><a href="http://a.example/">here</a></p>');
  });

  it('numbers lists as they are printed', async () => {
    const item = (level: number): string =>
      paragraph('x', `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="7"/></w:numPr>`);
    const body = document(item(0) + item(1) + item(1) + item(0), {
      'word/_rels/document.xml.rels': relationships(['r1', 'numbering', 'numbering.xml']),
      'word/numbering.xml':
        '<w:numbering><w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:start w:val="3"/><w:numFmt w:val="upperRoman"/>' +
        '<w:lvlText w:val="%1."/></w:lvl><w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/>' +
        '<w:lvlText w:val="%1.%2)"/></w:lvl></w:abstractNum><w:num w:numId="7"><w:abstractNumId w:val="1"/></w:num></w:numbering>',
    });
    expect(await bodyHtml(body, word)).toBe('<p>III. x</p><p>III.a) x</p><p>III.b) x</p><p>IV. x</p>');
  });
});

describe('the numbers of a list in Word', () => {
  const item = (list: number, level = 0): string =>
    `<w:p><w:pPr><w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr></w:pPr><w:r><w:t>x</w:t></w:r></w:p>`;
  const level = (at: number, format: string, text: string, more = ''): string =>
    `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${more}<w:lvlText w:val="${text}"/></w:lvl>`;
  const labels = async (items: string, numbering: string): Promise<readonly string[]> => {
    const body = zipOf({
      'word/document.xml': `<w:document><w:body>${items}</w:body></w:document>`,
      'word/_rels/document.xml.rels': relationships(['r1', 'numbering', 'numbering.xml']),
      'word/numbering.xml': `<w:numbering>${numbering}</w:numbering>`,
    });
    return [...(await bodyHtml(body, word)).matchAll(/<p>(.*?) ?x<\/p>/g)].map(([, label = '']) => label);
  };

  it('are those of the instance, which may override levels and where they start', async () => {
    const definition = `<w:abstractNum w:abstractNumId="0">${level(0, 'decimal', '%1.')}${level(1, 'decimal', '%1.%2')}</w:abstractNum>`;
    const plain = '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>';
    const started =
      '<w:num w:numId="2"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride></w:num>';
    const other = `<w:num w:numId="3"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="1">${level(1, 'ordinal', '%1.%2 part')}</w:lvlOverride></w:num>`;
    const items = item(1) + item(1) + item(2) + item(2, 1) + item(3, 1) + item(1);
    expect(await labels(items, definition + plain + started + other)).toEqual([
      '1.',
      '2.',
      '5.',
      '5.1',
      '5.2nd part',
      '6.',
    ]);
  });

  it('are written in words where the format says so', async () => {
    const definition = (id: number, format: string): string =>
      `<w:abstractNum w:abstractNumId="${id}">${level(0, format, '%1', '')}</w:abstractNum><w:num w:numId="${id}"><w:abstractNumId w:val="${id}"/></w:num>`;
    const numbering =
      definition(1, 'cardinalText') + definition(2, 'ordinalText') + definition(3, 'numberInDash');
    const found = await labels(item(1).repeat(21) + item(2).repeat(22) + item(3), numbering);
    expect([found[0], found[20], found[21], found[32], found[40], found[42], found[43]]).toEqual([
      'One',
      'Twenty-one',
      'First',
      'Twelfth',
      'Twentieth',
      'Twenty-second',
      '- 1 -',
    ]);
  });
});

describe('a presentation', () => {
  it('has its slides in the order in which they are shown, with notes', async () => {
    const slide = (title: string): string =>
      `<p:sld><p:sp><p:nvPr><p:ph type="title"/></p:nvPr><a:p><a:r><a:t>${title}</a:t></a:r></a:p></p:sp></p:sld>`;
    const body = zipOf({
      'ppt/presentation.xml':
        '<p:presentation><p:sldIdLst><p:sldId id="256" r:id="r2"/><p:sldId id="257" r:id="r1"/></p:sldIdLst></p:presentation>',
      'ppt/_rels/presentation.xml.rels': relationships(
        ['r1', 'slide', 'slides/slide1.xml'],
        ['r2', 'slide', 'slides/slide2.xml'],
      ),
      'ppt/slides/slide1.xml': slide('Last'),
      'ppt/slides/slide2.xml': slide('First'),
      'ppt/slides/_rels/slide2.xml.rels': relationships(['n', 'notesSlide', '../notesSlides/n.xml']),
      'ppt/notesSlides/n.xml':
        '<p:notes><p:sp><p:ph type="body"/><a:p><a:r><a:t>Smile</a:t></a:r></a:p></p:sp></p:notes>',
    });
    const conversion = await convertDocument({ body, mediaType: slides, url: 'http://x.example/' });
    expect(conversion).toMatchObject({ kind: 'converted', parts: { unit: 'slide', count: 2 } });
    expect(await bodyHtml(body, slides)).toBe(
      '<section><h2>First</h2><aside><p>Smile</p></aside></section><section><h2>Last</h2></section>',
    );
  });
});

describe('a workbook', () => {
  const workbook = (rows: string, more = ''): Uint8Array =>
    zipOf({
      'xl/workbook.xml': '<workbook><sheets><sheet name="Sums" r:id="r1"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels': relationships(
        ['r1', 'worksheet', 'worksheets/s.xml'],
        ['r2', 'sharedStrings', 'strings.xml'],
        ['r3', 'styles', 'styles.xml'],
      ),
      'xl/strings.xml': '<sst><si><t>shared</t></si><si><r><t>ri</t></r><r><t>ch</t></r></si></sst>',
      'xl/styles.xml':
        '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="10"/></cellXfs></styleSheet>',
      'xl/worksheets/s.xml': `<worksheet><sheetData>${rows}</sheetData>${more}</worksheet>`,
      'xl/worksheets/_rels/s.xml.rels': relationships(['h', 'hyperlink', 'http://site.example/']),
    });

  it('has its cells as they are shown, rows as rows, links on cells', async () => {
    const body = workbook(
      '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row>' +
        '<row r="9"><c r="A9" s="1"><v>42736</v></c><c r="B9" s="2"><v>0.5</v></c><c r="C9" t="b"><v>1</v></c></row>',
      '<hyperlinks><hyperlink ref="A1" r:id="h"/></hyperlinks>',
    );
    expect(await bodyHtml(body, sheets)).toBe(
      '<h2>Sums</h2><table><tr><td><a href="http://site.example/">shared</a></td><td></td><td>rich</td></tr>' +
        '<tr><td>1/1/17</td><td>50.00%</td><td>TRUE</td></tr></table>',
    );
  });

  it('costs no more for cells that lie far apart', async () => {
    const body = workbook(
      '<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>2</v></c></row>',
    );
    expect((await htmlOf(body, sheets)).length).toBeLessThan(2_000);
  });
});

describe('an OpenDocument file', () => {
  it('has headings, links, and tables without their empty ends', async () => {
    const body = zipOf({
      mimetype: odt,
      'content.xml':
        '<office:text><text:h text:outline-level="2">Top</text:h><text:p>see <text:a xlink:href="http://a.example/">a</text:a></text:p>' +
        '<table:table table:name="t"><table:table-row><table:table-cell><text:p>1</text:p></table:table-cell>' +
        '<table:table-cell table:number-columns-repeated="16384"/></table:table-row></table:table></office:text>',
      'meta.xml':
        '<office:meta><dc:title>Named</dc:title><meta:document-statistic meta:page-count="3"/></office:meta>',
    });
    expect(await convertDocument({ body, mediaType: odt, url: 'http://x.example/' })).toMatchObject({
      parts: { unit: 'page', count: 3 },
    });
    expect(await htmlOf(body, odt)).toContain('<title>Named</title>');
    expect(await bodyHtml(body, odt)).toBe(
      '<h2>Top</h2><p>see <a href="http://a.example/">a</a></p><table><tr><td><p>1</p></td></tr></table>',
    );
  });

  it('that is encrypted says so', async () => {
    const body = zipOf({
      mimetype: ods,
      'content.xml': '?',
      'META-INF/manifest.xml': '<manifest:encryption-data/>',
    });
    expect(await convertDocument({ body, mediaType: ods, url: 'http://x.example/' })).toMatchObject({
      reason: 'encrypted',
    });
  });
});

describe('a document that is no good', () => {
  it.each([
    ['no bytes', new Uint8Array(), word, 'empty'],
    ['no archive', Buffer.from('PK nothing'), word, 'truncated'],
    ['an archive of something else', zipOf({ a: 'b' }), word, 'damaged'],
    ['a type without a converter', Buffer.from('x'), 'application/x-shockwave-flash', 'unsupported'],
  ])('(%s) is unreadable for a reason', async (_, body, mediaType, reason) => {
    expect(await convertDocument({ body, mediaType, url: 'http://x.example/' })).toMatchObject({
      kind: 'unreadable',
      reason,
    });
  });

  it('is cut off where its HTML grows beyond the limit', async () => {
    const text = `<w:document><w:body>${'<w:p><w:r><w:t>word</w:t></w:r></w:p>'.repeat(1_000)}</w:body></w:document>`;
    const limits = { ...defaultConvertLimits, maxHtml: 500 };
    const conversion = await convertDocument({
      body: zipOf({ 'word/document.xml': text }),
      mediaType: word,
      url: 'http://x.example/',
      limits,
    });
    expect(conversion).toMatchObject({ kind: 'converted', cut: 'html' });
    expect(conversion.kind === 'converted' && conversion.html.length).toBeLessThan(700);
  });

  it('is refused when it unpacks to more than the limit, whatever it says of itself', async () => {
    const { deflateRawSync } = await import('node:zlib');
    const body = zipOf(
      { 'word/document.xml': Buffer.alloc(20_000_000, ' ') },
      { deflate: deflateRawSync, size: 10 },
    );
    const limits = { ...defaultConvertLimits, maxUnpacked: 1_000_000 };
    expect(await convertDocument({ body, mediaType: word, url: 'http://x.example/', limits })).toMatchObject({
      reason: 'too-large',
    });
  });

  it('expands no entities', async () => {
    const bomb =
      '<!DOCTYPE d [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>' +
      '<w:document><w:body><w:p><w:r><w:t>&b;</w:t></w:r></w:p></w:body></w:document>';
    expect((await htmlOf(zipOf({ 'word/document.xml': bomb }), word)).length).toBeLessThan(200);
  });
});
