import type { Socket } from 'node:net';

/** What a public report of another crawler, parser or reader says that a server did. */
export interface ReportedInput {
  /** Name of its host, a label. */
  readonly name: string;
  /** Repository and thread on GitHub. */
  readonly source: string;
  /** What the server does. */
  readonly does: string;
  /** Who says what is right. */
  readonly by: string;
  readonly right: RightResult;
  /** By path; others are 404. */
  answers(origin: string): Readonly<Record<string, Answer>>;
}

/** Bytes, or what is done with the connection. */
export type Answer = string | Uint8Array | ((socket: Socket, head: string) => void);

/** What a crawl that begins with `/` comes to. */
export interface RightResult {
  /** Default: `stored`. */
  readonly outcome?: string;
  /** What is in the text of its page. */
  readonly text?: string;
  /** What is in the Markdown of its page, and what is not. */
  readonly markdown?: string;
  readonly lacks?: readonly string[];
  /** What is in the text of its main content. */
  readonly main?: readonly string[];
  /** The language that is detected. */
  readonly language?: string;
  readonly author?: string;
  readonly published?: string;
  /** Whether its page is marked as incomplete. Default: false. */
  readonly truncated?: boolean;
  /** Paths that are asked for. */
  readonly asked?: readonly string[];
  /** Paths that are not. */
  readonly never?: readonly string[];
}

/** A page with words of its own; it ends as pages do. */
export function page(words: string, more = ''): string {
  return `<!doctype html><html><head><title>${words}</title></head><body><p>Sundews grow in bogs, and ${words} is where they are found.</p>${more}</body></html>`;
}

export interface AnswerParts {
  readonly status?: string;
  readonly type?: string;
  /** Further lines of the head, without their ends. */
  readonly lines?: readonly string[];
}

/** An answer with its length; what the body is written in is UTF-8, the head Latin-1. */
export function answer(body: string | Uint8Array, parts: AnswerParts = {}): Buffer {
  const bytes = Buffer.from(body);
  return raw(bytes, { ...parts, lines: [...(parts.lines ?? []), `Content-Length: ${bytes.length}`] });
}

/** An answer whose length is up to `lines`. */
export function raw(body: string | Uint8Array, parts: AnswerParts = {}): Buffer {
  const { status = 'HTTP/1.1 200 OK', type = 'text/html; charset=utf-8', lines = [] } = parts;
  const head = [status, ...(type === '' ? [] : [`Content-Type: ${type}`]), ...lines];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), Buffer.from(body)]);
}

/** Sends an answer, and closes the connection. */
export function closing(bytes: Uint8Array): Answer {
  return (socket) => socket.end(bytes);
}

/** A redirect to `location`, in bytes as they are written in Latin-1. */
export function moved(location: string, lines: readonly string[] = []): Buffer {
  return answer('', { status: 'HTTP/1.1 302 Found', lines: [...lines, `Location: ${location}`] });
}

/** Text as its UTF-8 bytes, one character each. */
export function asBytes(text: string): string {
  return Buffer.from(text).toString('latin1');
}

/** A robots.txt that names a sitemap. */
export function naming(url: string): Buffer {
  return answer(`Sitemap: ${url}\n`, { type: 'text/plain' });
}
