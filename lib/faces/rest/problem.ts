import { STATUS_CODES } from 'node:http';
import * as z from 'zod/mini';
import { defined } from '../../base/defined.ts';
import { type ErrorCode, WinnowError } from '../../base/error.ts';
import { exitOf } from '../../operations/exit-code.ts';
import { field } from '../../pipeline/operation/input.ts';

/** What a request ends with in place of an answer (RFC 9457). */
export interface Problem {
  readonly status: number;
  /** What went wrong, in the words of the command line. */
  readonly detail: string;
  /** Of `WinnowError`; absent: the request was refused before it came to an operation. */
  readonly code?: ErrorCode;
  /** What to do about it. */
  readonly advice?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request that this face refuses by itself. */
export class Refused extends Error implements Problem {
  readonly status: number;
  readonly detail: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, detail: string, headers: Readonly<Record<string, string>> = {}) {
    super(detail);
    this.name = 'Refused';
    this.status = status;
    this.detail = detail;
    this.headers = headers;
  }
}

type Known = Pick<Problem, 'status' | 'advice' | 'headers'>;

const known: Readonly<Record<Exclude<ErrorCode, 'internal'>, Known>> = {
  usage: { status: 400, advice: '/openapi.json says what the operation takes' },
  config: { status: 400, advice: 'mend the file or the setting that is named' },
  'not-found': { status: 404, advice: 'ask for what there is: GET /v1/jobs lists the jobs' },
  locked: {
    status: 409,
    advice: 'somebody else is at work there: look again, and ask again',
    headers: { 'retry-after': '5' },
  },
  conflict: { status: 409, advice: 'read what holds now, and make your change on that' },
  newer: { status: 500, advice: 'use the version of Winnow that wrote it' },
  older: { status: 500, advice: 'use the version of Winnow that wrote it' },
  corrupt: { status: 500, advice: 'run `winnow sanity` on the machine of the server' },
  full: { status: 507, advice: 'make room in what is named' },
  unavailable: { status: 503, advice: 'ask later, or mend what is named', headers: { 'retry-after': '5' } },
};

/** A right that is missing is not there later either. */
const denied: Known = {
  status: 403,
  advice: 'have somebody who may give the server this right, or ask by yourself with rights that include it',
};

/** What is told of an error. Of one that is ours nothing is: its words may come from anywhere. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Refused) return error;
  const { code = 'internal', message = '', isDenied } = error instanceof WinnowError ? error : {};
  if (code === 'internal')
    return {
      ...{ status: 500, code, detail: 'something is wrong in Winnow itself' },
      advice: 'the error output of the server says what',
    };
  return { ...(isDenied ? denied : known[code]), code, detail: message };
}

/** A problem as data. */
export const problemFields = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: field(z.string(), { says: 'what went wrong' }),
  code: field(z.exactOptional(z.string()), { says: 'which kind of error it is' }),
  exit: field(z.exactOptional(z.int()), { says: 'what the command line would end with' }),
  advice: field(z.exactOptional(z.string()), { says: 'what to do about it' }),
});

export function problemData({ status, detail, code, advice }: Problem): z.output<typeof problemFields> {
  const exit = code && exitOf(code);
  const title = STATUS_CODES[status] ?? 'Error';
  return { type: 'about:blank', title, status, detail, ...defined({ code, exit, advice }) };
}

export function problemResponse(problem: Problem): Response {
  return new Response(`${JSON.stringify(problemData(problem))}\n`, {
    status: problem.status,
    headers: { ...problem.headers, 'content-type': 'application/problem+json' },
  });
}
