import { deflateRawSync, deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { convertDocument } from '../../../lib/documents/convert/convert-document.ts';
import { formatNumberCell, numberFormats } from '../../../lib/documents/convert/sheets/cell-format.ts';
import { openCompoundFile } from '../../../lib/documents/sniff/compound-file.ts';
import { sniffMediaType } from '../../../lib/documents/sniff/sniff-media-type.ts';
import { compoundFile, loopingFile, zipOf } from '../../support/documents/containers.ts';
import { container, record, u32 } from '../../support/documents/ppt-records.ts';

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const url = 'http://x.example/';

async function htmlOf(body: Uint8Array, mediaType: string): Promise<string> {
  const conversion = await convertDocument({ body, mediaType, url });
  if (conversion.kind !== 'converted') throw new Error(`${conversion.reason}: ${conversion.detail}`);
  return conversion.html;
}

const timesOf = (html: string, text: string): number => html.split(text).length - 1;

/** Processor ms of a conversion, the least of three. */
async function cost(body: Uint8Array, mediaType: string): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 3; attempt++) {
    const before = process.cpuUsage();
    await convertDocument({ body, mediaType, url });
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}

/** Four times the parts take four times as long where the time is linear, sixteen times where it is quadratic. */
const maxRatio = 9;
/** Less than this is measured too badly for a ratio. */
const negligibleMs = 60;

async function expectLinear(make: (count: number) => Uint8Array, mediaType: string, count: number) {
  const few = await cost(make(count), mediaType);
  const many = await cost(make(4 * count), mediaType);
  expect(many / Math.max(few, negligibleMs)).toBeLessThan(maxRatio);
}

/** A presentation of so many slides, which all say that they are the same object. */
function slidesInOne(count: number): Buffer {
  const text = record(0x0fa8, Buffer.from('owls'));
  const slide = container(0x03ee, container(0x040c, text));
  const slides = Array.from({ length: count }, (_, index) => record(0x03f3, u32(2, 0, 0, index, 0)));
  const document = container(0x03e8, container(0x0ff0, Buffer.concat(slides)));
  const directoryAt = slide.length + document.length;
  const directory = record(0x1772, u32((2 << 20) | 1, slide.length, 0));
  const edit = record(0x0ff5, u32(0, 0, 0, directoryAt, 0));
  const user = record(0x0ff6, u32(20, 0xe391c05f, directoryAt + directory.length));
  return compoundFile({
    'PowerPoint Document': Buffer.concat([slide, document, directory, edit]),
    'Current User': user,
  });
}

/** A text with a link to nowhere near for each of its paragraphs, one way around. */
function linkedParagraphs(count: number): Buffer {
  const links = Array.from({ length: count }, (_, index) => record(0x0fdf, u32(2 * index, 2 * index + 1)));
  const texts = Buffer.concat([
    record(0x03f3, u32(9, 0, 0, 1, 0)),
    record(0x0f9f, u32(4)),
    record(0x0fa8, Buffer.from('x\r'.repeat(count))),
    container(0x0ff2, record(0x0ff3, u32(0, 1))),
    ...links,
  ]);
  const target = record(0x0fba, Buffer.from('http://x.example/', 'utf16le'), 1 << 4);
  const known = container(0x0409, container(0x0fd7, Buffer.concat([record(0x0fd3, u32(1)), target])));
  const document = container(0x03e8, Buffer.concat([known, container(0x0ff0, texts)]));
  return compoundFile({ 'PowerPoint Document': document });
}

/** A workbook of so many sheets, which all say that they begin at the same place. */
function sheetsInOne(count: number): Buffer {
  const biff = (type: number, data: Buffer): Buffer => {
    const head = Buffer.alloc(4);
    head.writeUInt16LE(type, 0);
    head.writeUInt16LE(data.length, 2);
    return Buffer.concat([head, data]);
  };
  const begin = biff(0x809, Buffer.from([0, 6, 5, 0]));
  const end = biff(0x0a, Buffer.alloc(0));
  const named = (start: number): Buffer =>
    biff(0x85, Buffer.concat([u32(start), Buffer.from([0, 0, 1, 0]), Buffer.from('s')]));
  const start = begin.length + count * named(0).length + end.length;
  const cell = biff(0x204, Buffer.from('\0\0\0\0\0\0\x04\0\0owls', 'latin1'));
  const sheets = Array.from({ length: count }, () => named(start));
  return compoundFile({ Workbook: Buffer.concat([begin, ...sheets, end, begin, cell, end]) });
}

function pngOf(chunks: readonly (readonly [string, Buffer])[]): Buffer {
  const written = chunks.map(([type, data]) => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(data.length, 0);
    head.write(type, 4, 'latin1');
    return Buffer.concat([head, data, Buffer.alloc(4)]);
  });
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...written]);
}

