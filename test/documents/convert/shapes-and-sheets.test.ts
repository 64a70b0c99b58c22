import { describe, expect, it } from 'vitest';
import { sniffMediaType } from '../../../lib/documents/sniff/sniff-media-type.ts';
import { compoundFile, zipOf } from '../../support/documents/containers.ts';
import { bodyHtml } from '../../support/documents/converting.ts';

const slides = 'application/vnd.openxmlformats-officedocument.presentationml.presentation';
const sheets = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

function relationships(...all: readonly (readonly [id: string, kind: string, target: string])[]): string {
  const each = all.map(
    ([id, kind, target]) =>
      `<Relationship Id="${id}" Type="x/${kind}" Target="${target}"${target.startsWith('http') ? ' TargetMode="External"' : ''}/>`,
  );
  return `<Relationships>${each.join('')}</Relationships>`;
}

describe('a presentation', () => {
  it('has the links of its shapes and pictures, once each', async () => {
    const named = (inside: string, descr = ''): string =>
      `<p:cNvPr id="1" name="n" descr="${descr}">${inside}</p:cNvPr>`;
    const click = (id: string): string => `<a:hlinkClick r:id="${id}"/>`;
    const slide =
      `<p:sld><p:sp><p:nvSpPr>${named(click('h1'))}</p:nvSpPr><p:txBody><a:p><a:r><a:t>Go</a:t></a:r></a:p></p:txBody></p:sp>` +
      `<p:pic><p:nvPicPr>${named(click('h2'), 'A heron')}</p:nvPicPr></p:pic>` +
      `<p:pic><p:nvPicPr>${named(click('h3'))}</p:nvPicPr></p:pic>` +
      `<p:sp><p:nvSpPr>${named('')}</p:nvSpPr><p:txBody><a:p><a:r><a:t>Plain</a:t></a:r></a:p></p:txBody></p:sp></p:sld>`;
    const body = zipOf({
      'ppt/presentation.xml':
        '<p:presentation><p:sldIdLst><p:sldId id="256" r:id="s"/></p:sldIdLst></p:presentation>',
      'ppt/_rels/presentation.xml.rels': relationships(['s', 'slide', 'slides/slide1.xml']),
      'ppt/slides/slide1.xml': slide,
      'ppt/slides/_rels/slide1.xml.rels': relationships(
        ['h1', 'hyperlink', 'http://a.example/1'],
        ['h2', 'hyperlink', 'http://a.example/2'],
        ['h3', 'hyperlink', 'http://a.example/3'],
      ),
    });
    expect(await bodyHtml(body, slides)).toBe(
      '<section><p><a href="http://a.example/1">Go</a></p><p><a href="http://a.example/2">A heron</a></p>' +
        '<p><a href="http://a.example/3"></a></p><p>Plain</p></section>',
    );
  });
});

describe('a workbook', () => {
  const workbook = (rows: string, rest = '', parts: Readonly<Record<string, string>> = {}): Uint8Array =>
    zipOf({
      'xl/workbook.xml': '<workbook><sheets><sheet name="S" r:id="r1"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels': relationships(
        ['r1', 'worksheet', 'sheet1.xml'],
        ['r2', 'styles', 'styles.xml'],
      ),
      'xl/sheet1.xml': `<worksheet><sheetData><row>${rows}</row></sheetData>${rest}</worksheet>`,
      ...parts,
    });

  it('has the signs of currencies', async () => {
    const codes = ['[$€-407] #,##0.00', '#,##0.00 [$CHF]', '[$-409]0.0', '[$$-409]0'];
    const styles =
      `<styleSheet><numFmts>${codes.map((code, at) => `<numFmt numFmtId="${200 + at}" formatCode="${code}"/>`).join('')}</numFmts>` +
      `<cellXfs>${codes.map((_, at) => `<xf numFmtId="${200 + at}"/>`).join('')}</cellXfs></styleSheet>`;
    const cells = codes.map((_, at) => `<c s="${at}"><v>5</v></c>`).join('');
    expect(await bodyHtml(workbook(cells, '', { 'xl/styles.xml': styles }), sheets)).toBe(
      '<h2>S</h2><table><tr><td>€ 5.00</td><td>5.00 CHF</td><td>5.0</td><td>$5</td></tr></table>',
    );
  });

  it('has links of formulas and of shapes, and headers without their codes', async () => {
    const cell = '<c t="str"><f>HYPERLINK("http://a.example/","label")</f><v>label</v></c>';
    const header =
      '<headerFooter><oddHeader>&amp;L&amp;K01+000left&amp;R&amp;K00-024right</oddHeader></headerFooter>';
    const body = workbook(cell, header, {
      'xl/_rels/sheet1.xml.rels': relationships(['d', 'drawing', 'drawing1.xml']),
      'xl/drawing1.xml':
        '<xdr:wsDr><xdr:sp><xdr:nvSpPr><xdr:cNvPr id="1" name="n"><a:hlinkClick r:id="h"/></xdr:cNvPr></xdr:nvSpPr></xdr:sp></xdr:wsDr>',
      'xl/_rels/drawing1.xml.rels': relationships(['h', 'hyperlink', 'http://b.example/']),
    });
    expect(await bodyHtml(body, sheets)).toBe(
      '<h2>S</h2><table><tr><td><a href="http://a.example/">label</a></td></tr></table><p>left</p><p>right</p><a href="http://b.example/"></a>',
    );
  });

  it('has numbers of charts as they are shown', async () => {
    const chart =
      '<c:chartSpace><c:numCache><c:formatCode>General</c:formatCode><c:pt><c:v>4.4000000000000004</c:v></c:pt><c:pt><c:v>2</c:v></c:pt></c:numCache></c:chartSpace>';
    const body = workbook('', '', {
      'xl/_rels/sheet1.xml.rels': relationships(['d', 'drawing', 'drawing1.xml']),
      'xl/drawing1.xml': '<xdr:wsDr/>',
      'xl/_rels/drawing1.xml.rels': relationships(['c', 'chart', 'chart1.xml']),
      'xl/chart1.xml': chart,
    });
    expect(await bodyHtml(body, sheets)).toContain('<p>4.4 2</p>');
  });
});

