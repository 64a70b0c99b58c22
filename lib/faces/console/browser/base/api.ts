/** What somebody may have done, from the least to the most. */
export const scopes = ['view', 'operate', 'destroy'] as const;
export type NeededScope = (typeof scopes)[number];

/** Who uses the console, as the server says. */
export interface Session {
  readonly by: string;
  readonly scope: NeededScope;
  /** The job that is shown first. */
  readonly job: string;
  /** Where the crawl is: a directory, or a stack. */
  readonly place: string;
  readonly isStack: boolean;
}

export function mayDo({ scope }: Pick<Session, 'scope'>, needed: NeededScope): boolean {
  return scopes.indexOf(scope) >= scopes.indexOf(needed);
}

/** What went wrong, in the words of the server. */
export class FailedRequest extends Error {
  /** HTTP status; 0: no answer came. */
  readonly status: number;
  readonly advice: string | undefined;

  constructor(status: number, detail: string, advice?: string) {
    super(detail);
    this.name = 'FailedRequest';
    this.status = status;
    this.advice = advice;
  }
}

const tokenKey = 'winnow.token';

/** The token of this tab: other tabs and later visits have none. */
export const token = {
  get: (): string | null => sessionStorage.getItem(tokenKey),
  set: (text: string): void => sessionStorage.setItem(tokenKey, text),
  forget: (): void => sessionStorage.removeItem(tokenKey),
};

/** What no answer within this time means: a stack may take its time. */
const longestMs = 120_000;
/** So much of an answer is taken into a page. */
const mostChars = 30_000_000;

interface Asked {
  /** Fields of what changes something. */
  readonly body?: object;
  readonly signal?: AbortSignal;
  readonly accept?: string;
}

/** Asks the server. @throws FailedRequest */
export async function ask<T>(path: string, asked: Asked = {}): Promise<T> {
  const text = await askText(path, asked);
  try {
    return JSON.parse(text) as T;
  } catch {
    throw new FailedRequest(0, 'the answer could not be read');
  }
}

/** The same, as text. @throws FailedRequest */
export async function askText(path: string, asked: Asked = {}): Promise<string> {
  let text = '';
  for await (const piece of pieces(path, asked)) {
    text += piece;
    if (text.length > mostChars) throw new FailedRequest(0, 'the answer is too long to be shown');
  }
  return text;
}

/** Reads rows, as JSON Lines, until there are so many. @throws FailedRequest */
export async function askLines<T>(path: string, most: number, take: (row: T) => void): Promise<void> {
  let rest = '';
  let count = 0;
  for await (const piece of pieces(path, { accept: 'application/jsonl' })) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > mostChars) throw new FailedRequest(0, 'a row is too long to be shown');
    for (const line of lines) {
      take(JSON.parse(line) as T);
      count += 1;
      if (count >= most) return;
    }
  }
}

/** What of an answer has come. @throws FailedRequest */
async function* pieces(path: string, { body, signal, accept }: Asked): AsyncGenerator<string> {
  const ended = new AbortController();
  const signals = [ended.signal, AbortSignal.timeout(longestMs), ...(signal === undefined ? [] : [signal])];
  const headers: Record<string, string> = { authorization: `Bearer ${token.get() ?? ''}` };
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (accept !== undefined) headers.accept = accept;
  const init = { headers, signal: AbortSignal.any(signals), referrerPolicy: 'no-referrer' as const };
  const sent = body === undefined ? init : { ...init, method: 'POST', body: JSON.stringify(body) };
  try {
    const answer = await fetch(path, sent);
    if (answer.status >= 400) throw problemIn(answer.status, await answer.text());
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    for (let next = await reader?.read(); next?.done === false; next = await reader?.read()) yield next.value;
  } catch (error) {
    if (error instanceof FailedRequest || signal?.aborted) throw error;
    throw new FailedRequest(0, 'the server does not answer');
  } finally {
    ended.abort();
  }
}

function problemIn(status: number, text: string): FailedRequest {
  try {
    const { detail, advice } = JSON.parse(text) as { readonly detail?: string; readonly advice?: string };
    return new FailedRequest(status, String(detail ?? `status ${status}`), advice);
  } catch {
    return new FailedRequest(status, `status ${status}`);
  }
}

type Fields = Readonly<Record<string, string | number | boolean | undefined>>;

/** Where an operation about a job is. */
export function ofJob(job: string, operation: string, fields: Fields = {}): string {
  return withFields(`/v1/jobs/${encodeURIComponent(job)}/${operation}`, Object.entries(fields));
}

/** Where an operation about no job is. */
export function ofAll(operation: string, fields: Fields = {}): string {
  return withFields(`/v1/${operation}`, Object.entries(fields));
}

/** Fields that are given; a list is one name several times. */
export function withFields(path: string, fields: readonly (readonly [string, Fields[string]])[]): string {
  const given = fields.filter(([, value]) => value !== undefined && value !== '' && value !== false);
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return query.size === 0 ? path : `${path}?${query}`;
}

/** Names a request, so that it acts once however often it is sent; where the browser draws none, the server does. */
export function requestId(): { readonly requestId?: string } {
  return 'randomUUID' in crypto ? { requestId: crypto.randomUUID() } : {};
}
