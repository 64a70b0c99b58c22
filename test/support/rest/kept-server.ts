import { request } from 'node:http';
import { join } from 'node:path';
import { type RestOptions, serveRest } from '../../../lib/faces/rest.ts';
import { openTokens } from '../../../lib/faces/tokens.ts';
import { type OperationScope, scopes } from '../../../lib/operations/ways.ts';
import type { Workplace } from '../../../lib/pipeline/operation/place.ts';
import { keptServed } from './kept-served.ts';

/** An answer of the server, read to its end. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

export interface Sent {
  readonly method?: string;
  readonly body?: unknown;
  /** Also those that `fetch` keeps for itself. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Asks a server on loopback. */
export function send(
  port: number,
  path: string,
  { method = 'GET', body, headers = {} }: Sent = {},
): Promise<Reply> {
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  const type = text === undefined ? {} : { 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const sent = request({ port, path, method, headers: { ...type, ...headers }, agent: false }, (answer) => {
      const pieces: Buffer[] = [];
      answer.on('data', (piece: Buffer) => pieces.push(piece));
      answer.on('error', reject);
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          text: Buffer.concat(pieces).toString(),
        }),
      );
    });
    sent.on('error', reject);
    sent.end(text);
  });
}

export interface KeptServer {
  readonly port: number;
  readonly directory: string;
  readonly place: Workplace;
  readonly faults: readonly unknown[];
  readonly tokens: Readonly<Record<OperationScope, string>>;
  ask(path: string, sent?: Sent, scope?: OperationScope): Promise<Reply>;
  close(): Promise<void>;
}

/** Serves a copy of a stored crawl, of the job `kept`. */
export async function serveKept(
  limits: RestOptions['limits'] = {},
  open: Pick<RestOptions, 'search'> = {},
): Promise<KeptServer> {
  const { served, faults, directory, close } = await keptServed();
  const file = openTokens(join(directory, 'tokens.json'));
  const tokens = Object.fromEntries(
    scopes.map((scope) => [scope, file.add({ name: `the-${scope}`, scope })]),
  );
  const server = await serveRest(
    { ...served, tokens: file, job: 'kept' },
    { host: '127.0.0.1', port: 0, ...open, limits: { perSecond: 1e6, atOnce: 1e6, ...limits } },
  );
  return {
    ...{
      port: server.port,
      directory,
      place: served.place,
      faults,
      tokens: tokens as Record<OperationScope, string>,
    },
    ask: (path, { headers, ...sent } = {}, scope = 'destroy') =>
      send(server.port, path, { ...sent, headers: { authorization: `Bearer ${tokens[scope]}`, ...headers } }),
    async close() {
      await server.close();
      await close();
    },
  };
}