function biff(type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16LE(type, 0);
  head.writeUInt16LE(data.length, 2);
  return Buffer.concat([head, data]);
}

function u16(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [at, value] of values.entries()) bytes.writeUInt16LE(value, at * 2);
  return bytes;
}

function double(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return bytes;
}

describe('a workbook of Excel until 1995', () => {
  const bytes = Buffer.from;
  const text = (said: string): Buffer => bytes(said, 'latin1');
  const short = (said: string): Buffer => Buffer.concat([bytes([said.length]), text(said)]);
  const long = (said: string): Buffer => Buffer.concat([u16(said.length), text(said)]);
  const isText = Buffer.concat([u16(0, 0, 0), bytes([0xff, 0xff])]);
  const all = (...parts: readonly Buffer[]): Buffer => Buffer.concat(parts);
  const end = biff(0x0a, Buffer.alloc(0));

  const second = all(
    biff(0x009, u16(2, 0x10)),
    biff(0x42, u16(32768)),
    biff(0x1e, short('General')),
    biff(0x1e, short('0.00')),
    biff(0x04, all(u16(0, 0), bytes([0, 0, 0]), short('caf\x8e'))),
    biff(0x03, all(u16(0, 1), bytes([0, 1, 0]), double(2.5))),
    biff(0x02, all(u16(0, 2), bytes([0, 0, 0]), u16(7))),
    biff(0x06, all(u16(0, 3), bytes([0, 0, 0]), isText)),
    biff(0x07, short('sum')),
    biff(0x05, all(u16(0, 4), bytes([0, 0, 0]), bytes([1, 0]))),
    end,
  );
  const later = (version: number, format: Buffer): Buffer =>
    all(
      biff(version === 3 ? 0x209 : 0x409, u16(version, 0x10, 0)),
      biff(0x42, u16(10000)),
      ...[short('General'), short('0.00')].map((code) =>
        biff(version === 3 ? 0x1e : 0x41e, all(format, code)),
      ),
      ...[0, 1].map((its) => biff(version === 3 ? 0x243 : 0x443, bytes([0, its, ...Buffer.alloc(10)]))),
      biff(0x204, all(u16(0, 0, 0), long('caf\x8e'))),
      biff(0x203, all(u16(0, 1, 1), double(2.5))),
      biff(0x27e, all(u16(0, 2, 0), u16((7 << 2) | 2, 0))),
      biff(version === 3 ? 0x206 : 0x406, all(u16(0, 3, 0), isText)),
      biff(0x207, long('sum')),
      biff(0x205, all(u16(0, 4, 0), bytes([1, 0]))),
      end,
    );

  it.each<readonly [number, Buffer]>([
    [2, second],
    [3, later(3, Buffer.alloc(0))],
    [4, later(4, u16(0))],
  ])('(Excel %d) has its cells as they are shown', async (_, body) => {
    const { essence } = sniffMediaType(body, 'application/octet-stream');
    expect([essence, await bodyHtml(body, essence)]).toEqual([
      'application/vnd.ms-excel',
      '<table><tr><td>café</td><td>2.50</td><td>7</td><td>sum</td><td>TRUE</td></tr></table>',
    ]);
  });
});

