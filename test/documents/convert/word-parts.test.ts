import { describe, expect, it } from 'vitest';
import { zipOf } from '../../support/documents/containers.ts';
import { bodyHtml } from '../../support/documents/converting.ts';

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

const run = (text: string, properties = ''): string =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t>${text}</w:t></w:r>`;
const paragraph = (...runs: readonly string[]): string => `<w:p>${runs.join('')}</w:p>`;

function document(body: string, parts: Readonly<Record<string, string | Uint8Array>> = {}): Uint8Array {
  return zipOf({ 'word/document.xml': `<w:document><w:body>${body}</w:body></w:document>`, ...parts });
}

function relationship(id: string, kind: string, target: string): string {
  const mode = target.startsWith('http') ? ' TargetMode="External"' : '';
  return `<Relationships><Relationship Id="${id}" Type="x/${kind}" Target="${target}"${mode}/></Relationships>`;
}

describe('a Word document', () => {
  it('has the links of pictures, with and without a text', async () => {
    const rels = { 'word/_rels/document.xml.rels': relationship('h', 'hyperlink', 'http://a.example/') };
    const picture = (descr: string, inside = ''): string =>
      `<w:r><w:drawing><wp:inline><wp:docPr id="1" name="P" descr="${descr}">${inside}</wp:docPr></wp:inline></w:drawing></w:r>`;
    const click = '<a:hlinkClick r:id="h"/>';
    const link = '<a href="http://a.example/">';
    expect(await bodyHtml(document(paragraph(picture('A heron', click)), rels), word)).toBe(
      `<p>${link}A heron</a></p>`,
    );
    expect(await bodyHtml(document(paragraph(picture('', click)), rels), word)).toBe(`<p>${link}</a></p>`);
    const around = `<w:hyperlink r:id="h">${picture('')}</w:hyperlink>`;
    expect(await bodyHtml(document(paragraph(around), rels), word)).toBe(`<p>${link}</a></p>`);
  });

  it('has what shapes of VML say: alternatives, links, letters along a path', async () => {
    const shape = (attributes: string, inside = ''): string =>
      `<w:r><w:pict><v:shape ${attributes}>${inside}</v:shape></w:pict></w:r>`;
    const body = paragraph(
      shape('alt="A map" href="http://map.example/"'),
      shape('', '<v:textpath string="Draft"/>'),
    );
    expect(await bodyHtml(document(body), word)).toBe(
      '<p><a href="http://map.example/">A map</a></p><p>Draft</p>',
    );
  });

  it('parts what stands at stops of a tab, in headers too', async () => {
    expect(
      await bodyHtml(
        document(paragraph(run('left'), '<w:r><w:ptab w:alignment="right"/></w:r>', run('right'))),
        word,
      ),
    ).toBe('<p>left\tright</p>');
  });

  it('has no text whose style hides it, and no rows that were deleted', async () => {
    const hidden = '<w:rPr><w:vanish/></w:rPr>';
    const styles = {
      'word/_rels/document.xml.rels': relationship('s', 'styles', 'styles.xml'),
      'word/styles.xml': `<w:styles><w:style w:styleId="H">${hidden}</w:style></w:styles>`,
    };
    const style = '<w:rStyle w:val="H"/>';
    const body =
      paragraph(run('a'), run('secret', style), run('b', `${style}<w:vanish w:val="0"/>`)) +
      `<w:p><w:pPr><w:pStyle w:val="H"/></w:pPr>${run('secret')}${run('c', '<w:vanish w:val="0"/>')}</w:p>` +
      `<w:tbl><w:tr><w:trPr><w:del/></w:trPr><w:tc>${paragraph(run('gone'))}</w:tc></w:tr>` +
      `<w:tr><w:tc>${paragraph(run('kept'))}</w:tc></w:tr></w:tbl>`;
    expect(await bodyHtml(document(body, styles), word)).toBe(
      '<p>ab</p><p>c</p><table><tr></tr><tr><td><p>kept</p></td></tr></table>',
    );
  });

  const withChunk = (name: string, chunk: string | Uint8Array): Uint8Array =>
    document(`${paragraph(run('before'))}<w:altChunk r:id="c"/>${paragraph(run('after'))}`, {
      'word/_rels/document.xml.rels': relationship('c', 'aFChunk', name),
      [`word/${name}`]: chunk,
    });

  it.each<readonly [string, string | Uint8Array]>([
    ['chunk.html', '<html><body><p>the <b>chunk</b></p></body></html>'],
    ['chunk.rtf', '{\\rtf1 the chunk}'],
    ['chunk.txt', 'the chunk'],
    ['chunk.docx', document(paragraph(run('the chunk')))],
    ['chunk.mht', 'MIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n<p>the chunk</p>'],
  ])('has the documents of other formats that are part of it (%s)', async (name, chunk) => {
    const shown = (await bodyHtml(withChunk(name, chunk), word))
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ');
    expect(shown.trim()).toBe('before the chunk after');
  });

  it('that is part of one that is part of it is not read again', async () => {
    const inner = withChunk('chunk.txt', 'innermost');
    expect(await bodyHtml(withChunk('chunk.docx', inner), word)).not.toContain('innermost');
  });
});
