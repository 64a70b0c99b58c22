/** Serves the files of virtual hosts, on all loopback addresses, and logs each answer: `node bench/site-server.ts DIRECTORY PORT LOG`. */
import { createWriteStream, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { redirectsFile } from './serve-site.ts';

const types: Readonly<Record<string, string>> = { '.txt': 'text/plain', '.xml': 'application/xml' };
const [directory = '.', port = '0', logFile = 'access.log'] = process.argv.slice(2);
const log = createWriteStream(logFile, { flags: 'a' });
const known = /^(?:h\d+\.localhost|127\.0\.0\.\d+)$/;
const redirects = new Map(
  readFileSync(join(directory, redirectsFile), 'utf8')
    .split(';\n')
    .map((line) => line.split(' ') as [string, string]),
);

createServer(async (request, response) => {
  const { host = '' } = request.headers;
  const path = request.url ?? '/';
  const name = host.replace(/:\d+$/, '');
  const isKnown = known.test(name);
  const file = join(directory, name, path === '/' ? 'index.html' : path);
  const location = redirects.get(host + path);
  const body = isKnown && location === undefined ? await readFile(file).catch(() => undefined) : undefined;
  const status = body !== undefined ? 200 : location === undefined ? 404 : 301;
  response.writeHead(status, {
    'content-type': `${types[extname(path)] ?? 'text/html'}; charset=utf-8`,
    'content-length': body?.length ?? 0,
    ...(location === undefined ? {} : { location }),
  });
  response.end(body);
  if (isKnown) log.write(`${host} ${path} ${status}\n`);
}).listen(Number(port), '0.0.0.0');
