import { describe, expect, it } from 'vitest';
import { zipOf } from '../../support/documents/containers.ts';
import { bodyHtml } from '../../support/documents/converting.ts';

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const slides = 'application/vnd.openxmlformats-officedocument.presentationml.presentation';
const sheets = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

function relationships(...all: readonly (readonly [kind: string, target: string])[]): string {
  const each = all.map(
    ([kind, target], at) => `<Relationship Id="r${at}" Type="x/${kind}" Target="${target}"/>`,
  );
  return `<Relationships>${each.join('')}</Relationships>`;
}

const run = (text: string): string => `<w:r><w:t>${text}</w:t></w:r>`;
const line = (text: string): string => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`;

describe('a Word document', () => {
  const document = (body: string, parts: Readonly<Record<string, string>> = {}): Uint8Array =>
    zipOf({ 'word/document.xml': `<w:document><w:body>${body}</w:body></w:document>`, ...parts });

  it('has readings behind what they are readings of', async () => {
    const ruby = `<w:r><w:ruby><w:rubyPr/><w:rt>${run('とうきょう')}</w:rt><w:rubyBase>${run('東京')}</w:rubyBase></w:ruby></w:r>`;
    expect(await bodyHtml(document(`<w:p>${ruby}${run('へ')}</w:p>`), word)).toBe(
      '<p>東京(とうきょう)へ</p>',
    );
  });

  it('has comments with their authors, and what pictures say to those who do not see them', async () => {
    const picture = (descr: string): string =>
      `<w:r><w:drawing><wp:inline><wp:docPr id="1" name="Picture 1" descr="${descr}"/></wp:inline></w:drawing></w:r>`;
    const body = document(
      `<w:p>${run('See')}${picture('A heron on one leg')}${picture('DSC001.JPG')}</w:p>`,
      {
        'word/_rels/document.xml.rels': relationships(['comments', 'comments.xml']),
        'word/comments.xml': `<w:comments><w:comment w:author="Ann Lee"><w:p>${run('Good')}</w:p><w:p>${run('Very')}</w:p></w:comment></w:comments>`,
      },
    );
    expect(await bodyHtml(body, word)).toBe(
      '<p>See</p><p>A heron on one leg</p><p>Ann Lee: Good</p><p>Very</p>',
    );
  });

  it('has no text that was deleted, moved away or is hidden', async () => {
    const gone = (name: string): string => `<w:${name} w:author="x">${run('gone')}</w:${name}>`;
    const body = `<w:p>${run('stays')}${gone('del')}${gone('moveFrom')}<w:ins>${run(' too')}</w:ins><w:r><w:rPr><w:vanish/></w:rPr><w:t>unseen</w:t></w:r></w:p>`;
    expect(await bodyHtml(document(body), word)).toBe('<p>stays too</p>');
  });
});

describe('a presentation', () => {
  const shape = (text: string, placeholder = ''): string =>
    `<p:sp><p:nvSpPr><p:cNvPr id="1" name="x"/><p:nvPr>${placeholder}</p:nvPr></p:nvSpPr><p:txBody>${line(text)}</p:txBody></p:sp>`;

  it('has once what its layouts and masters show on each slide, and no prompts of theirs', async () => {
    const body = zipOf({
      'ppt/presentation.xml':
        '<p:presentation><p:sldIdLst><p:sldId id="1" r:id="r0"/><p:sldId id="2" r:id="r1"/></p:sldIdLst></p:presentation>',
      'ppt/_rels/presentation.xml.rels': relationships(['slide', 'slides/1.xml'], ['slide', 'slides/2.xml']),
      'ppt/slides/1.xml': `<p:sld>${shape('One')}</p:sld>`,
      'ppt/slides/2.xml': `<p:sld>${shape('Two')}</p:sld>`,
      'ppt/slides/_rels/1.xml.rels': relationships(['slideLayout', '../layouts/1.xml']),
      'ppt/slides/_rels/2.xml.rels': relationships(['slideLayout', '../layouts/1.xml']),
      'ppt/layouts/1.xml': `<p:sldLayout>${shape('Click to edit', '<p:ph type="title"/>')}${shape('Of the layout')}${shape('Foot', '<p:ph type="ftr"/>')}</p:sldLayout>`,
      'ppt/layouts/_rels/1.xml.rels': relationships(['slideMaster', '../masters/1.xml']),
      'ppt/masters/1.xml': `<p:sldMaster>${shape('Level one', '<p:ph idx="1"/>')}${shape('Of the master')}${shape('Foot', '<p:ph type="ftr"/>')}${shape('7', '<p:ph type="sldNum"/>')}</p:sldMaster>`,
    });
    expect(await bodyHtml(body, slides)).toBe(
      '<section><p>One</p></section><section><p>Two</p></section>' +
        '<footer><p>Of the layout</p><p>Foot</p><p>Of the master</p></footer>',
    );
  });

  it('has comments and answers with their authors, of old and new versions, and alternatives of pictures', async () => {
    const picture =
      '<p:pic><p:nvPicPr><p:cNvPr id="2" name="Picture" descr="A heron"/><p:nvPr/></p:nvPicPr></p:pic>';
    const body = zipOf({
      'ppt/presentation.xml': '<p:presentation/>',
      'ppt/_rels/presentation.xml.rels': relationships(
        ['slide', 'slides/1.xml'],
        ['commentAuthors', 'authors.xml'],
      ),
      'ppt/authors.xml':
        '<p:cmAuthorLst><p:cmAuthor id="3" name="Ann Lee"/><p:cmAuthor id="{B}" name="Bo"/></p:cmAuthorLst>',
      'ppt/slides/1.xml': `<p:sld>${picture}</p:sld>`,
      'ppt/slides/_rels/1.xml.rels': relationships(['comments', 'c.xml'], ['comments', 'd.xml']),
      'ppt/slides/c.xml':
        '<p:cmLst><p:cm authorId="3"><p:pos x="1" y="1"/><p:text>Old</p:text></p:cm></p:cmLst>',
      'ppt/slides/d.xml': `<p188:cmLst><p188:cm authorId="3"><p188:replyLst><p188:reply authorId="{B}"><p188:txBody>${line('Yes')}</p188:txBody></p188:reply></p188:replyLst><p188:txBody>${line('New?')}</p188:txBody></p188:cm></p188:cmLst>`,
    });
    expect(await bodyHtml(body, slides)).toBe(
      '<section><p>A heron</p><p>Ann Lee: Old</p><p>Bo: Yes</p><p>Ann Lee: New?</p></section>',
    );
  });
});

describe('a workbook', () => {
  it('has readings, comments with their authors, and alternatives of pictures', async () => {
    const reading = (text: string): string => `<rPh sb="0" eb="2"><t>${text}</t></rPh>`;
    const body = zipOf({
      'xl/workbook.xml': '<workbook><sheets><sheet name="S" r:id="r0"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels': relationships(
        ['worksheet', 's.xml'],
        ['sharedStrings', 'strings.xml'],
        ['person', 'people.xml'],
      ),
      'xl/strings.xml': `<sst><si><t>東京都</t>${reading('トウキョウ')}${reading('ト')}</si></sst>`,
      'xl/people.xml': '<personList><person displayName="Bo" id="{B}"/></personList>',
      'xl/s.xml': `<worksheet><sheetData><row><c t="s"><v>0</v></c><c t="inlineStr"><is><t>大阪</t>${reading('オオサカ')}</is></c></row></sheetData></worksheet>`,
      'xl/_rels/s.xml.rels': relationships(
        ['comments', 'c.xml'],
        ['threadedComment', 't.xml'],
        ['drawing', 'd.xml'],
      ),
      'xl/c.xml':
        '<comments><authors><author>Ann</author><author>Lee</author></authors><commentList><comment authorId="1"><text><r><t>so</t></r></text></comment><comment authorId="0"><text><t>Ann: no</t></text></comment></commentList></comments>',
      'xl/t.xml':
        '<ThreadedComments><threadedComment personId="{B}"><text>well</text></threadedComment></ThreadedComments>',
      'xl/d.xml':
        '<xdr:wsDr><xdr:pic><xdr:nvPicPr><xdr:cNvPr id="2" name="P" descr="A chart of rain"/></xdr:nvPicPr></xdr:pic></xdr:wsDr>',
    });
    expect(await bodyHtml(body, sheets)).toBe(
      '<h2>S</h2><table><tr><td>東京都 (トウキョウ ト)</td><td>大阪 (オオサカ)</td></tr></table>' +
        '<p>Lee: so</p><p>Ann: no</p><p>Bo: well</p><p>A chart of rain</p>',
    );
  });
});

describe('a document in rich text', () => {
  const rtf = (text: string): Promise<string> =>
    bodyHtml(Buffer.from(`{\\rtf1\\ansi ${text}}`), 'application/rtf');

  it('has no groups that readers may leave out and do not know, and all around them', async () => {
    expect(await rtf('a{\\*\\unknown b{\\b c}}{\\other d} e\\par')).toBe('<p>ad e</p>');
    expect(await rtf(`{\\b a \\*\\unknown12 b} \\${'x'.repeat(60)}1234567890123 c\\par`)).toBe(
      '<p>a b c</p>',
    );
  });

  it('has what follows a word that begins a group elsewhere', async () => {
    expect(await rtf('{\\pard\\b a \\tc b \\sp c\\par}{\\pard\\qc\\pict\\wmetafile8 0100\\par}d')).toBe(
      '<p>a b c</p><p>d</p>',
    );
  });

  it('has once what it says in Unicode and for those who do not read that', async () => {
    expect(await rtf('{\\upr{ab?}{\\*\\ud{ab\\u9786 ?}}} c\\par')).toBe('<p>ab☺ c</p>');
  });

  it('has comments with their authors, and no deleted or hidden text', async () => {
    const comment =
      '{\\*\\atnid AL}{\\*\\atnauthor Ann Lee}\\chatn{\\*\\annotation{\\*\\atnref 1}\\pard Good}';
    expect(await rtf(`a${comment} b{\\deleted gone}{\\v gone}\\par`)).toBe('<p>a b</p><p>Ann Lee: Good</p>');
  });
});

describe('a book', () => {
  const book = (body: string, head = ''): Promise<string> =>
    bodyHtml(
      zipOf({
        mimetype: 'application/epub+zip',
        'META-INF/container.xml':
          '<container><rootfiles><rootfile full-path="O/c.opf"/></rootfiles></container>',
        'O/c.opf':
          '<package><manifest><item id="a" href="a.xhtml"/></manifest><spine><itemref idref="a"/></spine></package>',
        'O/a.xhtml': `<?xml version="1.0"?><html><head>${head}</head><body>${body}</body></html>`,
      }),
      'application/epub+zip',
    );

  it('has its elements as XML closes them', async () => {
    expect(
      await book('<p>a<a id="x"/>b</p><div/>c<p/>d<iframe src="x"/>e', '<title/><script src="y"/>'),
    ).toBe('<section><p>ab</p><div></div>c<p></p>de</section>');
  });

  it('has blocks of every kind apart, tables, formulas and what stands in for objects', async () => {
    expect(await book('<center>a</center><main>b</main><address>c</address>d<hr/>e')).toBe(
      '<section><div>a</div><div>b</div><div>c</div>d<div></div>e</section>',
    );
    const table = '<div>x<table><tbody><tr><td>1</td><td>2</td></tr></tbody></table></div>';
    expect(await book(table)).toBe(
      '<section><div>x<table><tr><td>1</td><td>2</td></tr></table></div></section>',
    );
    const formula = '<math><semantics><mi>y</mi><annotation>tex</annotation></semantics></math>';
    expect(await book(`${formula}<object data="o"><p>else</p></object>`)).toBe(
      '<section>y<p>else</p></section>',
    );
  });
});

describe('an OpenDocument file', () => {
  const odf = (content: string, type = 'text'): Promise<string> =>
    bodyHtml(
      zipOf({ 'content.xml': `<office:body><office:${type}>${content}</office:${type}></office:body>` }),
      `application/vnd.oasis.opendocument.${type}`,
    );

  it('has values of cells that have no text, and cells as often as they repeat', async () => {
    const cell = (attributes: string, text = ''): string =>
      `<table:table-cell ${attributes}>${text}</table:table-cell>`;
    const row = [
      cell('office:value-type="string"', '<text:p>Total</text:p>'),
      cell('table:formula="of:=SUM([.A1:.A3])" office:value-type="float" office:value="340"'),
      cell('office:value-type="boolean" office:boolean-value="true"'),
      cell('table:number-columns-repeated="2"'),
      cell(
        'table:number-columns-repeated="2" office:value-type="float" office:value="5"',
        '<text:p>5.00</text:p>',
      ),
      cell('table:number-columns-repeated="1000"'),
    ].join('');
    const sheet = `<table:table table:name="S"><table:table-row>${row}</table:table-row></table:table>`;
    const td = (text: string): string => (text === '' ? '<td></td>' : `<td><p>${text}</p></td>`);
    expect(await odf(sheet, 'spreadsheet')).toBe(
      `<h2>S</h2><table><tr>${['Total', '340', 'TRUE', '', '', '5.00', '5.00'].map(td).join('')}</tr></table>`,
    );
  });

  it('has readings, comments with their authors, and no deleted text', async () => {
    const ruby =
      '<text:ruby><text:ruby-base>東京</text:ruby-base><text:ruby-text>とうきょう</text:ruby-text></text:ruby>';
    const comment =
      '<office:annotation><dc:creator>Ann</dc:creator><dc:date>2020-01-01</dc:date><text:p>Good</text:p></office:annotation>';
    const changes =
      '<text:tracked-changes><text:changed-region><text:deletion><text:p>gone</text:p></text:deletion></text:changed-region></text:tracked-changes>';
    expect(await odf(`${changes}<text:p>${ruby}へ${comment} am <text:date>5.5.</text:date></text:p>`)).toBe(
      '<p>東京(とうきょう)へ am 5.5.</p><p>Ann</p><p>Good</p>',
    );
  });
});
