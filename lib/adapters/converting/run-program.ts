import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { byName } from '../../base/by-name.ts';
import { type ConvertProgram, documentFormatOf, documentPlace } from '../../documents/settings.ts';
import { charsetOf, decode } from '../../documents/types.ts';
import type { EndedConversion, StagedDocument, StagedResult } from '../../domain/convert/conversion.ts';

/** Characters of what a program says of its failure. */
const maxComplaint = 200;
/** Bytes that a character of its output may take. */
const bytesPerCharacter = 4;

/**
 * Runs a program on a document, in a directory of its own, without a shell. It is ended, with all that it started, when it takes
 * too long; what it writes beyond the limit is cut off.
 */
export async function runProgram(
  program: ConvertProgram,
  { head, body }: StagedDocument,
  around: Pick<Running, 'path' | 'signal'>,
): Promise<StagedResult['conversion']> {
  const directory = await mkdtemp(join(tmpdir(), 'winnow-convert-'));
  try {
    const file = join(directory, `document.${documentFormatOf(head.mediaType)?.name ?? 'bin'}`);
    await writeFile(file, body);
    const command = program.command.map((word) => word.replaceAll(documentPlace, file));
    const { maxHtml, timeMs } = head.limits;
    const maxBytes = maxHtml * bytesPerCharacter;
    const output = await outputOf(command, { ...around, directory, timeMs, maxBytes });
    return output instanceof Uint8Array ? asHtml(output, program.output, maxHtml) : output;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

interface Running {
  readonly directory: string;
  readonly timeMs: number;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  /** Where programs are looked for. */
  readonly path: string;
}

function outputOf(
  [program = '', ...args]: readonly string[],
  { directory, timeMs, maxBytes, path, signal }: Running,
): Promise<Uint8Array | EndedConversion> {
  const ended = (detail: string): EndedConversion => ({ kind: 'ended', detail: `${program}: ${detail}` });
  return new Promise((resolve) => {
    // A process group of its own, so that what it starts ends with it.
    const child = spawn(program, args, {
      ...{ cwd: directory, detached: true, stdio: ['ignore', 'pipe', 'pipe'] },
      env: { PATH: path, HOME: directory, LANG: 'C.UTF-8' },
    });
    const chunks: Buffer[] = [];
    let bytes = 0;
    let complaint = '';
    const late = setTimeout(() => {
      kill(child);
      resolve(ended(`it takes longer than ${timeMs / 1_000} s`));
    }, timeMs);
    const stop = (): void => kill(child);
    signal.addEventListener('abort', stop, { once: true });
    child.stdout.on('data', (chunk: Buffer) => {
      if (bytes < maxBytes) chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= maxBytes) kill(child);
    });
    child.stderr.on('data', (chunk: Buffer) => {
      if (complaint.length < maxComplaint) complaint += chunk.toString();
    });
    child.on('error', (error) => resolve(ended(`it does not start: ${error.message}`)));
    child.on('close', (code, by) => {
      clearTimeout(late);
      signal.removeEventListener('abort', stop);
      const said = complaint.trim().slice(0, maxComplaint);
      const how = code === null ? `it was ended by ${by}` : `it ended with code ${code}`;
      if (code === 0 || bytes >= maxBytes) resolve(Buffer.concat(chunks).subarray(0, maxBytes));
      else resolve(ended(said === '' ? how : `${how}: ${said}`));
    });
  });
}

/** Ends a process and all that it started. */
function kill({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

function asHtml(
  output: Uint8Array,
  form: ConvertProgram['output'],
  maxHtml: number,
): StagedResult['conversion'] {
  const text = decode(output, charsetOf(output, undefined, form === 'html' ? 'html' : 'none'));
  const html = form === 'html' ? text : textAsHtml(text);
  if (html.length <= maxHtml) return { kind: 'converted', html };
  return { kind: 'converted', html: html.slice(0, maxHtml), cut: 'html' };
}

const entities = byName({ '&': '&amp;', '<': '&lt;', '>': '&gt;' });

/** URLs that are written out, as far as they go without a doubt: the reader of pages resolves and refuses them. */
const url = /\bhttps?:\/\/(?:[.,;:!?)\]}]*[^\s<>".,;:!?)\]}])+/g;

/** Plain text as an HTML document: paragraphs at empty lines, written-out URLs as links. */
export function textAsHtml(text: string): string {
  const paragraphs = text.split(/\r?\n[ \t]*\r?\n|\f/).filter((part) => part.trim() !== '');
  const html = paragraphs.map((part) => `<p>${linked(part)}</p>`);
  return `<!DOCTYPE html><meta charset="utf-8"><body>${html.join('\n')}</body>`;
}

function linked(text: string): string {
  let html = '';
  let end = 0;
  for (const match of text.matchAll(url)) {
    const address = escaped(match[0]);
    html += `${escaped(text.slice(end, match.index))}<a href="${address.replaceAll('"', '&quot;')}">${address}</a>`;
    end = match.index + match[0].length;
  }
  return html + escaped(text.slice(end));
}

function escaped(text: string): string {
  return text.replace(/[&<>]/g, (char) => entities.get(char) ?? char);
}
