import { isIP } from 'node:net';
import type { Context } from 'hono';
import { Hono } from 'hono/tiny';
import { defined } from '../base/defined.ts';
import { type Answer, dataOf, viewOf } from '../operations/ask.ts';
import { loadOperation, type OperationEntry } from '../operations/everywhere.ts';
import { operations } from '../operations/operations.ts';
import { checked } from '../pipeline/operation/input.ts';
import type { NamedOperation } from '../pipeline/operation/operation.ts';
import type { Workplace } from '../pipeline/operation/place.ts';
import { isBeyond } from './base/ways.ts';
import { openFirecrawl } from './firecrawl.ts';
import {
  type AnswerType,
  answerTypes,
  bytesResponse,
  csvResponse,
  isStream,
  jsonResponse,
  rowsFrom,
  streamResponse,
  textResponse,
  wantedType,
} from './rest/answer.ts';
import { isLoopbackAddress, type Rate, rateLimit, refuseForeign } from './rest/guard.ts';
import { openApi } from './rest/openapi.ts';
import { problemData, problemOf, problemResponse, Refused } from './rest/problem.ts';
import { clip, type Raw, type Route, readBody, readQuery, routesOf } from './rest/request.ts';
import { type HttpLimits, type HttpServer, httpLimits, serveHttp } from './rest/serve-http.ts';
import { askServed, followServed, isDryRun, type Served } from './served.ts';
import { isToken, scopes, type Token, type Tokens } from './tokens.ts';

/** What the server answers from, and whom. */
export interface RestParts extends Served {
  /** The job whose settings say how pages are fetched that belong to none. */
  readonly job: string;
  readonly tokens: Tokens;
}

export interface RestOptions extends Omit<Parameters<typeof serveHttp>[1], 'limits'> {
  /** Names under which clients reach the server beside its addresses. */
  readonly names?: readonly string[];
  readonly limits?: Partial<HttpLimits & Rate>;
}

const usualRate: Rate = { perSecond: 100, atOnce: 200 };
const wantsToken = { 'www-authenticate': 'Bearer' };

interface Env {
  readonly Bindings: { readonly body: () => Promise<string> };
  readonly Variables: { readonly token: Token };
}

export interface RestServer extends HttpServer {
  /** Only programs of this machine reach it. */
  readonly isLoopback: boolean;
}

/** Serves all operations over HTTP. @throws WinnowError `unavailable` when the port is taken */
export async function serveRest(parts: RestParts, options: RestOptions): Promise<RestServer> {
  const { host, port, names = [], limits = {} } = options;
  const rate = rateLimit({ ...usualRate, ...limits }, () => performance.now());
  const isLoopback = isLoopbackAddress(host);
  const app = restApp(parts, { isLoopback, names: isIP(host) > 0 ? names : [...names, host] }, rate);
  const answer = async (head: Request, body: () => Promise<string>) => await app.fetch(head, { body });
  const server = await serveHttp(answer, { host, port, limits: { ...httpLimits, ...limits } });
  return { ...server, isLoopback };
}

function restApp(
  parts: RestParts,
  known: Parameters<typeof refuseForeign>[1],
  rate: ReturnType<typeof rateLimit>,
): Hono<Env> {
  const app = new Hono<Env>();
  app.use(async (c, next) => {
    refuseForeign(c.req.raw.headers, known);
    await next();
  });
  let described: Promise<object> | undefined;
  app.get('/openapi.json', async () => {
    rate('');
    described ??= openApi(operations);
    return jsonResponse(await described);
  });
  app.use(async (c, next) => {
    if ([...new URL(c.req.url).searchParams.values()].some(isToken))
      throw new Refused(400, 'a token belongs in the header Authorization: logs keep addresses');
    const [, text = ''] = /^bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '') ?? [];
    const token = findToken(parts, text);
    rate(token?.name ?? '');
    if (token === undefined)
      throw new Refused(401, 'a token is needed: `authorization: Bearer TOKEN`', wantsToken);
    c.set('token', token);
    await next();
  });
  app.all('/v1/:operation', (c) => answerRequest(c, parts, c.req.param('operation')));
  app.all('/v1/jobs/:job/:operation', (c) =>
    answerRequest(c, parts, c.req.param('operation'), c.req.param('job')),
  );
  const firecrawl = openFirecrawl(parts);
  app.all(firecrawl.routes, (c) => {
    const scheme = c.req.header('x-forwarded-proto') === 'https' ? 'https' : 'http';
    return firecrawl.answer(c.req.method, c.req.path, {
      ...{ cursor: c.req.query('cursor'), token: c.get('token'), signal: c.req.raw.signal },
      server: `${scheme}://${c.req.header('host')}`,
      body: async () => readBody(c.req.header('content-type') ?? null, await c.env.body()),
    });
  });
  app.notFound(() => problemResponse(new Refused(404, '/openapi.json lists what there is')));
  app.onError((error, c) => {
    const problem = problemOf(error);
    const { signal } = c.req.raw;
    if (problem.code === 'internal' && !(signal.aborted && error === signal.reason)) parts.onFault(error);
    return (firecrawl.isAsked(c.req.path) ? firecrawl : { problemResponse }).problemResponse(problem);
  });
  return app;
}

