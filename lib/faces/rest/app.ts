import type { Context } from 'hono';
import { Hono } from 'hono/tiny';
import { defined } from '../../base/defined.ts';
import { type Answer, dataOf, viewOf } from '../../operations/ask.ts';
import { loadOperation, type OperationEntry } from '../../operations/everywhere.ts';
import { includes, isBeyond, type OperationScope } from '../../operations/ways.ts';
import { checked } from '../../pipeline/operation/input.ts';
import type { Made } from '../../pipeline/operation/made.ts';
import type { NamedOperation, Operation, Put } from '../../pipeline/operation/operation.ts';
import type { Workplace } from '../../pipeline/operation/place.ts';
import type { Said } from '../../pipeline/operation/said.ts';
import { rowPage } from '../base/row-page.ts';
import { fromFirst, isStream } from '../base/rows.ts';
import { askServed, followServed, isDryRun, type Served } from '../served.ts';
import type { Token } from '../tokens.ts';
import {
  type AnswerType,
  answerTypes,
  bytesResponse,
  csvResponse,
  fileResponse,
  fileRows,
  filesOf,
  jsonResponse,
  rowsFrom,
  streamResponse,
  textResponse,
  wantedType,
} from './answer.ts';
import { madeResponse } from './made.ts';
import { openApi, type SecurityScheme } from './openapi.ts';
import { type Problem, problemData, problemOf, problemResponse, Refused } from './problem.ts';
import {
  clip,
  comesByPages,
  filesFormat,
  type Raw,
  type Route,
  readBody,
  readQuery,
  routesOf,
} from './request.ts';
import type { Answering, Exchange } from './serve-http.ts';

/** Who asks, and what may be done for them. */
export interface Caller {
  /** Stands in the log of commands. */
  readonly by: string;
  readonly scope: OperationScope;
  /** What it came with; absent where nobody has one. */
  readonly token?: Token;
}

/** Answers beside those of operations. */
export interface OtherRoutes {
  /** `/v2/*` stands for all below it. */
  readonly path: string;
  answer(head: Request, body: () => Promise<string>, asker: Caller): Promise<Response>;
  /** How what went wrong is told; absent: as problems. */
  told?(problem: Problem): Response;
}

/** Answers that nobody needs a name for. */
export interface OpenPages {
  readonly path: string;
  /** Undefined where there is no such page. */
  answer(head: Request): Promise<Response | undefined>;
}

/** What of the answers differs from place to place. */
export interface AppParts extends Served {
  /** What is offered. */
  readonly entries: Readonly<Record<string, OperationEntry>>;
  /** The forms in which answers can be had; the first is the usual one. */
  readonly types: readonly AnswerType[];
  /** How its clients say who they are. */
  readonly security: SecurityScheme;
  readonly others?: readonly OtherRoutes[];
  readonly pages?: OpenPages;
  /** What follows a refusal for want of scope. */
  readonly elsewhere?: string;
  /** Lets a request in that needs nobody's name. @throws Refused */
  admit(head: Request): void;
  /** @throws Refused for nobody who is known */
  who(head: Request): Caller;
  /** Whether who asks is still let in: looked at for each row of a long answer; absent: nobody is shut out. @throws Refused */
  stays?(by: string): void;
  /** A limit on how much is answered; of everybody together where nobody is named. @throws Refused */
  rate?(who: string): void;
}

interface Env {
  readonly Bindings: Exchange;
  readonly Variables: { readonly asker: Caller };
}

