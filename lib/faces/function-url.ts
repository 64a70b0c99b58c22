import * as z from 'zod/mini';
import { collectionRows, everywhere } from '../operations/everywhere.ts';
import type { OperationScope } from '../operations/ways.ts';
import { restApp } from './rest/app.ts';
import { problemData, Refused } from './rest/problem.ts';
import type { Served } from './served.ts';

/** Of what a function URL sends (payload 2.0), that which is looked at. */
const request = z.looseObject({
  version: z.literal('2.0'),
  rawPath: z.string(),
  rawQueryString: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.optional(z.string()),
  isBase64Encoded: z.optional(z.boolean()),
  requestContext: z.looseObject({
    http: z.looseObject({ method: z.string() }),
    authorizer: z.optional(
      z.nullable(z.looseObject({ iam: z.optional(z.nullable(z.looseObject({ userArn: z.string() }))) })),
    ),
  }),
});

/** What a function URL makes an answer of. */
export interface UrlAnswer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly isBase64Encoded: boolean;
}

interface AnsweringAtUrl extends Pick<Served, 'place' | 'onFault'> {
  /** What the function does. */
  readonly scope: OperationScope;
}

/** As one machine takes of a body. */
const bodyBytes = 1_048_576;
/** Lambda lets 6 MB of JSON through, and base64 makes four bytes of three. */
const answerBytes = 4_500_000;

/** As OpenAPI for API Gateway writes it. */
const signed = {
  ...{ type: 'apiKey', name: 'Authorization', in: 'header', 'x-amazon-apigateway-authtype': 'awsSigv4' },
  description: 'AWS Signature Version 4, of the service `lambda`.',
} as const;

function isUrlEvent(event: unknown): boolean {
  const { requestContext } = (event ?? {}) as { readonly requestContext?: { readonly http?: unknown } };
  return requestContext?.http !== undefined;
}

/**
 * Answers what a function URL with the authentication AWS_IAM sends. Who asks is in the event; nobody gets in without a name, so that a
 * URL that somebody opens to all stays closed; an event of another kind is none of its business. No answer goes on without an end: lists come by pages.
 */
export function answerUrl(event: unknown, parts: AnsweringAtUrl): Promise<UrlAnswer> | undefined {
  return isUrlEvent(event) ? answerRequest(event, parts) : undefined;
}

async function answerRequest(event: unknown, parts: AnsweringAtUrl): Promise<UrlAnswer> {
  const read = request.safeParse(event);
  if (read.data === undefined) return told(new Refused(400, 'this is no request of a function URL'));
  const { rawPath, rawQueryString, headers, body = '', isBase64Encoded, requestContext } = read.data;
  const target = URL.parse(`http://localhost${rawPath}${rawQueryString === '' ? '' : `?${rawQueryString}`}`);
  if (target === null) return told(new Refused(400, 'the request has no address of this function'));
  const { method } = requestContext.http;
  if (method !== 'GET' && method !== 'HEAD' && method !== 'POST')
    return told(new Refused(405, 'GET and POST are answered', { allow: 'GET, POST' }));
  const by = requestContext.authorizer?.iam?.userArn.slice(0, 300);
  const answer = restApp({
    ...parts,
    workers: { ending: new AbortController().signal, run: (work) => work(parts.place), end: async () => {} },
    entries: { ...everywhere, ...collectionRows },
    types: ['json', 'csv'],
    security: signed,
    elsewhere: ': the function whose name ends in -ops changes, and none destroys',
    admit() {
      if (by === undefined) throw new Refused(401, 'the function URL must have the authentication AWS_IAM');
    },
    who: () => ({ by: by as string, scope: parts.scope }),
  });
  const taken = async (): Promise<string> => {
    const bytes = Buffer.from(body, isBase64Encoded === true ? 'base64' : 'utf8');
    if (bytes.length > bodyBytes) throw new Refused(413, `a body may have ${bodyBytes} bytes`);
    return bytes.toString();
  };
  return await inOnePiece(await answer(new Request(target, { method, headers }), { body: taken }));
}

async function inOnePiece(response: Response): Promise<UrlAnswer> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of response.body ?? []) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes > answerBytes)
      return told(new Refused(400, 'the answer is larger than Lambda sends: ask for less, with `limit`'));
  }
  const whole = Buffer.concat(pieces);
  const type = response.headers.get('content-type') ?? '';
  const isText = !type.startsWith('application/octet-stream');
  return {
    statusCode: response.status,
    headers: { ...Object.fromEntries(response.headers), ...everyAnswer },
    body: whole.toString(isText ? 'utf8' : 'base64'),
    isBase64Encoded: !isText,
  };
}

const everyAnswer = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const;

function told(problem: Refused): UrlAnswer {
  return {
    statusCode: problem.status,
    headers: { ...problem.headers, ...everyAnswer, 'content-type': 'application/problem+json' },
    body: `${JSON.stringify(problemData(problem))}\n`,
    isBase64Encoded: false,
  };
}
