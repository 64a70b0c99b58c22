import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listenOnLoopback } from '../lib/runtime/embedded/report-server.ts';

/** The port that is written in the links of `examples/web`, and served at unless it is taken. */
export const examplePort = 8642;

/** The example web while it is served. */
export interface ExampleWeb {
  readonly port: number;
  /** With the port, for example `bog.localhost:8642`. Everything is reachable from the first one. */
  readonly hosts: readonly string[];
  close(): Promise<void>;
}

/** `examples/web/site.json`: the hosts, and what a file cannot say. Paths are those of URLs. */
interface Site {
  readonly hosts: Readonly<Record<string, HostRules>>;
}

interface HostRules {
  readonly redirects?: Readonly<Record<string, { readonly status: number; readonly to: string }>>;
  /** Statuses other than 200 for files. */
  readonly statuses?: Readonly<Record<string, number>>;
  /** Headers of files, in place of what their extension gives. */
  readonly headers?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** By extension. HTML says its encoding itself. */
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.txt': 'text/plain; charset=utf-8',
  '.png': 'image/png',
  '.pdf': 'application/pdf',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.tex': 'text/x-tex',
};

const ownFolder = fileURLToPath(new URL('web', import.meta.url));

/**
 * Serves `examples/web` on loopback, each of its folders as the virtual host `<folder>.localhost`, conditional
 * requests included. Links are moved to the port that is served at.
 * @param port where to listen; when it is taken, or 0, any free port is
 * @param folder where `examples/web` is: a program that has this file bundled in says so
 */
export async function serveExample(
  port: number = examplePort,
  folder: string = ownFolder,
): Promise<ExampleWeb> {
  let answers: ReadonlyMap<string, Answer> = new Map();
  const server = createServer((request, response) => respond(answers, request, response));
  const taken = await listenOnLoopback(server, port).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    return listenOnLoopback(server, 0);
  });
  const site: Site = JSON.parse(readFileSync(join(folder, 'site.json'), 'utf8'));
  answers = new Map(Object.entries(site.hosts).flatMap(([name, rules]) => load(folder, name, rules, taken)));
  return {
    port: taken,
    hosts: Object.keys(site.hosts).map((name) => `${name}.localhost:${taken}`),
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Everything that a host answers, keyed by `<name>.localhost<path>`: it is small, and no path can lead outside. */
function load(folder: string, name: string, rules: HostRules, port: number): [string, Answer][] {
  const here = join(folder, name);
  const paths = readdirSync(here, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(here.length).replaceAll('\\', '/'));
  const files = paths.map((path): [string, Answer] => [
    path.replace(/\/index\.html$/, '/'),
    file(join(here, path), rules.statuses?.[path] ?? 200, rules.headers?.[path] ?? {}, port),
  ]);
  const redirects = Object.entries(rules.redirects ?? {}).map(([path, { status, to }]): [string, Answer] => [
    path,
    { status, headers: { location: atPort(to, port) }, body: Buffer.alloc(0) },
  ]);
  return [...files, ...redirects].map(([path, answer]) => [`${name}.localhost${path}`, answer]);
}

function file(path: string, status: number, headers: Readonly<Record<string, string>>, port: number): Answer {
  const bytes = readFileSync(path);
  const type = headers['content-type'] ?? types[extname(path)] ?? 'application/octet-stream';
  // Latin-1 keeps every byte as it is, whatever the encoding of the file.
  const body = type.startsWith('text/')
    ? Buffer.from(atPort(bytes.toString('latin1'), port), 'latin1')
    : bytes;
  return {
    status,
    headers: {
      'content-type': type,
      'last-modified': statSync(path).mtime.toUTCString(),
      etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
      ...headers,
    },
    body,
  };
}

function atPort(text: string, port: number): string {
  return text.replaceAll(`.localhost:${examplePort}`, `.localhost:${port}`);
}

const notFound: Answer = {
  status: 404,
  headers: { 'content-type': 'text/html' },
  body: Buffer.from(
    '<!DOCTYPE html>\n<meta charset="utf-8">\n<title>Not found</title>\n<p>Nothing grows here.</p>\n',
  ),
};

function respond(
  answers: ReadonlyMap<string, Answer>,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const host = (request.headers.host ?? '').replace(/:\d+$/, '');
  const path = (request.url ?? '/').replace(/\?.*$/s, '');
  const { status, headers, body } = answers.get(host + path) ?? notFound;
  const fresh = status === 200 && isFresh(request, headers);
  response.writeHead(fresh ? 304 : status, {
    ...headers,
    ...(fresh ? {} : { 'content-length': String(body.length) }),
  });
  response.end(fresh || request.method === 'HEAD' ? undefined : body);
}

/** If-None-Match rules where both are given (RFC 9110 §13.2.2). */
function isFresh(request: IncomingMessage, headers: Readonly<Record<string, string>>): boolean {
  const { 'if-none-match': tag, 'if-modified-since': since } = request.headers;
  if (tag !== undefined) return tag === headers.etag;
  return since !== undefined && Date.parse(since) >= Date.parse(headers['last-modified'] ?? '');
}

if (import.meta.main) {
  const { hosts } = await serveExample();
  process.stdout.write(`The example is at http://${hosts[0]}/ until you press Ctrl-C.\n`);
}
