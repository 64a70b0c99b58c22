/** A format of documents that has a converter. */
export interface DocumentFormat {
  readonly name: string;
  /** `light`: converted where pages are read. `heavy`: in a worker of its own, which can be ended. */
  readonly weight: 'light' | 'heavy';
  /** Essences of media types; the first one is what the others are aliases of. */
  readonly types: readonly string[];
}

const ooxml = 'application/vnd.openxmlformats-officedocument.';
const odf = 'application/vnd.oasis.opendocument.';
const office = 'application/vnd.ms-';

/** The table of media types and converters. HTML is no document of these: the reader of pages takes it as it is. */
export const documentFormats = [
  heavy('pdf', 'application/pdf', 'application/x-pdf', 'application/acrobat', 'text/pdf'),
  heavy('doc', 'application/msword', 'application/vnd.msword', 'application/x-msword'),
  heavy(
    'docx',
    `${ooxml}wordprocessingml.document`,
    `${ooxml}wordprocessingml.template`,
    `${office}word.document.macroenabled.12`,
    `${office}word.template.macroenabled.12`,
  ),
  heavy('xls', `${office}excel`, 'application/excel', 'application/x-excel', 'application/x-msexcel'),
  heavy(
    'xlsx',
    `${ooxml}spreadsheetml.sheet`,
    `${ooxml}spreadsheetml.template`,
    `${office}excel.sheet.macroenabled.12`,
    `${office}excel.template.macroenabled.12`,
    `${office}excel.addin.macroenabled.12`,
  ),
  heavy('xlsb', `${office}excel.sheet.binary.macroenabled.12`),
  heavy(
    'ods',
    `${odf}spreadsheet`,
    `${odf}spreadsheet-template`,
    `${odf}spreadsheet-flat-xml`,
    'application/vnd.sun.xml.calc',
  ),
  heavy('ppt', `${office}powerpoint`, 'application/mspowerpoint', 'application/x-mspowerpoint'),
  heavy(
    'pptx',
    `${ooxml}presentationml.presentation`,
    `${ooxml}presentationml.slideshow`,
    `${ooxml}presentationml.template`,
    `${office}powerpoint.presentation.macroenabled.12`,
    `${office}powerpoint.slideshow.macroenabled.12`,
    `${office}powerpoint.template.macroenabled.12`,
    `${office}powerpoint.addin.macroenabled.12`,
    `${office}powerpoint.slide.macroenabled.12`,
    `${ooxml}presentationml.slide`,
  ),
  heavy(
    'odt',
    `${odf}text`,
    `${odf}text-template`,
    `${odf}text-master`,
    `${odf}text-web`,
    `${odf}text-flat-xml`,
    'application/vnd.sun.xml.writer',
  ),
  heavy(
    'odp',
    `${odf}presentation`,
    `${odf}presentation-template`,
    `${odf}presentation-flat-xml`,
    `${odf}graphics`,
    `${odf}graphics-template`,
    `${odf}graphics-flat-xml`,
    'application/vnd.sun.xml.impress',
    'application/vnd.sun.xml.draw',
  ),
  heavy('epub', 'application/epub+zip'),
  heavy(
    'iwork',
    'application/vnd.apple.pages',
    'application/vnd.apple.keynote',
    'application/vnd.apple.numbers',
  ),
  heavy('xps', `${office}xpsdocument`, 'application/oxps'),
  heavy('msg', `${office}outlook`),
  heavy(
    'wordperfect',
    'application/vnd.wordperfect',
    'application/wordperfect',
    'application/wordperfect5.1',
  ),
  heavy('encrypted-office', 'application/x-ole-storage'),
  heavy('postscript', 'application/postscript', 'application/ps'),
  light('rtf', 'application/rtf', 'text/rtf', 'application/x-rtf', 'text/richtext'),
  light('tex', 'application/x-tex', 'text/x-tex', 'application/x-latex', 'text/x-latex', 'application/x-ltx'),
  light('csv', 'text/csv', 'application/csv', 'text/x-csv', 'text/comma-separated-values'),
  light('tsv', 'text/tab-separated-values'),
  light('json', 'application/json', 'text/json', 'application/ld+json', 'application/x-ndjson'),
  light('xml', 'text/xml', 'application/xml'),
  light('markdown', 'text/markdown', 'text/x-markdown'),
  light(
    'mail',
    'message/rfc822',
    'application/mbox',
    'message/news',
    'multipart/related',
    'application/x-mimearchive',
  ),
  light('text', 'text/plain'),
  light(
    'image',
    'image/jpeg',
    'image/png',
    'image/gif',
    'image/webp',
    'image/tiff',
    'image/bmp',
    'image/x-icon',
    'image/heic',
    'image/avif',
  ),
  light('svg', 'image/svg+xml'),
  light(
    'archive',
    'application/zip',
    'application/x-tar',
    'application/x-gzip',
    'application/gzip',
    'application/x-7z-compressed',
    'application/x-rar-compressed',
    'application/java-archive',
    'application/x-zip-compressed',
  ),
] as const satisfies readonly DocumentFormat[];

export type KnownFormat = (typeof documentFormats)[number];
export type LightFormatName = Extract<KnownFormat, { weight: 'light' }>['name'];
export type HeavyFormatName = Extract<KnownFormat, { weight: 'heavy' }>['name'];

const byType: ReadonlyMap<string, KnownFormat> = new Map(
  documentFormats.flatMap((format) => format.types.map((type) => [type, format] as const)),
);

/** The format of a media type; undefined: it has no converter. */
export function documentFormatOf(essence: string): KnownFormat | undefined {
  const known = byType.get(essence);
  if (known !== undefined) return known;
  // RFC 6839: a suffix says what a type is written in.
  if (essence.endsWith('+xml') && essence !== 'application/xhtml+xml') return byType.get('text/xml');
  return essence.endsWith('+json') ? byType.get('application/json') : undefined;
}

function heavy<const Name extends string>(name: Name, ...types: readonly string[]) {
  return { name, weight: 'heavy', types } as const;
}

function light<const Name extends string>(name: Name, ...types: readonly string[]) {
  return { name, weight: 'light', types } as const;
}
