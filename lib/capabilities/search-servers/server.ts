import { Buffer } from 'node:buffer';
import { defined } from '../../base/defined.ts';
import { WinnowError } from '../../base/error.ts';
import { clip } from '../../base/printable.ts';
import { trimmedEnd } from '../../base/trim.ts';
import { retryAfterMs } from '../../domain/politeness/retry-after.ts';
import type { SinkPlan } from '../../pipeline/sinks/sink.ts';
import type { TargetAnswer, TargetRequest } from '../../ports/target-web.ts';

/** What is asked of a search server, below the address of its settings. */
export interface Question {
  readonly method: TargetRequest['method'];
  readonly path: string;
  /** JSON, or lines of it. */
  readonly body?: string | Uint8Array;
  readonly type?: string;
}

export interface Answered {
  readonly status: number;
  readonly text: string;
  /** What was answered as JSON; undefined: it is none. */
  readonly json: unknown;
  /** Why the server refused, in its words, one line. */
  readonly why: string;
}

/** Asks one search server, with the credentials of its sink. */
export interface SearchServer {
  /**
   * An answer of any of these statuses, or of 200 with a JSON object: whoever else stands at an address answers in other words.
   * @throws WinnowError for all others, by what they mean
   */
  ask(question: Question, signal: AbortSignal, expected?: readonly number[]): Promise<Answered>;
  /** What is wrong where something answers, and is no such server. @param words that it says */
  notOne(words?: string): WinnowError;
  /** The beginning of messages. */
  readonly name: string;
}

interface ServerSettings {
  readonly url?: string;
  readonly credentials?: string;
}

/** @param kind what the server is, in words that tell where to look */
export function searchServer(
  plan: Pick<SinkPlan<ServerSettings>, 'name' | 'settings' | 'web' | 'secret' | 'now'>,
  kind: string,
): SearchServer {
  const { settings, web, secret } = plan;
  if (settings.url === undefined)
    throw new WinnowError('config', `sink ${plan.name} has no \`url\`: write the address of the server`);
  const base = trimmedEnd(settings.url, '/');
  const name = `sink ${plan.name} (${URL.parse(base)?.host ?? base})`;
  let authorization: Promise<string> | undefined;

  async function headers(type: string | undefined): Promise<Record<string, string>> {
    const { credentials } = settings;
    const sent = { 'content-type': type ?? 'application/json' };
    if (credentials === undefined) return sent;
    authorization ??= secret(credentials).then((text) => authorizationIn(text, credentials));
    try {
      return { ...sent, authorization: await authorization };
    } catch (error) {
      authorization = undefined;
      throw error;
    }
  }

  const notOne = (words = ''): WinnowError =>
    new WinnowError(
      'config',
      `${name} does not answer as ${kind}: check its \`url\`${words === '' ? '' : ` (it says: ${words})`}`,
    );

  return {
    name,
    notOne,
    async ask({ method, path, body, type }, signal, expected = []) {
      const bytes = typeof body === 'string' ? Buffer.from(body) : body;
      const request: TargetRequest = { method, url: `${base}${path}`, headers: await headers(type) };
      const answer = await web.ask(bytes === undefined ? request : { ...request, body: bytes }, signal);
      const answered = readAnswer(answer);
      if (expected.includes(answer.status)) return answered;
      if (answer.status === 200 && isObject(answered.json)) return answered;
      if (answer.status === 200) throw notOne(answered.why);
      // Whoever mends the secret need not start anything anew.
      if (answer.status === 401) authorization = undefined;
      throw faultOf(name, answer, answered.why, { secret: settings.credentials, now: plan.now() });
    },
  };
}

/** The header for a secret. @throws WinnowError `config` */
function authorizationIn(text: string, name: string): string {
  const { user, password, apiKey } = (jsonIn(text) ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof apiKey === 'string') return `ApiKey ${apiKey}`;
  if (typeof user === 'string' && typeof password === 'string')
    return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  throw new WinnowError(
    'config',
    `the secret ${name} is neither {"user": "…", "password": "…"} nor {"apiKey": "…"}: store it so`,
  );
}

function readAnswer({ status, body }: TargetAnswer): Answered {
  const text = Buffer.from(body.buffer, body.byteOffset, body.length).toString();
  const json = jsonIn(text);
  return { status, text, json, why: clip(reasonIn(json) ?? wordsIn(text), 200) };
}

/** What people see of an answer that a proxy gives, as a page of HTML. */
function wordsIn(text: string): string {
  const start = text.slice(0, 2_000);
  return start
    .replace(/<(script|style)[\s\S]*?(?:<\/\1>|$)/gi, ' ')
    .replace(/<[^>]*(?:>|$)/g, ' ')
    .replace(/\s+/g, ' ');
}

const isObject = (json: unknown): boolean =>
  typeof json === 'object' && json !== null && !Array.isArray(json);

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The reason in an answer of OpenSearch (`error.reason`), or of Solr (`error.msg`). */
function reasonIn(json: unknown): string | undefined {
  const error = (json as { readonly error?: unknown } | null | undefined)?.error;
  if (typeof error === 'string') return error;
  const { type, reason, msg } = (error ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof reason === 'string') return typeof type === 'string' ? `${type}: ${reason}` : reason;
  return typeof msg === 'string' ? msg : undefined;
}

/** What an answer means that is none. */
function faultOf(
  name: string,
  answer: TargetAnswer,
  why: string,
  { secret, now }: { readonly secret: string | undefined; readonly now: number },
): WinnowError {
  const { status, headers } = answer;
  if (isBlocked(why))
    return new WinnowError(
      'unavailable',
      `${name}: the index takes no changes, as its disk is full or it is read-only: ${why}`,
    );
  if (status === 401 || status === 403) {
    const mend =
      secret === undefined ? 'name a secret in `credentials`' : `check the secret ${secret} and its rights`;
    return new WinnowError('config', `${name} refuses us (${status}): ${mend}: ${why}`, { isDenied: true });
  }
  if (status === 429 || status >= 500)
    return new WinnowError(
      'unavailable',
      `${name} answers ${status}: ${why}`,
      defined({ retryAfterMs: retryAfterMs(headers['retry-after'], now) }),
    );
  if (status >= 300 && status < 400)
    return new WinnowError(
      'config',
      `${name} redirects to ${clip(headers.location ?? '', 200)}: write the right \`url\``,
    );
  const mend = status === 404 ? ': check its `url`' : '';
  return new WinnowError('config', `${name} answers ${status}${mend}${why === '' ? '' : `: ${why}`}`);
}

/** An index that is blocked says so with 403 or 429, of a document or of all. */
export function isBlocked(why: string): boolean {
  return why.startsWith('cluster_block_exception');
}
