import { byName } from '../../base/by-name.ts';
import type { Made, MadeKind } from '../../pipeline/operation/made.ts';
import { filesIn } from '../base/file-pieces.ts';
import { untrusted } from './answer.ts';

/** Bytes of files that an agent gets, and how many files. */
const [mostBytes, mostFiles] = [40_000, 50];

/** Types of files that agents read as they are. */
const textTypes = byName({
  md: 'text/markdown',
  csv: 'text/csv',
  json: 'application/json',
  html: 'text/html',
});

/** What is made as an answer of a tool: the files, as far as there is room. What is cut off is not made to its end. */
export async function madeAnswer(made: AsyncIterable<Made>, kind: MadeKind, job: string): Promise<object> {
  const files = new Map<string, Uint8Array[]>();
  const said: string[] = [];
  let size = 0;
  let counts: object | undefined;
  for await (const piece of made) {
    if ('said' in piece) said.push(piece.said.text);
    if ('made' in piece) counts = piece.made;
    for (const { file, bytes } of filesIn(piece)) {
      const parts = files.get(file) ?? [];
      const room = files.size >= mostFiles && parts.length === 0 ? 0 : mostBytes - size;
      if (room > 0) files.set(file, [...parts, bytes.subarray(0, room)]);
      size += bytes.length;
    }
    if (size > mostBytes || files.size > mostFiles) break;
  }
  const isCut = counts === undefined;
  const cut = `cut off after ${mostBytes} bytes: ask for fewer records with \`number\`, or export on the command line`;
  const resources = [...files].map(([name, parts]) => resourceOf(name, Buffer.concat(parts), kind, job));
  const words = [untrusted, ...said, ...(isCut ? [cut] : [])].join('\n\n');
  return {
    content: [{ type: 'text', text: words }, ...resources],
    structuredContent: { ...counts, untrusted, ...(isCut && { cut: [cut] }) },
  };
}

function resourceOf(name: string, bytes: Buffer, { isFolder, type }: MadeKind, job: string): object {
  const uri = `winnow://${job}/export/${name}`;
  const ending = name.slice(name.lastIndexOf('.') + 1);
  const mimeType = isFolder ? (textTypes.get(ending) ?? 'application/octet-stream') : type;
  const isText = /^text\/|json|xml/.test(mimeType);
  const content = isText ? { text: bytes.toString().toWellFormed() } : { blob: bytes.toString('base64') };
  return { type: 'resource', resource: { uri, mimeType, ...content } };
}
