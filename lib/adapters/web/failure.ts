import { byName } from '../../base/by-name.ts';
import type { FailureReason } from '../../base/fetch/outcome.ts';

/** An error with a code, for the paths of undici and of `node:net` that carry errors. */
export function codedError(code: string, message: string): NodeJS.ErrnoException {
  return Object.assign(new Error(message), { code });
}

/** Why a request failed. */
export interface Failure {
  readonly reason: FailureReason;
  /** One line, at most 200 characters. */
  readonly detail: string;
  /** The failure says nothing about the page or its server: another request may succeed. */
  readonly again?: true;
}

/** By the code of the error, or by its name where it has no code (undici's parser errors). */
const reasons = byName<FailureReason>({
  ADDRESS_REFUSED: 'address-refused',
  DEADLINE: 'timeout',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  PROXY_REFUSED: 'connect',
  ECONNREFUSED: 'connect',
  EHOSTUNREACH: 'connect',
  ENETUNREACH: 'connect',
  ENETDOWN: 'connect',
  EADDRNOTAVAIL: 'connect',
  EACCES: 'connect',
  EMFILE: 'connect',
  ENFILE: 'connect',
  ECONNRESET: 'reset',
  ECONNABORTED: 'reset',
  EPIPE: 'reset',
  UND_ERR_HEADERS_OVERFLOW: 'protocol',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'protocol',
  UND_ERR_INVALID_ARG: 'protocol',
  HTTPParserError: 'protocol',
});

/** The codes with which getaddrinfo and c-ares report that a name was not found. */
const dnsCodes =
  /^(EAI_|ENOTFOUND$|ENODATA$|ESERVFAIL$|EFORMERR$|EREFUSED$|EBADNAME$|EBADRESP$|ECANCELLED$|ETIMEOUT$)/;

/** Whether the server closed the connection, in good order, before the end that its answer had announced. */
export function isEarlyEnd(error: Error): boolean {
  // A stream of HTTP/2 that was reset.
  if ('http2ErrorCode' in error) return false;
  const { code, message } = describe(error);
  if (code === 'UND_ERR_SOCKET') return message === 'other side closed';
  return code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' || message.endsWith('(Invalid EOF state)');
}

/**
 * @param sent whether the request was sent, that is, a connection was established
 * @param secure whether the URL is https
 */
export function failureOf(error: unknown, sent: boolean, secure: boolean): Failure {
  const { code, message } = describe(error);
  return { reason: reasonOf(code, message, sent, secure), detail: oneLine(message || code) };
}

function reasonOf(code: string, message: string, sent: boolean, secure: boolean): FailureReason {
  if (!sent && dnsCodes.test(code)) return 'dns';
  if (!sent && secure && (code === 'ECONNRESET' || !reasons.has(code))) return 'tls';
  if (!sent && (code === 'ETIMEDOUT' || code === 'UND_ERR_CONNECT_TIMEOUT')) return 'connect';
  const known = reasons.get(code);
  if (known !== undefined) return known;
  if (code === 'UND_ERR_SOCKET') return message.startsWith('bad ') ? 'protocol' : 'reset';
  return sent ? 'reset' : 'connect';
}

function describe(error: unknown): { readonly code: string; readonly message: string } {
  if (!(error instanceof Error)) return { code: '', message: String(error) };
  const first = error instanceof AggregateError ? error.errors[0] : undefined;
  const message = error.message || (first instanceof Error ? first.message : error.name);
  return { code: 'code' in error && typeof error.code === 'string' ? error.code : error.name, message };
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 200 ? `${line.slice(0, 199)}…` : line;
}
