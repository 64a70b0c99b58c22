import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { CanonicalUrl } from '../../lib/base/url/url.ts';
import { defaultUrlSettings } from '../../lib/base/url/url-settings.ts';
import { convertDocument } from '../../lib/documents/convert/convert-document.ts';
import { unreadableReasons } from '../../lib/documents/convert/converter.ts';
import { sniffMediaType } from '../../lib/documents/sniff/sniff-media-type.ts';
import type { ReadRequest } from '../../lib/domain/reading/page.ts';
import { readPage } from '../../lib/domain/reading/read-page.ts';
import { casesFile, hasCases } from '../support/cases.ts';
import { compoundFile, zipOf } from '../support/documents/containers.ts';
import { lightDocuments } from '../support/documents/light-samples.ts';
import { type SampleDocument, sampleDocuments } from '../support/documents/samples.ts';

const link = (name: string) => `http://d.example/linked-by-${name}`;
/** One document of each format, heavy and light. */
const samples: readonly SampleDocument[] = [...sampleDocuments(link), ...lightDocuments(link)];
const url = 'http://a.example/' as CanonicalUrl;
const lockedPdf = 'documents/files/textract-js/pdf-example-password.original.pdf';
const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

const converted = (body: Uint8Array, mediaType: string) => convertDocument({ body, mediaType, url });

/** With everything on that a job may want of a page. */
function read(body: string | Uint8Array, contentType: string, wanted: Partial<ReadRequest> = {}) {
  return readPage({
    ...{ url, contentType, urlSettings: defaultUrlSettings, extract: [], product: 'winnow' },
    body: typeof body === 'string' ? Buffer.from(body) : body,
    content: {
      main: true,
      markdown: 'both',
      data: true,
      language: false,
      linkBlocks: true,
      nearDuplicates: 'mark',
    },
    ...wanted,
  });
}
function contentOf(result: ReturnType<typeof read>) {
  if (result.kind !== 'page') throw new Error(`${result.kind}: ${JSON.stringify(result)}`);
  return result.content;
}

describe.each(samples.map((sample) => [sample.name, sample] as const))('bad input (%s)', (_, sample) => {
  it('that is cut off anywhere ends in an outcome with its reason', async () => {
    for (const part of [0.1, 0.5, 0.9, 0.99]) {
      const body = sample.body.subarray(0, Math.floor(sample.body.length * part));
      const result = await converted(body, sample.mediaType);
      if (result.kind === 'unreadable') {
        expect(unreadableReasons).toContain(result.reason);
        expect(result.detail).not.toBe('');
      }
    }
  });

  it('of no bytes ends in an outcome', async () => {
    const { kind } = await converted(new Uint8Array(0), sample.mediaType);
    expect(['converted', 'unreadable']).toContain(kind);
    expect(['page', 'unsupported', 'unreadable']).toContain(read('', sample.mediaType).kind);
  });

  it('under the name of another format is told by its bytes, or ends in an outcome', async () => {
    const isBinary = sample.body.includes(0);
    for (const declared of ['application/octet-stream', '', 'text/plain']) {
      const { essence } = sniffMediaType(sample.body, declared);
      if (isBinary) expect([declared, essence]).not.toContain('text/html');
      const { kind } = await converted(sample.body, essence);
      expect(['converted', 'unreadable']).toContain(kind);
    }
    for (const other of samples) {
      const { kind } = await converted(sample.body, other.mediaType);
      expect(['converted', 'unreadable']).toContain(kind);
    }
  });
});

describe('bad input', () => {
  it('of macros is read without them', async () => {
    const docm = zipOf({
      '[Content_Types].xml': '<Types/>',
      'word/document.xml': '<w:document><w:body><w:p><w:r><w:t>Owls</w:t></w:r></w:p></w:body></w:document>',
      'word/vbaProject.bin': compoundFile({ ThisDocument: 'Sub AutoOpen() Shell "calc" End Sub' }),
    });
    const result = await converted(docm, 'application/vnd.ms-word.document.macroenabled.12');
    expect(result).toMatchObject({ kind: 'converted', html: expect.stringContaining('Owls') });
    expect(JSON.stringify(result)).not.toMatch(/AutoOpen|Shell/);
  });

  it.runIf(hasCases(lockedPdf))('behind a password says so', async () => {
    const body = readFileSync(casesFile(lockedPdf));
    expect(await converted(body, 'application/pdf')).toMatchObject({
      kind: 'unreadable',
      reason: 'encrypted',
    });
  });

  it.each([
    ['XML', 'text/xml', (xml: string) => Buffer.from(xml)],
    ['SVG', 'image/svg+xml', (xml: string) => Buffer.from(xml)],
    ['a part of a package', wordType, (xml: string) => zipOf({ 'word/document.xml': xml })],
  ] as const)('(entities that grow without end in %s) stays small', async (_, mediaType, bodyOf) => {
    const entities = Array.from(
      { length: 30 },
      (__, i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(10)}">`,
    ).join('');
    const xml = `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY e0 "owl">${entities}<!ENTITY x SYSTEM "file:///etc/passwd">]><a><w:p>&e30;&x;</w:p></a>`;
    const result = await converted(bodyOf(xml), mediaType);
    expect(JSON.stringify(result).length).toBeLessThan(20_000);
    expect(JSON.stringify(result)).not.toContain('root:');
  });

  it('of UTF-16 that is none is read with signs for what cannot be', () => {
    const lone = Buffer.from('\ufeff<title>Owls \ud800 at night</title><p>\udc00 hoot', 'utf16le');
    for (const body of [lone, Buffer.concat([lone, Buffer.from([0x41])])]) {
      const content = contentOf(read(body, 'text/html; charset=utf-16le'));
      expect(content.title).toMatch(/^Owls .* at night$/);
      expect(content.title.isWellFormed()).toBe(true);
      expect(content.text.isWellFormed()).toBe(true);
    }
  });

  it('of megabytes in one line is read, or ends in an outcome', async () => {
    const size = process.env.WINNOW_TEST_FULL === '1' ? 10_000_000 : 3_000_000;
    expect(contentOf(read(`<p>${'owls '.repeat(size / 5)}`, 'text/html')).text.length).toBeGreaterThan(
      0.9 * size,
    );
    expect(contentOf(read('x'.repeat(size), 'text/plain')).text).toHaveLength(size);
    for (const [mediaType, text] of [
      ['text/csv', 'a,'.repeat(size / 2)],
      ['application/json', `[${'1,'.repeat(size / 2)}1]`],
      ['text/markdown', '*a* '.repeat(size / 4)],
    ] as const) {
      const result = await converted(Buffer.from(text), mediaType);
      expect(['converted', 'unreadable'], mediaType).toContain(result.kind);
    }
  });

  it('of a million links keeps the first ones and counts the others', () => {
    const content = contentOf(read('<a href=/x>y</a>'.repeat(1_000_000), 'text/html'));
    expect([content.links.length, content.moreLinks]).toEqual([10_000, 990_000]);
  });

  it.each(['div', 'b', 'table', 'ul', 'blockquote', 'template', 'svg'])(
    'of <%s> in itself 100,000 times has its text',
    (name) => {
      const { text } = contentOf(read(`${`<${name}>`.repeat(100_000)}owls`, 'text/html'));
      expect(['owls', '']).toContain(text);
      const after = contentOf(
        read(`${`<${name}>`.repeat(100_000)}${`</${name}>`.repeat(100_000)}<p>owls`, 'text/html'),
      );
      expect(after.text).toBe('owls');
    },
  );
});