/** The token that a text is. @throws Refused: who has no token is told nothing of the files of the server */
function findToken({ tokens, onFault }: RestParts, text: string): Token | undefined {
  try {
    return tokens.find(text);
  } catch (error) {
    onFault(error);
    throw new Refused(500, 'no token can be checked: the error output of the server says why');
  }
}

/** @param job the name in the path; absent: the path has none */
async function answerRequest(
  c: Context<Env>,
  parts: RestParts,
  name: string,
  job?: string,
): Promise<Response> {
  const named = await loadOperation(operations as Readonly<Record<string, OperationEntry>>, name);
  const routes = named === undefined ? [] : routesOf(named);
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
  const { name: by, scope } = c.get('token');
  if (scopes.indexOf(scope) < scopes.indexOf(route.scope))
    throw new Refused(403, `${name} needs a token of the scope ${route.scope}; ${by} has ${scope}`);
  const asked = await readAsked(c, named, route);
  const at = { ...asked, by, ...(job === undefined ? {} : { job }) };
  return await answerAs(named, at, parts, c.req.raw.signal);
}

interface Asked {
  readonly type: AnswerType;
  readonly raw: Raw;
  readonly format?: string | undefined;
  readonly by: string;
  readonly job?: string;
}

/** @throws Refused; WinnowError `usage` */
async function readAsked(
  c: Context<Env>,
  named: NamedOperation,
  route: Route,
): Promise<Omit<Asked, 'by' | 'job'>> {
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
  return { raw, format, type: wantedType(c.req.header('accept')) };
}

async function answerAs(
  named: NamedOperation,
  { type, raw, format, by, job }: Asked,
  parts: RestParts,
  signal: AbortSignal,
): Promise<Response> {
  const { operation } = named;
  const isDry = isDryRun(named, raw);
  const askFor = async (changed: Raw): Promise<Answer> => {
    const given = { ...raw, ...changed, ...defined({ job }) };
    return await askServed(named, given, { by: `token ${by}`, signal }, parts);
  };
  const told = (error: unknown) => problemData(problemOf(error));
  if (operation.goesOn && type !== 'json') {
    if (type === 'csv') throw new Refused(406, `${named.name} is no table`);
    const rows = followServed(named, { ...raw, ...defined({ job }) }, { by: `token ${by}`, signal }, parts);
    // What keeps it from beginning is a problem.
    return streamResponse(rowsOf(await rows.next(), rows), type, told);
  }
  const answer = await askFor({});
  const data = dataOf(answer);
  if (format !== undefined) return await formatted(named, format, data, parts.place);
  if (isStream(data)) return streamResponse(data, type === 'events' ? type : 'lines', told);
  if (type === 'csv') {
    if (operation.formats?.csv !== undefined) return await formatted(named, 'csv', data, parts.place);
    const seen = { input: raw, now: parts.place.ports.clock.now(), dryRun: isDry, order: String };
    return csvResponse(viewOf(operation, answer, { ...seen, isOnStack: false }));
  }
  if (type !== 'json') {
    const next = async (cursor: string) => dataOf(await askFor({ cursor }));
    const isWhole = operation.effect === 'reads' && raw.limit === undefined;
    return streamResponse(rowsFrom(data, isWhole ? next : undefined), type, told);
  }
  const isUnconfirmed = isDry && operation.effect === 'destroys';
  return jsonResponse(isUnconfirmed ? { ...(data as object), dryRun: true } : data);
}

/** What is told of something that goes on, from the first of it, and its result. */
async function* rowsOf(first: Awaited<ReturnType<Told['next']>>, rest: Told): AsyncGenerator<unknown> {
  try {
    for (let one = first; !one.done; one = await rest.next())
      yield 'said' in one.value ? one.value : dataOf(one.value);
  } finally {
    await rest.return();
  }
}

type Told = ReturnType<typeof followServed>;

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
