import { zipOf } from './containers.ts';

/** A document of one format that says its title and links to a page. */
export interface SampleDocument {
  readonly name: string;
  readonly mediaType: string;
  readonly body: Uint8Array;
}

const office = 'application/vnd.openxmlformats-officedocument.';
const odf = 'application/vnd.oasis.opendocument.';
const relationship = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

function relationships(all: Readonly<Record<string, readonly [kind: string, target: string]>>): string {
  const each = Object.entries(all).map(
    ([id, [kind, target]]) =>
      `<Relationship Id="${id}" Type="${relationship}/${kind}" Target="${target}"${kind === 'hyperlink' ? ' TargetMode="External"' : ''}/>`,
  );
  return `<Relationships>${each.join('')}</Relationships>`;
}

/** A PDF with a title and some pages of text, each with a link to `link`. */
export function pdfOf(title: string, pages: readonly string[], link: string): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, i) => `${5 + 3 * i} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Title (${title}) >>`,
  ];
  for (const [i, text] of pages.entries()) {
    const lines = text.split('\n').map((line) => `(${line}) Tj T*`);
    const content = `BT /F1 12 Tf 14 TL 50 750 Td ${lines.join(' ')} ET`;
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${6 + 3 * i} 0 R /Annots [${7 + 3 * i} 0 R] /Resources << /Font << /F1 3 0 R >> >> >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      `<< /Type /Annot /Subtype /Link /Rect [50 740 300 760] /A << /S /URI /URI (${link}) >> >>`,
    );
  }
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, i) => {
    const offset = file.length;
    file += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const xref = file.length;
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 4 0 R >>\nstartxref\n${xref}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}

function docx(title: string, link: string): Buffer {
  const run = (text: string): string => `<w:r><w:t>${text}</w:t></w:r>`;
  return zipOf({
    '[Content_Types].xml': '<Types/>',
    'word/document.xml': `<w:document><w:body><w:p><w:pPr><w:pStyle w:val="H1"/></w:pPr>${run(title)}</w:p><w:p>${run('About owls. ')}<w:hyperlink r:id="r1">${run('more')}</w:hyperlink></w:p></w:body></w:document>`,
    'word/_rels/document.xml.rels': relationships({
      r1: ['hyperlink', link],
      r2: ['styles', 'styles.xml'],
    }),
    'word/styles.xml': '<w:styles><w:style w:styleId="H1"><w:name w:val="heading 1"/></w:style></w:styles>',
  });
}

function pptx(title: string, link: string): Buffer {
  return zipOf({
    '[Content_Types].xml': '<Types/>',
    'ppt/presentation.xml':
      '<p:presentation><p:sldIdLst><p:sldId id="256" r:id="r1"/></p:sldIdLst></p:presentation>',
    'ppt/_rels/presentation.xml.rels': relationships({ r1: ['slide', 'slides/slide1.xml'] }),
    'ppt/slides/slide1.xml': `<p:sld><p:sp><p:nvPr><p:ph type="title"/></p:nvPr><a:p><a:r><a:t>${title}</a:t></a:r></a:p></p:sp><p:sp><a:p><a:r><a:rPr><a:hlinkClick r:id="h"/></a:rPr><a:t>more</a:t></a:r></a:p></p:sp></p:sld>`,
    'ppt/slides/_rels/slide1.xml.rels': relationships({ h: ['hyperlink', link] }),
  });
}

function xlsx(title: string, link: string): Buffer {
  return zipOf({
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml': '<workbook><sheets><sheet name="Sums" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': relationships({
      r1: ['worksheet', 'worksheets/s.xml'],
      r2: ['sharedStrings', 'strings.xml'],
    }),
    'xl/strings.xml': `<sst><si><t>${title}</t></si><si><t>more</t></si></sst>`,
    'xl/worksheets/s.xml':
      '<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row></sheetData><hyperlinks><hyperlink ref="B1" r:id="h"/></hyperlinks></worksheet>',
    'xl/worksheets/_rels/s.xml.rels': relationships({ h: ['hyperlink', link] }),
  });
}

const namespaces =
  'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:xlink="http://www.w3.org/1999/xlink"';

function openDocument(mediaType: string, content: string): Buffer {
  return zipOf({
    mimetype: mediaType,
    'content.xml': `<office:document-content ${namespaces}><office:body>${content}</office:body></office:document-content>`,
  });
}

function epub(title: string, link: string): Buffer {
  return zipOf({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml':
      '<container><rootfiles><rootfile full-path="book.opf"/></rootfiles></container>',
    'book.opf': `<package xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata><dc:title>${title}</dc:title></metadata><manifest><item id="c" href="c.xhtml"/></manifest><spine><itemref idref="c"/></spine></package>`,
    'c.xhtml': `<html><body><h1>${title}</h1><p>About owls. <a href="${link}">more</a></p></body></html>`,
  });
}

/** One document of each heavy format that can be made by hand; each links to `link`, which has a number for each. */
export function sampleDocuments(link: (name: string) => string): readonly SampleDocument[] {
  const of = (
    name: string,
    mediaType: string,
    make: (title: string, link: string) => Uint8Array,
  ): SampleDocument => ({ name, mediaType, body: make(`Owls as ${name}`, link(name)) });
  return [
    of('pdf', 'application/pdf', (title, to) => pdfOf(title, [`${title}\nAbout owls.`], to)),
    of('docx', `${office}wordprocessingml.document`, docx),
    of('pptx', `${office}presentationml.presentation`, pptx),
    of('xlsx', `${office}spreadsheetml.sheet`, xlsx),
    of('odt', `${odf}text`, (title, to) =>
      openDocument(
        `${odf}text`,
        `<office:text><text:h text:outline-level="1">${title}</text:h><text:p>About owls. <text:a xlink:href="${to}">more</text:a></text:p></office:text>`,
      ),
    ),
    of('odp', `${odf}presentation`, (title, to) =>
      openDocument(
        `${odf}presentation`,
        `<office:presentation><draw:page draw:name="one"><draw:frame><draw:text-box><text:p>${title}</text:p><text:p><text:a xlink:href="${to}">more</text:a></text:p></draw:text-box></draw:frame></draw:page></office:presentation>`,
      ),
    ),
    of('epub', 'application/epub+zip', epub),
    of('ps', 'application/postscript', (title, to) =>
      Buffer.from(
        `%!PS-Adobe-3.0\n%%Title: ${title}\n%%Pages: 1\n%%EndComments\n72 720 moveto (${title}) show\n72 700 moveto (More at ${to} as always.) show\nshowpage\n`,
      ),
    ),
    of('ods', `${odf}spreadsheet`, (title, to) =>
      openDocument(
        `${odf}spreadsheet`,
        `<office:spreadsheet><table:table table:name="Sums"><table:table-row><table:table-cell><text:p>${title}</text:p></table:table-cell><table:table-cell><text:p><text:a xlink:href="${to}">more</text:a></text:p></table:table-cell></table:table-row></table:table></office:spreadsheet>`,
      ),
    ),
  ];
}
