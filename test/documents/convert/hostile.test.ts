import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { convertDocument } from '../../../lib/documents/convert/convert-document.ts';
import { defaultConvertLimits } from '../../../lib/documents/convert/converter.ts';
import { readMarkup } from '../../../lib/documents/html/read-markup.ts';
import { compoundFile, zipOf } from '../../support/documents/containers.ts';

const limits = { ...defaultConvertLimits, maxHtml: 1_000_000 };
const small = { ...limits, maxUnpacked: 10_000_000 };
const deep = 100_000;
const long = 3_000_000;

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const text = 'application/vnd.oasis.opendocument.text';

/** Shapes that cost a careless reader time or memory by their square, or its stack. */
const shapes: readonly (readonly [string, string, string | Uint8Array])[] = [
  ['nested elements', 'text/xml', '<a>'.repeat(deep)],
  ['texts and elements in one line', 'text/xml', `<r>${'w <b/> '.repeat(long / 7)}`],
  ['nested elements of a Word document', word, zipOf({ 'word/document.xml': '<w:p>'.repeat(deep) })],
  ['nested sections', text, zipOf({ mimetype: text, 'content.xml': '<text:section>'.repeat(2_000) })],
  ['nested arrays', 'application/json', '['.repeat(long)],
  ['one long string', 'application/json', `"${'x'.repeat(long)}`],
  ['nested groups', 'application/rtf', `{\\rtf1 ${'{'.repeat(long)}x`],
  ['control words without end', 'application/rtf', `{\\rtf1 ${'\\a'.repeat(long / 2)}`],
  ['nested braces', 'application/x-tex', `\\title${'{'.repeat(long)}`],
  ['commands in commands', 'application/x-tex', '\\emph{'.repeat(deep)],
  ['arguments that do not end', 'application/x-tex', '\\title{a'.repeat(long / 24)],
  ['options that do not end', 'application/x-tex', '\\item['.repeat(long / 6)],
  ['brackets', 'text/markdown', '['.repeat(long / 10)],
  ['links that do not end', 'text/markdown', '[a]('.repeat(long / 10)],
  ['signs of emphasis', 'text/markdown', '*_`'.repeat(long / 10)],
  ['rows of signs', 'text/markdown', `${'- '.repeat(deep)}\n${'|'.repeat(deep)}\n${'-|'.repeat(deep)}`],
  ['quotes that do not end', 'text/csv', '"a,""b,'.repeat(long / 10)],
  ['one line of cells', 'text/csv', 'a,'.repeat(long / 2)],
  ['one line', 'text/plain', 'x'.repeat(long)],
  ['URLs', 'text/plain', 'http://a.example/ '.repeat(deep)],
  ['parts in parts', 'message/rfc822', 'Content-Type: multipart/mixed; boundary=b\n\n--b\n'.repeat(20_000)],
  ['nested HTML', 'message/rfc822', `Content-Type: text/html\n\n${'<b>'.repeat(long / 3)}`],
  ['a long head', 'message/rfc822', `${'X: y\n z\n'.repeat(deep)}\nx`],
  ['beginnings of messages', 'application/mbox', 'From a 2001\n\n'.repeat(deep)],
  ['open strings', 'application/postscript', `%!PS-Adobe\n${'('.repeat(deep)}`],
  ['open strings in strings', 'application/postscript', `%!PS-Adobe\n${'(()'.repeat(deep)}`],
];

describe('a document of a hostile shape', () => {
  it.each(shapes)('(%s) ends in an outcome, and its HTML can be read', async (_, mediaType, said) => {
    const body = typeof said === 'string' ? Buffer.from(said) : said;
    const conversion = await convertDocument({ body, mediaType, url: 'http://x.example/', limits });
    if (conversion.kind === 'converted') {
      expect(conversion.html.length).toBeLessThan(limits.maxHtml + 20_000);
      readMarkup(conversion.html);
    } else expect(conversion.detail).not.toBe('');
  });

  it('(elements that nobody closes) is read to its end', async () => {
    const body = Buffer.from(`<r>${'<a>'.repeat(deep)}<b>the last words</b>`);
    const conversion = await convertDocument({
      body,
      mediaType: 'text/xml',
      url: 'http://x.example/',
      limits,
    });
    expect(conversion).toMatchObject({ html: expect.stringContaining('the last words') });
  });

  it('(a bomb in each of many parts) is refused by what they unpack to together', async () => {
    const bomb = deflateRawSync(Buffer.alloc(3_000_000, '<a/>'));
    const body = zipOf(
      Object.fromEntries([
        ['[Content_Types].xml', ''],
        ['word/document.xml', '<w:document/>'],
        ['word/_rels/document.xml.rels', relationshipsTo(20)],
        ...Array.from({ length: 20 }, (_, index) => [
          `word/header${index}.xml`,
          Buffer.alloc(3_000_000, '<a/>'),
        ]),
      ]),
      { deflate: (bytes) => (bytes.length > 1_000_000 ? bomb : deflateRawSync(bytes)) },
    );
    const conversion = await convertDocument({
      body,
      mediaType: word,
      url: 'http://x.example/',
      limits: small,
    });
    expect(conversion).toMatchObject({ kind: 'unreadable', reason: 'too-large' });
  });

  it('(chains of sectors that bite their tails) ends', async () => {
    const body = compoundFile({ Workbook: 'x'.repeat(5_000) });
    // Each entry of the table points to the sector that it stands for.
    for (let sector = 0; sector < 128; sector++) body.writeUInt32LE(sector, 512 + sector * 4);
    const conversion = await convertDocument({
      body,
      mediaType: 'application/vnd.ms-excel',
      url: 'http://x.example/',
    });
    expect(conversion.kind).toBe('unreadable');
  });
});

function relationshipsTo(headers: number): string {
  const each = Array.from(
    { length: headers },
    (_, index) => `<Relationship Id="r${index}" Type="http://x/header" Target="header${index}.xml"/>`,
  );
  return `<Relationships>${each.join('')}</Relationships>`;
}
