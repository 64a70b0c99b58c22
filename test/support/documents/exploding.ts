import { deflateRawSync } from 'node:zlib';
import { zipOf } from './containers.ts';
import type { SampleDocument } from './samples.ts';

const office = 'application/vnd.openxmlformats-officedocument.';

/** A document that is small until it is read. */
export interface ExplodingDocument extends Omit<SampleDocument, 'body'> {
  /** What its visit ends with, where a conversion has 64 MB. */
  readonly detail: RegExp;
  /** Takes half a second. */
  make(): Uint8Array;
}

/** Documents of a megabyte: one that unpacks to more than any may, and one whose cells take more memory than its job allows. */
export const explodingDocuments: readonly ExplodingDocument[] = [
  {
    name: 'bomb',
    mediaType: `${office}wordprocessingml.document`,
    detail: /^unreadable: (?:too-large: .* unpack to more than|it takes more than 64 MB of memory)/,
    make: () => wordOf(250_000_000),
  },
  {
    name: 'swollen',
    mediaType: `${office}spreadsheetml.sheet`,
    detail: /^unreadable: .*memory/,
    make: () => workbookOf(100_000_000),
  },
];

/** @param bytes when it is unpacked */
function wordOf(bytes: number): Buffer {
  const paragraphs = Buffer.alloc(bytes, '<w:p><w:r><w:t>owls and more owls</w:t></w:r></w:p>');
  return packed({ '[Content_Types].xml': '<Types/>', 'word/document.xml': paragraphs });
}

/** A workbook of more strings than fit into memory. @param bytes when it is unpacked */
function workbookOf(bytes: number): Buffer {
  const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings';
  return packed({
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.xml': '<workbook><sheets/></workbook>',
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="r" Type="${type}" Target="strings.xml"/></Relationships>`,
    'xl/strings.xml': Buffer.alloc(bytes, '<si><t>owls at night by a lake</t></si>'),
  });
}

function packed(parts: Readonly<Record<string, string | Uint8Array>>): Buffer {
  return zipOf(parts, { deflate: (bytes) => deflateRawSync(bytes, { level: 1 }) });
}