/** Answers requests; their bodies come apart. */
export function restApp(parts: AppParts): Answering {
  const app = new Hono<Env>();
  const { others = [], pages } = parts;
  app.use(async (c, next) => {
    parts.admit(c.req.raw);
    await next();
  });
  let described: Promise<object> | undefined;
  app.get('/openapi.json', async () => {
    parts.rate?.('');
    described ??= openApi(parts);
    return jsonResponse(await described);
  });
  if (pages !== undefined)
    app.all(pages.path, async (c, next) => {
      const page = await pages.answer(c.req.raw);
      if (page === undefined) return await next();
      parts.rate?.('');
      return page;
    });
  app.use(async (c, next) => {
    c.set('asker', parts.who(c.req.raw));
    await next();
  });
  for (const { path, answer } of others)
    app.all(path, async (c) => await answer(c.req.raw, c.env.body, c.get('asker')));
  app.all('/v1/:operation', (c) => answerRequest(c, parts, c.req.param('operation')));
  app.all('/v1/jobs/:job/:operation', (c) =>
    answerRequest(c, parts, c.req.param('operation'), c.req.param('job')),
  );
  app.notFound(() => problemResponse(new Refused(404, '/openapi.json lists what there is')));
  app.onError((error, c) => {
    const problem = problemOf(error);
    const { signal } = c.req.raw;
    if (problem.code === 'internal' && !(signal.aborted && error === signal.reason)) parts.onFault(error);
    const other = others.find(({ path }) => c.req.path.startsWith(path.replace(/\*$/, '')));
    return (other?.told ?? problemResponse)(problem);
  });
  return async (head, exchange) => await app.fetch(head, exchange);
}

/** @param job the name in the path; absent: the path has none */
async function answerRequest(
  c: Context<Env>,
  parts: AppParts,
  name: string,
  job?: string,
): Promise<Response> {
  const named = await loadOperation(parts.entries, name);
  const routes = named === undefined ? [] : routesOf(named, parts.types);
  const [first] = routes;
  if (named === undefined || first === undefined)
    throw new Refused(404, `there is no operation ${clip(name)}: /openapi.json lists them`);
  if (first.path.includes('{job}') !== (job !== undefined))
    throw new Refused(404, `${name} is at ${first.path}`);
  const method = c.req.method === 'HEAD' ? 'GET' : c.req.method;
  const route = routes.find((one) => one.method === method);
  if (route === undefined) {
    const allow = routes.map((one) => one.method).join(', ');
    throw new Refused(405, `${name} is asked for with ${allow}`, { allow });
  }
  const { by, scope } = c.get('asker');
  if (!includes(scope, route.scope))
    throw new Refused(
      403,
      `${name} needs the scope ${route.scope}; ${by} has ${scope}${parts.elsewhere ?? ''}`,
    );
  const asked = await readAsked(c, named, route, parts.types);
  if (isFollowed(named.operation, asked)) c.env.follow?.(by);
  const at = { ...asked, by, ...(job === undefined ? {} : { job }), isReading: route.isReading };
  return await answerAs(named, at, parts, c.req.raw.signal);
}

/** Whether an answer ends when something else does. */
function isFollowed({ goesOn, hasNoEnd }: Operation, { type, raw }: Pick<Asked, 'type' | 'raw'>): boolean {
  return (goesOn && type !== 'json') || (hasNoEnd?.(raw as never) ?? false);
}

/** Rows of a page where nobody says how many, and its characters. */
const [usualRows, pageChars] = [50, 4_000_000];
/** Rows of a page behind the lines of all pages. */
const rowsAtOnce = 1_000;

interface Asked {
  readonly type: AnswerType;
  readonly raw: Raw;
  readonly format?: string | undefined;
  readonly by: string;
  readonly job?: string;
  /** It was asked for in the way that only looks. */
  readonly isReading: boolean;
}

/** @throws Refused; WinnowError `usage` */
async function readAsked(
  c: Context<Env>,
  named: NamedOperation,
  route: Route,
  types: readonly AnswerType[],
): Promise<Omit<Asked, 'by' | 'job' | 'isReading'>> {
  const { method, fields } = route;
  const { name, operation } = named;
  const query = new URL(c.req.url).searchParams;
  const { raw, format } =
    method === 'GET'
      ? readQuery(query, route, operation)
      : { raw: readBody(c.req.header('content-type') ?? null, await c.env.body()), format: undefined };
  if (method === 'POST' && query.size > 0)
    throw new Refused(400, `${name}: what it takes stands in the body`);
  const input = checked(name, fields, raw);
  if (isBeyond(route, operation, input))
    throw new Refused(400, `${name}: what changes something is asked for with POST`);
  const type = operation.makes === undefined ? wantedType(c.req.header('accept'), types) : 'json';
  return { raw, format, type };
}

