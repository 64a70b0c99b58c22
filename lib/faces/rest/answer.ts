import { byName } from '../../base/by-name.ts';
import { csvOf } from '../../base/csv.ts';
import { jsonLine } from '../../base/json-line.ts';
import type { Put } from '../../pipeline/operation/operation.ts';
import type { View } from '../../pipeline/operation/view.ts';
import { type AnswerFiles, answerFiles } from '../files.ts';
import { Refused } from './problem.ts';

/** The forms in which an answer can be asked for; the first is the usual one. */
export const answerTypes = {
  json: 'application/json',
  lines: 'application/jsonl',
  events: 'text/event-stream',
  csv: 'text/csv',
} as const;
export type AnswerType = keyof typeof answerTypes;

export const bytesType = 'application/octet-stream';
export const htmlType = 'text/html';

/** The wanted form, by the header `Accept`. @throws Refused */
export function wantedType(accept: string | undefined, forms: readonly AnswerType[]): AnswerType {
  const wanted = (accept?.trim() || '*/*')
    .split(',', 50)
    .map((part) => {
      const [type = '', ...parameters] = part.split(';').map((one) => one.trim().toLowerCase());
      const q = parameters.find((one) => one.startsWith('q='));
      return { type, q: q === undefined ? 1 : Number(q.slice(2)) };
    })
    .filter(({ q }) => q > 0)
    .toSorted((a, b) => b.q - a.q);
  for (const { type } of wanted) {
    const found = forms.find((one) =>
      ['*/*', `${answerTypes[one].split('/')[0]}/*`, answerTypes[one]].includes(type),
    );
    if (found !== undefined) return found;
  }
  throw new Refused(
    406,
    `what is asked for can be had as ${forms.map((one) => answerTypes[one]).join(', ')}`,
  );
}

export function jsonResponse(data: unknown): Response {
  return textResponse(`${JSON.stringify(data ?? null)}\n`, answerTypes.json);
}

export function textResponse(text: string, type: string): Response {
  return new Response(text, { headers: { 'content-type': type } });
}

/** Stored bytes, which no browser takes for a page of this server. */
export function bytesResponse(bytes: Uint8Array): Response {
  const headers = { 'content-type': bytesType, 'content-disposition': 'attachment' };
  return new Response(Uint8Array.from(bytes), { headers });
}

/** What files are, by the endings of their names. */
const fileTypes = byName({
  html: `${htmlType}; charset=utf-8`,
  jsonl: answerTypes.lines,
});

/** A file that an operation has made; when it is sent, or its client is gone, it is deleted. */
export function fileResponse(files: AnswerFiles): Response {
  const [name = ''] = files.names();
  const headers = {
    'content-type': fileTypes.get(name.split('.').at(-1) ?? '') ?? bytesType,
    'content-disposition': `attachment; filename="${name.replace(/[^\w.-]/g, '_')}"`,
  };
  return new Response(bodyOf(thenRemoved(files, files.bytes(name))), { headers });
}

/** The same of several, as rows with pieces of their texts. */
export async function* fileRows(files: AnswerFiles): AsyncGenerator<{ file: string; text: string }> {
  async function* rows() {
    for (const file of files.names()) {
      const decoder = new TextDecoder();
      for await (const bytes of files.bytes(file))
        yield { file, text: decoder.decode(bytes, { stream: true }) };
    }
  }
  yield* thenRemoved(files, rows());
}

async function* thenRemoved<T>(files: AnswerFiles, pieces: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* pieces;
  } finally {
    files.remove();
  }
}

const bodyOf = (bytes: AsyncIterable<Uint8Array>) => ReadableStream.from(bytes) as ReadableStream<Uint8Array>;

/** Rows as a client takes them: nothing is read ahead for one that does not. */
export function streamResponse(
  rows: AsyncIterable<unknown>,
  type: 'lines' | 'events',
  told: (error: unknown) => unknown,
): Response {
  const chunks = type === 'lines' ? linesOf(rows) : eventsOf(rows, told);
  return new Response(bodyOf(encoded(chunks)), { headers: { 'content-type': answerTypes[type] } });
}

async function* encoded(chunks: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const chunk of chunks) yield encoder.encode(chunk);
}

/** One that breaks off has no end: the connection is cut. */
async function* linesOf(rows: AsyncIterable<unknown>): AsyncGenerator<string> {
  for await (const row of rows) yield `${jsonLine(JSON.stringify(row ?? null))}\n`;
}

/** Server-sent events; the last one says that all were sent, or what went wrong. */
async function* eventsOf(
  rows: AsyncIterable<unknown>,
  told: (error: unknown) => unknown,
): AsyncGenerator<string> {
  try {
    for await (const row of rows) yield `data: ${jsonLine(JSON.stringify(row ?? null))}\n\n`;
    yield 'event: end\ndata: {}\n\n';
  } catch (error) {
    yield `event: problem\ndata: ${jsonLine(JSON.stringify(told(error)))}\n\n`;
  }
}

/** The rows of a result and of the pages behind it. A result without a list is one row. @param next the page from a cursor on */
export async function* rowsFrom(
  first: unknown,
  next: ((cursor: string) => Promise<unknown>) | undefined,
): AsyncGenerator<unknown> {
  for (let page = first; ; ) {
    yield* rowsIn(page);
    const { cursor } = (page ?? {}) as { readonly cursor?: unknown };
    if (next === undefined || typeof cursor !== 'string') return;
    page = await next(cursor);
  }
}

function rowsIn(data: unknown): readonly unknown[] {
  if (Array.isArray(data)) return data;
  const lists = Object.values(data ?? {}).filter((one) => Array.isArray(one));
  return lists.length === 1 ? (lists[0] as unknown[]) : [data];
}

/** The table of a view as CSV; a list that is empty has none. @throws Refused for a view of other things */
export function csvResponse(view: View): Response {
  const blocks = view.flat();
  const [table, ...others] = blocks.filter(({ kind }) => kind === 'table' || kind === 'facts');
  if (others.length > 0 || table?.kind === 'facts')
    throw new Refused(406, 'this answer is more than one table: ask for application/json');
  const { columns = [], rows = [] } = table?.kind === 'table' ? table : {};
  const heads = columns.map(({ title }) => title);
  const text = csvOf([heads, ...rows.map((row) => row.map((value) => value ?? null))].slice(table ? 0 : 1));
  return textResponse(text, `${answerTypes.csv}; charset=utf-8`);
}

/** The files that an operation makes for an answer. */
export async function filesOf(make: (put: Put) => Promise<unknown>): Promise<AnswerFiles> {
  const files = answerFiles();
  try {
    await make(files.put);
    return files;
  } catch (error) {
    files.remove();
    throw error;
  }
}
