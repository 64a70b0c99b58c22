/** A document that is to be converted. */
export interface ConvertRequest {
  readonly body: Uint8Array;
  /** Essence of its media type, as `sniffMediaType` has it. */
  readonly mediaType: string;
  /** The charset that its server declared, for formats of text; absent: none. */
  readonly charset?: string;
  /** Where it came from. */
  readonly url: string;
  /** Absent: `defaultConvertLimits`. */
  readonly limits?: ConvertLimits;
}

/** What a conversion may use, whatever the document says of itself. Time is up to who runs it. */
export interface ConvertLimits {
  /** UTF-16 units of HTML. What comes later is cut off, and the conversion says so. */
  readonly maxHtml: number;
  /** Bytes that all the parts of a container may have together, unpacked. */
  readonly maxUnpacked: number;
  /** Parts of a container that are looked at. */
  readonly maxParts: number;
  /** Pages, slides or sheets that are converted. */
  readonly maxPages: number;
}

export const defaultConvertLimits: ConvertLimits = {
  maxHtml: 10_000_000,
  maxUnpacked: 200_000_000,
  maxParts: 10_000,
  maxPages: 2_000,
};

/**
 * Why a document says nothing.
 * - `encrypted`: a password, or rights that need one, are in the way.
 * - `damaged`: it is no document of its type, or a broken one.
 * - `truncated`: its end is missing, and nothing can be read without it.
 * - `too-large`: it is more than the limits allow, unpacked.
 * - `unsupported`: its type is known, this variant cannot be read (a very old version, for example).
 * - `empty`: it has no bytes.
 */
export const unreadableReasons = [
  'encrypted',
  'damaged',
  'truncated',
  'too-large',
  'unsupported',
  'empty',
] as const;

export type UnreadableReason = (typeof unreadableReasons)[number];

/** How many parts a document has, by what its format calls them. */
export type PartUnit = 'page' | 'slide' | 'sheet' | 'chapter' | 'message' | 'file';

export interface PartCount {
  readonly unit: PartUnit;
  /** Of the whole document, those that were not converted too. */
  readonly count: number;
}

export interface ConvertedDocument {
  readonly kind: 'converted';
  /**
   * A whole HTML document, which goes through the reader of pages: title, `lang`, metadata as `meta` elements under the names that pages
   * use (`author`, `description`, `keywords`, `date`), headings, tables and links as elements. Its text may be empty: a scanned page.
   */
  readonly html: string;
  readonly parts?: PartCount;
  /** What was left out because a limit was reached: the rest is converted. Absent: nothing. */
  readonly cut?: 'html' | 'pages' | 'parts';
}

export interface UnreadableDocument {
  readonly kind: 'unreadable';
  readonly reason: UnreadableReason;
  /** For people. */
  readonly detail: string;
}

/** What became of a document. */
export type Conversion = ConvertedDocument | UnreadableDocument;

export function unreadable(reason: UnreadableReason, detail: string): UnreadableDocument {
  return { kind: 'unreadable', reason, detail };
}

/** Converts the documents of a format. May throw: `convertDocument` says then that the document is damaged. */
export type Converter = (request: ConvertRequest, limits: ConvertLimits) => Conversion | Promise<Conversion>;

/** The same without a wait, for formats that are read where pages are. */
export type LightConverter = (request: ConvertRequest, limits: ConvertLimits) => Conversion;

/** What a converter throws when it knows better than 'damaged'. */
export class Unreadable extends Error {
  readonly reason: UnreadableReason;

  constructor(reason: UnreadableReason, detail: string) {
    super(detail);
    this.name = 'Unreadable';
    this.reason = reason;
  }
}
