/** A head as a strict parser takes it. */
export interface ReadableHead {
  /** The given bytes themselves where they are right, or cannot be understood. */
  readonly bytes: Buffer;
  readonly isMended: boolean;
  /** No body follows, but another head (1xx). */
  readonly isInformational: boolean;
  /** The body comes in chunks. */
  readonly isChunked: boolean;
}

interface Field {
  readonly name: string;
  value: string;
}

const rightHead =
  /^[\r\n]*HTTP\/(?:0\.9|1\.[01]|2\.0) (\d{3})(?: [^\r\n]*)?\r\n(?:[\w!#$%&'*+.^`|~-]+:[\t\x20-\x7e\x80-\xff]*\r\n)*\r\n$/;
const framingField = /^(content-length|transfer-encoding):(.*)$/gim;
/** More digits are no length that can come. */
const length = /^ *\d{1,15} *$/;
const rightCoding = /^ *(?:chunked|identity)$/i;
const statusLine = /^(?:HTTP(?:\/(\d+)(?:\.\d+)?)?|ICY)[\t ]+(\d{3})(?!\d)(.*)$/i;
const oldVersion = /^(?:ICY|HTTP\/(?:0\.|1\.0))/i;
const token = /^[\w!#$%&'*+.^`|~-]+$/;
const notInValue = /[^\t\x20-\x7e\x80-\xff]/g;

/**
 * Reads the head of an answer as browsers read it: folded lines are unfolded, control characters count as spaces, lines may
 * end in LF, lines that are no field are passed over, and so are lengths that are none. `chunked` counts once and before a
 * length, equal lengths count once. Lengths that differ stay, for the parser to refuse: nothing tells which one holds.
 * @param head ends with an empty line
 */
export function mendHead(head: Buffer): ReadableHead {
  const text = head.toString('latin1');
  const status = rightHead.exec(text)?.[1];
  // undici refuses an answer 100 to a request that has no body (RFC 9110 §15.2 lets a client pass over it).
  const framing = status === undefined || status === '100' ? undefined : rightFraming(text);
  if (status !== undefined && framing !== undefined)
    return {
      bytes: head,
      isMended: false,
      isInformational: status < '200',
      isChunked: framing === 'chunked',
    };
  return mended(text) ?? { bytes: head, isMended: false, isInformational: false, isChunked: false };
}

/** @returns undefined where the fields that say how long the body is are not right */
function rightFraming(head: string): 'chunked' | 'plain' | undefined {
  let found: 'chunked' | 'plain' | undefined;
  for (const [, name = '', value = ''] of head.matchAll(framingField)) {
    const isLength = name.length === 'content-length'.length;
    if (found !== undefined || !(isLength ? length : rightCoding).test(value)) return undefined;
    found = isLength || /identity/i.test(value) ? 'plain' : 'chunked';
  }
  return found ?? 'plain';
}

function mended(text: string): ReadableHead | undefined {
  const lines = text.split('\n');
  const first = lines.findIndex((line) => trimmed(line) !== '');
  const start = trimmed(lines[first] ?? '');
  const [, , status, reason = ''] = statusLine.exec(start) ?? [];
  if (status === undefined) return undefined;
  const { fields, isChunked } = framed(fieldsOf(lines.slice(first + 1)));
  const version = oldVersion.test(start) ? '1.0' : '1.1';
  const written = [
    `HTTP/${version} ${status === '100' ? '102' : status} ${trimmed(reason)}`,
    ...fields.map(({ name, value }) => `${name}: ${value}`),
    '\r\n',
  ].join('\r\n');
  return {
    bytes: Buffer.from(written, 'latin1'),
    isMended: true,
    isInformational: status < '200',
    isChunked,
  };
}

function fieldsOf(lines: readonly string[]): readonly Field[] {
  const fields: Field[] = [];
  /** The field that a folded line goes on with; after a line that is no field there is none. */
  let open: Field | undefined;
  for (const line of lines) {
    const content = trimmed(line);
    if (content === '') continue;
    if (line.startsWith(' ') || line.startsWith('\t')) {
      if (open !== undefined) open.value += ` ${content}`;
      continue;
    }
    const colon = content.indexOf(':');
    const name = trimmed(content.slice(0, Math.max(colon, 0)));
    open = token.test(name) ? { name, value: trimmed(content.slice(colon + 1)) } : undefined;
    if (open !== undefined) fields.push(open);
  }
  return fields;
}

/** The fields with at most one that says how long the body is (RFC 9112 §6.3), unless these contradict each other. */
function framed(fields: readonly Field[]): {
  readonly fields: readonly Field[];
  readonly isChunked: boolean;
} {
  const codings = membersOf(fields, 'transfer-encoding');
  const lengths = membersOf(fields, 'content-length');
  const others = fields.filter(({ name }) => !/^(?:content-length|transfer-encoding)$/i.test(name));
  const known = codings.every((coding) => coding === 'chunked' || coding === 'identity');
  const isChunked = known && codings.includes('chunked');
  if (isChunked) others.push({ name: 'Transfer-Encoding', value: 'chunked' });
  else if (!known) others.push({ name: 'Transfer-Encoding', value: codings.join(', ') });
  else if (lengths.length > 1 || length.test(lengths[0] ?? ''))
    for (const value of lengths) others.push({ name: 'Content-Length', value });
  return { fields: others, isChunked };
}

/** The different members of a list that may stand in several fields. */
function membersOf(fields: readonly Field[], name: string): readonly string[] {
  const members = fields
    .filter((field) => field.name.toLowerCase() === name)
    .flatMap(({ value }) => value.split(','))
    .map((member) => trimmed(member).toLowerCase());
  return [...new Set(members)].filter((member) => member !== '');
}

/** Control characters count as spaces. A byte of 160 is none: it is a part of letters in UTF-8. */
function trimmed(text: string): string {
  const plain = text.replace(notInValue, ' ');
  let [start, end] = [0, plain.length];
  while (start < end && isBlank(plain, start)) start += 1;
  while (end > start && isBlank(plain, end - 1)) end -= 1;
  return plain.slice(start, end);
}

function isBlank(text: string, at: number): boolean {
  return text[at] === ' ' || text[at] === '\t';
}
