import { type Leaf, leavesOf } from '../../operations/leaves.ts';
import { type Way, waysOf } from '../../operations/ways.ts';
import { pageFields } from '../../pipeline/operation/input.ts';
import type { NamedOperation, Operation } from '../../pipeline/operation/operation.ts';
import { yieldsRows } from '../base/row-page.ts';
import type { AnswerType } from './answer.ts';
import { Refused } from './problem.ts';

export type Method = 'GET' | 'POST';
export type Raw = Readonly<Record<string, unknown>>;

/** One way to ask for an operation over HTTP. */
export interface Route extends Way {
  readonly method: Method;
  /** As OpenAPI writes it. */
  readonly path: string;
}

/** @param types the forms in which answers come */
export function routesOf(
  { name, operation }: NamedOperation,
  types: readonly AnswerType[],
): readonly Route[] {
  const path = `/v1${operation.about === 'installation' ? '' : '/jobs/{job}'}/${name}`;
  const isPaged = comesByPages(operation, types);
  return waysOf(operation)
    .filter(({ isReading }) => isReading || !isPaged)
    .map(({ fields, ...way }) => ({
      ...way,
      ...{ path, method: way.isReading ? 'GET' : 'POST' },
      fields: isPaged ? { ...fields, ...pageFields('rows') } : fields,
    }));
}

/** Whether rows that come bit by bit are given by pages, because nothing is sent so. */
export function comesByPages(operation: Operation, types: readonly AnswerType[]): boolean {
  return yieldsRows(operation) && !types.includes('lines');
}

/** What a query may say beside the fields: in which of its formats an operation answers. */
export const formatName = 'format';
/** The format of the files that an operation makes. */
export const filesFormat = 'files';

const ofFiles = {
  file: 'the file that it makes',
  dir: 'the files that it makes, as rows `{file, text}`',
  path: 'what it makes: a file, or the files of a folder',
} as const;

/** The forms of an answer beside its data, with what each is. */
export function formatsOf({ formats = {}, files, makes }: Operation): Readonly<Record<string, string>> {
  const said = Object.entries(formats).map(([name, { says }]) => [name, says] as const);
  return {
    ...Object.fromEntries(said),
    ...(files && makes === undefined && { [filesFormat]: ofFiles[files.shown] }),
  };
}

/** Fields as a query has them: `scope.host=a.example`, a list as the same name several times. @throws Refused */
export function readQuery(query: URLSearchParams, { fields }: Route, operation: Operation) {
  const leaves = new Map(leavesOf(fields).map((leaf) => [leaf.path.join('.'), leaf]));
  const raw = {};
  let format: string | undefined;
  for (const name of new Set(query.keys())) {
    const values = query.getAll(name);
    const leaf = leaves.get(name);
    if (values.length > 1 && leaf?.kind !== 'list')
      throw new Refused(400, `${clip(name)}: it is given twice`);
    if (leaf !== undefined) put(raw, leaf.path, givenFor(leaf, values));
    else if (name === formatName && Object.hasOwn(formatsOf(operation), values[0] ?? '')) format = values[0];
    // What is unknown is told by whoever checks the fields.
    else put(raw, [name], values[0]);
  }
  return { raw: raw as Raw, format };
}

function givenFor({ kind }: Leaf, values: readonly string[]): unknown {
  const [text = ''] = values;
  if (kind === 'list') return values;
  if (kind === 'number') return text.trim() === '' ? Number.NaN : Number(text);
  if (kind !== 'flag') return text;
  return text === 'true' ? true : text === 'false' ? false : text;
}

/** The fields in a body; none where there is no body. @throws Refused */
export function readBody(type: string | null, body: string): Raw {
  if (body === '') return {};
  requireJson(type);
  const read = parsed(body);
  if (typeof read === 'object' && read !== null && !Array.isArray(read)) return read as Raw;
  throw new Refused(400, 'the body must be a JSON object');
}

/** @throws Refused for a body of another media type: forms of other origins send some without asking */
export function requireJson(type: string | null): void {
  if (!/^application\/json\s*(?:;|$)/i.test(type ?? ''))
    throw new Refused(415, 'a body must be JSON, with `content-type: application/json`');
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new Refused(400, 'the body is no JSON');
  }
}

function put(into: Record<string, unknown>, [name = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length > 0) {
    const inner: Record<string, unknown> = { ...(into[name] as object | undefined) };
    put(inner, rest, value);
    value = inner;
  }
  // A field that is called `__proto__` is one that nobody knows.
  Object.defineProperty(into, name, { value, enumerable: true, configurable: true, writable: true });
}

/** So much of what somebody sent is told back. */
export function clip(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