describe('a workbook of Excel 97 to 2003', () => {
  const record = biff;
  const wide = (text: string): Buffer => Buffer.from(text, 'utf16le');

  it('has readings behind their strings, and the strings behind those', async () => {
    const reading = 'とうきょう';
    const extra = Buffer.concat([
      u16(1, 8 + reading.length * 2 + 6, 0, 0, 1, reading.length, reading.length),
      wide(reading),
      u16(0, 0, 2),
    ]);
    const first = Buffer.concat([u16(2), Buffer.from([5]), u16(extra.length, 0), wide('東京'), extra]);
    const second = Buffer.concat([u16(3), Buffer.from([0]), Buffer.from('abc')]);
    const sst = record(0xfc, Buffer.concat([u16(2, 0, 2, 0), first, second]));
    const cell = (column: number, at: number): Buffer => record(0xfd, u16(0, column, 0, at, 0));
    const begin = (kind: number): Buffer => record(0x809, u16(0x600, kind, 0, 0, 0, 0, 0, 0));
    const end = record(0x0a, Buffer.alloc(0));
    const sheet = Buffer.concat([begin(0x10), cell(0, 0), cell(1, 1), end]);
    const bound = (start: number): Buffer =>
      record(
        0x85,
        Buffer.concat([u16(start & 0xffff, start >>> 16, 0), Buffer.from([1, 0]), Buffer.from('S')]),
      );
    const globals = (start: number): Buffer => Buffer.concat([begin(5), bound(start), sst, end]);
    const stream = Buffer.concat([globals(globals(0).length), sheet]);
    expect(await bodyHtml(compoundFile({ Workbook: stream }), 'application/vnd.ms-excel')).toBe(
      `<h2>S</h2><table><tr><td>東京 (${reading})</td><td>abc</td></tr></table>`,
    );
  });
});

describe('a workbook of binary parts', () => {
  const record = (type: number, data: Buffer): Buffer =>
    Buffer.concat([
      type < 0x80 ? Buffer.from([type]) : Buffer.from([(type & 0x7f) | 0x80, type >> 7]),
      Buffer.from([data.length]),
      data,
    ]);
  const u32 = (...values: readonly number[]): Buffer => {
    const bytes = Buffer.alloc(values.length * 4);
    for (const [at, value] of values.entries()) bytes.writeUInt32LE(value, at * 4);
    return bytes;
  };
  const string = (text: string): Buffer => Buffer.concat([u32(text.length), Buffer.from(text, 'utf16le')]);

  it('has readings behind their strings, and comments behind their authors', async () => {
    const shared = record(
      19,
      Buffer.concat([Buffer.from([3]), string('東京'), u32(1, 0), string('とう'), u32(0)]),
    );
    const body = zipOf({
      'xl/workbook.bin': record(156, Buffer.concat([u32(0, 1), string('r1'), string('S')])),
      'xl/_rels/workbook.bin.rels': relationships(
        ['r1', 'worksheet', 'sheet1.bin'],
        ['r2', 'sharedStrings', 'strings.bin'],
      ),
      'xl/strings.bin': shared,
      'xl/sheet1.bin': Buffer.concat([record(0, u32(0)), record(7, u32(0, 0, 0))]),
      'xl/_rels/sheet1.bin.rels': relationships(['c', 'comments', 'comments1.bin']),
      'xl/comments1.bin': Buffer.concat([
        record(632, string('Ann')),
        record(635, u32(0, 0, 0, 0, 0)),
        record(637, Buffer.concat([Buffer.from([0]), string('Good')])),
      ]),
    });
    expect(await bodyHtml(body, 'application/vnd.ms-excel.sheet.binary.macroenabled.12')).toBe(
      '<h2>S</h2><table><tr><td>東京 (とう)</td></tr></table><p>Ann: Good</p>',
    );
  });
});

describe('a book', () => {
  it('that does not say in which order it is read has the documents that it lists', async () => {
    const item = (id: string, type: string): string => `<item id="${id}" href="${id}" media-type="${type}"/>`;
    const body = zipOf({
      'a.opf': `<package><manifest>${item('b.css', 'text/css')}${item('c.xhtml', 'application/xhtml+xml')}</manifest><spine/></package>`,
      'c.xhtml': '<html><body><p>words</p></body></html>',
    });
    expect(await bodyHtml(body, 'application/epub+zip')).toContain('<p>words</p>');
  });
});
