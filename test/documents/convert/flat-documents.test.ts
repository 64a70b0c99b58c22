import { describe, expect, it } from 'vitest';
import { sniffMediaType } from '../../../lib/documents/sniff/sniff-media-type.ts';
import { zipOf } from '../../support/documents/containers.ts';
import { bodyHtml } from '../../support/documents/converting.ts';

async function shown(source: string | Uint8Array, contentType: string): Promise<string> {
  const body = Buffer.from(source as Uint8Array);
  return bodyHtml(body, sniffMediaType(body, contentType).essence);
}

const word = (text: string): string =>
  '<?xml version="1.0"?><?mso-application progid="Word.Document"?><pkg:package xmlns:pkg="p">' +
  '<pkg:part pkg:name="/_rels/.rels"><pkg:xmlData><Relationships><Relationship Id="r" Type="x/officeDocument" Target="word/document.xml"/></Relationships></pkg:xmlData></pkg:part>' +
  `<pkg:part pkg:name="/word/document.xml"><pkg:xmlData><w:document><w:body><w:p>${text}</w:p></w:body></w:document></pkg:xmlData></pkg:part>` +
  '<pkg:part pkg:name="/word/media/a.png"><pkg:binaryData>iVBORw0KGgo=</pkg:binaryData></pkg:part></pkg:package>';

const openDocument = (kind: string, body: string): string =>
  `<?xml version="1.0"?><office:document office:mimetype="application/vnd.oasis.opendocument.${kind}">` +
  '<office:meta><dc:title>Title</dc:title></office:meta><office:styles><style:style/></office:styles>' +
  '<office:master-styles><style:footer><text:p>Foot</text:p></style:footer></office:master-styles>' +
  `<office:body>${body}</office:body></office:document>`;

describe('a document whose parts stand in one XML file', () => {
  it.each(['text/xml', 'application/xml', 'application/msword', 'application/octet-stream', ''])(
    'of Word is read as one, whatever it is called (%s)',
    async (contentType) => {
      const text =
        '<w:r><w:t>spl</w:t></w:r><w:r><w:t>it</w:t></w:r><w:del><w:r><w:delText>gone</w:delText></w:r></w:del>';
      const html = await shown(word(text), contentType);
      expect(html).toBe('<p>split</p>');
    },
  );

  it('of OpenDocument is read as one', async () => {
    const text =
      '<office:text><text:p><text:span>spl</text:span><text:span>it</text:span></text:p></office:text>';
    expect(await shown(openDocument('text', text), 'text/xml')).toBe(
      '<p>split</p><footer><p>Foot</p></footer>',
    );
    const sheet =
      '<office:spreadsheet><table:table table:name="S"><table:table-row><table:table-cell><text:p>a</text:p></table:table-cell></table:table-row></table:table></office:spreadsheet>';
    expect(
      await shown(openDocument('spreadsheet', sheet), 'application/vnd.oasis.opendocument.spreadsheet'),
    ).toContain('<h2>S</h2><table><tr><td><p>a</p></td></tr></table>');
  });
});

describe('an OpenDocument file', () => {
  it('is known by its manifest where its first part does not say what it is', async () => {
    const body = zipOf({
      'content.xml':
        '<office:document-content><office:body><office:text><text:p>words</text:p></office:text></office:body></office:document-content>',
      'META-INF/manifest.xml':
        '<manifest:manifest><manifest:file-entry manifest:media-type="application/vnd.oasis.opendocument.text" manifest:full-path="/"/></manifest:manifest>',
    });
    expect(await shown(body, 'application/octet-stream')).toBe('<p>words</p>');
  });
});