describe('a document is no longer than its file, whatever it says of itself:', () => {
  it('a chain of sectors that comes back ends there', () => {
    const file = loopingFile(1_200_000);
    const before = process.resourceUsage().maxRSS;
    expect(sniffMediaType(file, 'text/html').essence).toBe('application/x-ole-storage');
    // Kilobytes. Following the chains for as many steps as their tables have entries takes gigabytes.
    expect(process.resourceUsage().maxRSS - before).toBeLessThan(200_000);
  });

  it('streams that share sectors have these once', () => {
    const streams = Array.from({ length: 40 }, (_, index) => [`s${index}`, 'x'.repeat(512)]);
    const file = compoundFile(Object.fromEntries(streams));
    const fat = 512;
    for (let sector = 0; sector < 128; sector++) {
      const next = file.readUInt32LE(fat + sector * 4);
      if (sector > 12 && next === 0xfffffffe) file.writeUInt32LE(sector - 1, fat + sector * 4);
    }
    for (let at = 1_024; at + 128 <= 1_024 + 11 * 512; at += 128) file.writeUInt32LE(1_000_000, at + 120);
    const opened = openCompoundFile(file);
    const lengths = [...(opened?.entries.values() ?? [])].map((entry) => opened?.read(entry).length ?? 0);
    expect(lengths.length).toBe(41);
    expect(lengths.reduce((sum, length) => sum + length)).toBeLessThanOrEqual(file.length);
  });

  it('a stream that is read twice is the same', () => {
    const opened = openCompoundFile(compoundFile({ a: 'owls'.repeat(1_000) }));
    const [, entry] = [...(opened?.entries.values() ?? [])];
    if (opened === undefined || entry === undefined) throw new Error('it has no stream');
    expect(opened.read(entry).toString()).toBe('owls'.repeat(1_000));
    expect(opened.read(entry)).toBe(opened.read(entry));
  });

  it('slides that are the same object do not say its text each', async () => {
    const html = await htmlOf(slidesInOne(200), 'application/vnd.ms-powerpoint');
    expect(timesOf(html, 'owls')).toBeLessThan(4);
    expect(timesOf(html, '<section>')).toBe(200);
  });

  it('sheets that begin at the same place have its cells once', async () => {
    const html = await htmlOf(sheetsInOne(100), 'application/vnd.ms-excel');
    expect(timesOf(html, 'owls')).toBe(1);
    expect(timesOf(html, '<h2>')).toBe(100);
  });

  it('parts of an archive that lie in each other are damage', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `word/header${index}.xml`);
    const relationships = names.map(
      (_, index) => `<Relationship Id="r${index}" Type="http://x/header" Target="header${index}.xml"/>`,
    );
    const body = zipOf({
      'word/document.xml': '<w:document/>',
      'word/_rels/document.xml.rels': `<Relationships>${relationships.join('')}</Relationships>`,
      ...Object.fromEntries(names.map((name) => [name, '<w:hdr/>'.repeat(5_000)])),
    });
    expect((await convertDocument({ body, mediaType: word, url })).kind).toBe('converted');
    // All of them begin where the first one does, and are as long as the archive.
    const first = body.indexOf(Buffer.from('word/header0.xml')) - 30;
    for (let at = body.indexOf('PK\x01\x02', 0, 'latin1'); at >= 0; at = body.indexOf('PK\x01\x02', at + 4)) {
      if (!body.toString('latin1', at + 46, at + 57).startsWith('word/header')) continue;
      body.writeUInt32LE(first, at + 42);
      body.writeUInt32LE(body.length - first - 100, at + 20);
    }
    expect(await convertDocument({ body, mediaType: word, url })).toMatchObject({
      kind: 'unreadable',
      detail: 'its parts lie in each other',
    });
  });

  it('a picture has few texts that are unpacked', async () => {
    const packed = (text: string): Buffer =>
      Buffer.concat([Buffer.from('Title\0\0', 'latin1'), deflateSync(text)]);
    const blank = ['zTXt', packed(' '.repeat(1_000))] as const;
    const chunks = (count: number) => [...Array.from({ length: count }, () => blank)];
    const said = ['zTXt', packed('Owls')] as const;
    expect(await htmlOf(pngOf([...chunks(3), said]), 'image/png')).toContain('<h1>Owls</h1>');
    expect(await htmlOf(pngOf([...chunks(2_000 - 1), said]), 'image/png')).not.toContain('Owls');
  });
});

describe('a small document does not take the time of a converter:', () => {
  it('a fraction is not looked for among millions', () => {
    const shown = (code: string, value: number): string => {
      const formats = { ...numberFormats(), codes: new Map([[200, code]]), ofStyle: [200] };
      return formatNumberCell(value, 0, formats);
    };
    expect(shown('# ???/???', 3.25).trim()).toBe('3   1/  4');
    expect(shown(`# ?/${'?'.repeat(200)}`, Math.PI)).toBe('3.14159265358979');
    expect(shown('?????/?????', Math.E)).toBe('2.71828182845905');
    expect(shown('0 0/00000', Math.E)).toBe('2.71828182845905');
  });

  it('authors are gathered in linear time', async () => {
    const make = (count: number): Buffer => {
      const creators = Array.from({ length: count }, (_, index) => `<dc:creator>a${index}</dc:creator>`);
      return zipOf(
        { 'word/document.xml': '<w:document/>', 'docProps/core.xml': `<x>${creators.join('')}</x>` },
        { deflate: deflateRawSync },
      );
    };
    await expectLinear(make, word, 20_000);
    expect(await htmlOf(make(3), word)).toContain('content="a0, a1, a2"');
  });

  it('styles of lists are found in linear time', async () => {
    const make = (count: number): Buffer => {
      const lists = Array.from(
        { length: count },
        (_, index) =>
          `<w:abstractNum w:abstractNumId="${index}"><w:styleLink w:val="s${index}"/></w:abstractNum>`,
      );
      return zipOf(
        {
          'word/document.xml': '<w:document/>',
          'word/numbering.xml': `<w:numbering>${lists.join('')}</w:numbering>`,
          'word/_rels/document.xml.rels':
            '<Relationships><Relationship Id="n" Type="http://x/numbering" Target="numbering.xml"/></Relationships>',
        },
        { deflate: deflateRawSync },
      );
    };
    await expectLinear(make, word, 8_000);
  });

  it('links of a text are laid over its paragraphs in linear time', async () => {
    const powerpoint = 'application/vnd.ms-powerpoint';
    expect(
      timesOf(await htmlOf(linkedParagraphs(100), powerpoint), '<a href="http://x.example/">x</a>'),
    ).toBe(100);
    await expectLinear(linkedParagraphs, powerpoint, 4_000);
  });
});