async function answerAs(
  named: NamedOperation,
  { type, raw, format, by, job, isReading }: Asked,
  parts: AppParts,
  signal: AbortSignal,
): Promise<Response> {
  const { operation } = named;
  if (comesByPages(operation, parts.types)) {
    const asked = { ...raw, ...defined({ job }), limit: Number(raw.limit ?? usualRows) };
    const { end: _, ...page } = await rowPage(named, asked, { by, signal, mostChars: pageChars }, parts);
    return jsonResponse(page);
  }
  const isDry = isDryRun(named, raw);
  const askFor = async (changed: Raw, put?: Put): Promise<Answer> => {
    const given = { ...raw, ...changed, ...defined({ job }) };
    return await askServed(named, given, { by, signal, ...defined({ put }) }, parts);
  };
  const told = (error: unknown) => problemData(problemOf(error));
  const watched = <T>(rows: AsyncIterable<T>) => whileLetIn(rows, () => parts.stays?.(by));
  if (operation.goesOn && type !== 'json') {
    if (type === 'csv') throw new Refused(406, `${named.name} is no table`);
    const rows = followServed(named, { ...raw, ...defined({ job }) }, { by, signal }, parts);
    // What keeps it from beginning is a problem.
    return streamResponse(watched(rowsOf(fromFirst(await rows.next(), rows))), type, told);
  }
  const { shown, isRequired } = operation.files ?? {};
  if (format === filesFormat || (format === undefined && isRequired)) {
    const files = await filesOf((put) => askFor({}, put));
    if (shown === 'file') return fileResponse(files);
    return streamResponse(fileRows(files), type === 'events' ? type : 'lines', told);
  }
  // Fewer pages of more rows: some operations read everything for each.
  const isWhole =
    (type === 'lines' || type === 'events') && raw.limit === undefined && 'cursor' in operation.input;
  const pages = isWhole ? { limit: rowsAtOnce } : {};
  const answer = await askFor(pages);
  const data = dataOf(answer);
  if (format !== undefined) return await formatted(named, format, data, parts.place);
  const kind = operation.makes?.(raw as never);
  if (kind !== undefined && isStream(data))
    return await madeResponse(watched(data as AsyncIterable<Made>), kind);
  if (isStream(data)) return streamResponse(watched(data), type === 'events' ? type : 'lines', told);
  if (type === 'csv') {
    if (operation.formats?.csv !== undefined) return await formatted(named, 'csv', data, parts.place);
    const seen = { input: raw, now: parts.place.ports.clock.now(), dryRun: isDry, order: String };
    return csvResponse(viewOf(operation, answer, { ...seen, isOnStack: false }));
  }
  if (type !== 'json') {
    const next = async (cursor: string) => dataOf(await askFor({ ...pages, cursor }));
    return streamResponse(watched(rowsFrom(data, isWhole ? next : undefined)), type, told);
  }
  const isUnconfirmed = isDry && operation.effect === 'destroys' && !isReading;
  return jsonResponse(isUnconfirmed ? { ...(data as object), dryRun: true } : data);
}

/** Rows as long as whoever asked is let in. */
async function* whileLetIn<T>(rows: AsyncIterable<T>, stays: () => void): AsyncGenerator<T> {
  for await (const row of rows) {
    stays();
    yield row;
  }
}

/** What is told of something that goes on, and its result. */
async function* rowsOf(told: AsyncIterable<Said | Answer>): AsyncGenerator<unknown> {
  for await (const one of told) yield 'said' in one ? one : dataOf(one);
}

async function formatted(
  { operation }: NamedOperation,
  name: string,
  data: unknown,
  place: Workplace,
): Promise<Response> {
  const written = await operation.formats?.[name]?.write(data, place);
  if (written === undefined) throw new Refused(400, `format: there is none ${name}`);
  if (typeof written !== 'string') return bytesResponse(written);
  return textResponse(written, `${name === 'csv' ? answerTypes.csv : 'text/plain'}; charset=utf-8`);
}
