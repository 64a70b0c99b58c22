import { readFileSync } from 'node:fs';
import { WinnowError } from '../../base/error.ts';
import { fileFault } from './file-fault.ts';
import type { YamlProblem } from './yaml-source.ts';

/** The lines of a list, and what is wrong with them. */
export interface ListFile {
  /** Line by line, trimmed; empty for a line that holds nothing or a comment. */
  readonly lines: readonly string[];
  readonly problems: readonly YamlProblem[];
}

/** More is no list of rules; it bounds what a wrong path can make us read. */
const maxBytes = 20_000_000;

/**
 * Reads a list of one entry to the line. Empty lines, and those that begin with `#`, hold none. UTF-8, or UTF-16 with
 * a byte order mark; in a file of another encoding only comments may have bytes that are not ASCII.
 * @param named who names the file, for the message when it is not there
 * @throws WinnowError `config` when it cannot be read
 */
export function readListFile(file: string, named: string): ListFile {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    throw new WinnowError('config', `${file}: ${fileFault(error)}; ${named} names it`, { cause: error });
  }
  if (bytes.length > maxBytes) {
    throw new WinnowError(
      'config',
      `${file}: ${bytes.length} bytes are too many for a list (at most ${maxBytes})`,
    );
  }
  return readLines(bytes);
}

/** As `readListFile`, from the bytes of a file. */
function readLines(bytes: Uint8Array): ListFile {
  const utf16 = startsWith(bytes, 0xff, 0xfe)
    ? 'utf-16le'
    : startsWith(bytes, 0xfe, 0xff)
      ? 'utf-16be'
      : undefined;
  if (utf16 === undefined && bytes.includes(0)) {
    const line = bytes.subarray(0, bytes.indexOf(0)).filter((byte) => byte === 0x0a).length + 1;
    const message = 'expected UTF-8 text, got a NUL byte (UTF-16 needs a byte order mark)';
    return { lines: [], problems: [{ line, column: 1, message }] };
  }
  const text = decoded(bytes, utf16 ?? 'utf-8');
  if (text !== undefined) return { lines: text.split(lineEnd).map(contentOf), problems: [] };
  if (utf16 !== undefined) {
    return {
      lines: [],
      problems: [{ line: 1, column: 1, message: 'expected UTF-16 text, which it is not throughout' }],
    };
  }
  return readOddLines(bytes);
}

const lineEnd = /\r\n|\n|\r/;

function contentOf(line: string): string {
  const text = line.trim();
  return text.startsWith('#') ? '' : text;
}

/** Bytes that are no UTF-8 do no harm in a comment; elsewhere nobody knows what they mean. */
function readOddLines(bytes: Uint8Array): ListFile {
  const problems: YamlProblem[] = [];
  // One character for each byte, so that nothing is lost before the lines are known.
  const lines = Buffer.from(bytes)
    .toString('latin1')
    .split(lineEnd)
    .map((raw, index) => {
      const line = Buffer.from(raw, 'latin1');
      const text = decoded(line, 'utf-8');
      if (text !== undefined) return contentOf(text);
      if (contentOf(raw) === '') return '';
      const before = line.toString('utf8').split('�', 1)[0] ?? '';
      const byte = line[Buffer.byteLength(before)] ?? 0;
      const message = `expected UTF-8 text, got the byte 0x${byte.toString(16).toUpperCase()} (a file in Latin-1 or another encoding must be converted)`;
      problems.push({ line: index + 1, column: before.length + 1, message });
      return '';
    });
  return { lines, problems };
}

/** Without its byte order mark; undefined when it is not text in this encoding. */
function decoded(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function startsWith(bytes: Uint8Array, ...mark: readonly number[]): boolean {
  return mark.every((byte, at) => bytes[at] === byte);
}
