import { isIP } from 'node:net';
import { operations } from '../operations/operations.ts';
import { consolePages, consoleSession } from './console/routes.ts';
import { openFirecrawl } from './firecrawl.ts';
import { answerMcp } from './mcp.ts';
import { openOaiPmh, takesBasic } from './oai-pmh.ts';
import { type AnswerType, answerTypes } from './rest/answer.ts';
import { type OtherRoutes, restApp } from './rest/app.ts';
import { isLoopbackAddress, type Rate, rateLimit, refuseForeign } from './rest/guard.ts';
import { Refused } from './rest/problem.ts';
import { requireJson } from './rest/request.ts';
import { type HttpLimits, type HttpServer, httpLimits, serveHttp } from './rest/serve-http.ts';
import { isSearchPage, openSearchPage } from './search-page.ts';
import type { Served } from './served.ts';
import { isToken, type KnownTokens, type Token } from './tokens.ts';

/** What the server answers from, and whom. */
export interface RestParts extends Served {
  /** The job that agents mean where they name none, and whose settings say how pages are fetched that belong to none. */
  readonly job: string;
  readonly tokens: KnownTokens;
}

export interface RestOptions extends Omit<Parameters<typeof serveHttp>[1], 'limits'> {
  /** Names under which clients reach the server beside its addresses. */
  readonly names?: readonly string[];
  readonly limits?: Partial<HttpLimits & Rate>;
  /** Jobs whose records everybody may harvest (OAI-PMH), and jobs that everybody may search. */
  readonly oai?: readonly string[];
  readonly search?: readonly string[];
}

const usualRate: Rate = { perSecond: 100, atOnce: 200 };
const wantsToken = { 'www-authenticate': 'Bearer' };
/** A browser asks whoever uses it. */
const wantsPassword = { 'www-authenticate': 'Basic realm="Winnow", charset="UTF-8"' };

export interface RestServer extends HttpServer {
  /** Only programs of this machine reach it. */
  readonly isLoopback: boolean;
}

/** Serves all operations over HTTP. @throws WinnowError `unavailable` when the port is taken */
export async function serveRest(parts: RestParts, options: RestOptions): Promise<RestServer> {
  const { host, port, names = [], limits = {}, oai = [], search = [] } = options;
  const { name: place, access } = parts.place;
  const harvested = openOaiPmh(parts, new Set(oai));
  const searched = openSearchPage(parts, new Set(search));
  const rate = rateLimit({ ...usualRate, ...limits }, () => performance.now());
  const isLoopback = isLoopbackAddress(host);
  const known = { isLoopback, names: isIP(host) > 0 ? names : [...names, host] };
  const answer = restApp({
    ...parts,
    entries: operations,
    others: [
      ...[agents(parts), openFirecrawl(parts), harvested, searched],
      consoleSession({ job: parts.job, place, isStack: access === undefined }, parts.place),
    ],
    pages: consolePages(),
    types: Object.keys(answerTypes) as AnswerType[],
    security: { type: 'http', scheme: 'bearer', description: '`winnow serve --token NAME` makes a token.' },
    admit: ({ headers }) => refuseForeign(headers, known),
    who(head) {
      const token = tokenOf(head, parts);
      rate(token?.name ?? '');
      const everybody =
        token === undefined ? (harvested.everybody(head) ?? searched.everybody(head)) : undefined;
      if (everybody !== undefined) return everybody;
      if (token === undefined)
        throw isSearchPage(head.url)
          ? new Refused(401, 'a token is needed, as the password of any name', wantsPassword)
          : new Refused(401, 'a token is needed: `authorization: Bearer TOKEN`', wantsToken);
      return { by: `token ${token.name}`, scope: token.scope, token };
    },
    stays(by) {
      if (!parts.tokens.all().some(({ name }) => by === `token ${name}`))
        throw new Refused(401, `the ${by} is revoked`);
    },
    rate,
  });
  const server = await serveHttp(answer, { host, port, limits: { ...httpLimits, ...limits } });
  return { ...server, isLoopback };
}

/** @throws Refused for a token in a place where others may see it; who has none is told nothing of the files of the server */
function tokenOf({ url, headers }: Request, { tokens, onFault }: RestParts): Token | undefined {
  if ([...new URL(url).searchParams.values()].some(isToken))
    throw new Refused(400, 'a token belongs in the header Authorization: logs keep addresses');
  const [, scheme = '', given = ''] =
    /^(basic|bearer) +(\S+)$/i.exec(headers.get('authorization') ?? '') ?? [];
  const isBasic = scheme.toLowerCase() === 'basic';
  // Harvesters and browsers know no other way to say who they are.
  const text = isBasic ? (takesBasic(url) || isSearchPage(url) ? passwordIn(given) : '') : given;
  try {
    return tokens.find(text);
  } catch (error) {
    onFault(error);
    throw new Refused(500, 'no token can be checked: the error output of the server says why');
  }
}

/** The password of basic authentication. */
function passwordIn(credentials: string): string {
  return Buffer.from(credentials, 'base64')
    .toString()
    .replace(/^[^:]*:/, '');
}

/** Answers agents what their tokens are for. */
function agents(served: RestParts): OtherRoutes {
  return {
    path: '/mcp',
    async answer(head, body, { by, scope }) {
      if (head.method !== 'POST')
        throw new Refused(405, 'agents ask with POST: nothing is sent without being asked for', {
          allow: 'POST',
        });
      const { headers, signal } = head;
      requireJson(headers.get('content-type'));
      const version = headers.get('mcp-protocol-version') ?? undefined;
      const { status, text } = await answerMcp(
        await body(),
        { ...served, scope },
        { by: `mcp ${by}`, signal },
        version,
      );
      const type = status === 202 ? {} : { 'content-type': answerTypes.json };
      return new Response(text === '' ? null : text, { status, headers: type });
    },
  };
}
