/** Serves the files of virtual hosts and logs each answer: `node bench/site-server.ts DIRECTORY PORT LOG`. */
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';

const [directory = '.', port = '0', logFile = 'access.log'] = process.argv.slice(2);
const log = createWriteStream(logFile, { flags: 'a' });
const known = /^h\d+\.localhost$/;

createServer(async (request, response) => {
  const { host = '' } = request.headers;
  const path = request.url ?? '/';
  const name = host.replace(/:\d+$/, '');
  const body = known.test(name)
    ? await readFile(join(directory, name, path === '/' ? 'index.html' : path)).catch(() => undefined)
    : undefined;
  const status = body === undefined ? 404 : 200;
  response.writeHead(status, {
    'content-type': path.endsWith('.txt') ? 'text/plain; charset=utf-8' : 'text/html; charset=utf-8',
    'content-length': body?.length ?? 0,
  });
  response.end(body);
  if (known.test(name)) log.write(`${host} ${path} ${status}\n`);
}).listen(Number(port), '127.0.0.1');
