/** The servers of `bench/fetch.ts`: one page, over http, https and HTTP/2, in a process of their own. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createSecureServer } from 'node:http2';
import type { AddressInfo, Server } from 'node:net';
import { gzipSync } from 'node:zlib';

export interface Ports {
  readonly http: number;
  readonly https: number;
  readonly ca: string;
}

const fixture = (name: string): string =>
  readFileSync(new URL(`../test/adapters/web/fixtures/${name}`, import.meta.url), 'utf8');
const words = Array.from({ length: 6_000 }, (_, i) => ((i * 2_654_435_761) >>> 12).toString(36)).join(' ');
const body = gzipSync(`<!doctype html><title>Page</title><p>${words}`.slice(0, 40_000));
const headers = { 'content-type': 'text/html', 'content-encoding': 'gzip', 'content-length': body.length };

const cert = fixture('loopback.crt.pem');
const plain = createServer((_request, response) => void response.writeHead(200, headers).end(body));
const secure = createSecureServer(
  { cert, key: fixture('loopback.key.pem'), allowHTTP1: true },
  (_request, response) => {
    response.writeHead(200, headers);
    response.end(body);
  },
);

let accepted = 0;
const servers = [plain, secure] as unknown as readonly Server[];
for (const server of servers) {
  server.on('connection', () => {
    accepted += 1;
  });
}
await Promise.all(
  servers.map((server) => new Promise<void>((done) => server.listen(0, '127.0.0.1', () => done()))),
);
const [http = 0, https = 0] = servers.map((server) => (server.address() as AddressInfo).port);
process.on('message', () => process.send?.(accepted));
process.on('disconnect', () => process.exit());
process.send?.({ http, https, ca: cert } satisfies Ports);
