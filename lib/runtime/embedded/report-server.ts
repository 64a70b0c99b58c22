import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { WinnowError } from '../../base/error.ts';
import { reportPage } from '../../domain/report/html/page.ts';
import type { Report } from '../../domain/report/report.ts';

export interface ReportServerOptions {
  /** Makes the present report. */
  readonly report: () => Promise<Report>;
  /** The present metrics, in the format of Prometheus. */
  readonly metrics: () => Promise<string>;
  /** Absent: 8643, or any free port when that one is taken. 0: any free port. */
  readonly port?: number;
}

/** The report of a crawl for browsers on this machine. */
export interface ReportServer {
  readonly url: string;
  /** Marks the state as the last one, waits until open pages have it, and stops. Idempotent. */
  close(): Promise<void>;
}

export const watchPort = 8_643;
const refreshSeconds = 5;
/** The rest between two reports in multiples of the time that a report takes: at most a twentieth of a core. */
const restFactor = 20;

/**
 * Serves the report of a crawl on loopback. Other pages in the same browser cannot read it: the `Host` of a request must
 * be ours, which excludes other names that point to 127.0.0.1 (DNS rebinding), and no other origin is allowed.
 * @throws WinnowError `unavailable` when the port is taken
 */
export async function serveReport({ report, metrics, port }: ReportServerOptions): Promise<ReportServer> {
  let made: { readonly report: Promise<Report>; readonly good: () => boolean } | undefined;
  let isLast = false;
  let seenAt = Number.NEGATIVE_INFINITY;
  let onLastServed = (): void => undefined;

  function newest(): Promise<Report> {
    if (made?.good()) return made.report;
    const began = performance.now();
    let until = Number.POSITIVE_INFINITY;
    const making = report().finally(() => {
      const now = performance.now();
      until = now + Math.max((refreshSeconds * 1_000) / 2, (now - began) * restFactor);
    });
    // After a failure the next request tries again.
    making.catch(() => {
      made = undefined;
    });
    made = { report: making, good: () => performance.now() < until };
    return making;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const end = (status: number, type: string, body: string): void => {
      response.writeHead(status, { ...headers, 'content-type': `${type}; charset=utf-8` });
      response.end(request.method === 'HEAD' ? undefined : body);
    };
    if (!isOurs(request)) return end(421, 'text/plain', 'This is not the host that you asked for.\n');
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return end(405, 'text/plain', 'There is nothing to be changed here.\n');
    const last = isLast;
    switch (request.url) {
      case '/':
        seenAt = performance.now();
        end(200, 'text/html', reportPage(await newest(), { refreshSeconds, isLast: last }));
        if (last) response.on('close', () => onLastServed());
        return;
      case '/report.json':
        return end(200, 'application/json', JSON.stringify(await newest()));
      case '/metrics':
        return end(200, 'text/plain; version=0.0.4', await metrics());
      default:
        return end(404, 'text/plain', 'There is nothing here but /, /report.json and /metrics.\n');
    }
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      const why = error instanceof Error ? error.message : String(error);
      if (!response.headersSent) response.writeHead(503, { ...headers, 'content-type': 'text/plain' });
      response.end(`The report cannot be made just now: ${why}\n`);
    });
  });
  const bound = await listen(server, port);
  let closing: Promise<void> | undefined;

  async function close(): Promise<void> {
    made = undefined;
    isLast = true;
    if (performance.now() - seenAt < 2 * refreshSeconds * 1_000) {
      const patience = AbortSignal.timeout(2 * refreshSeconds * 1_000);
      await new Promise<void>((resolve) => {
        onLastServed = resolve;
        patience.addEventListener('abort', () => resolve(), { once: true });
      });
    }
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }

  return {
    url: `http://127.0.0.1:${bound}/`,
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}

const headers = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
} as const;

function isOurs({ headers: { host }, socket }: IncomingMessage): boolean {
  const port = socket.localPort;
  return host === `127.0.0.1:${port}` || host === `localhost:${port}`;
}

async function listen(server: Server, port: number | undefined): Promise<number> {
  try {
    return await listenOnLoopback(server, port ?? watchPort);
  } catch (cause) {
    const taken = (cause as NodeJS.ErrnoException).code === 'EADDRINUSE';
    if (port === undefined && taken) return await listenOnLoopback(server, 0);
    const why = taken ? 'it is taken' : (cause as Error).message;
    throw new WinnowError('unavailable', `--port ${port}: ${why}`, { cause });
  }
}

/**
 * Lets a server listen on 127.0.0.1 only; port 0 means any free port.
 * @returns the port in use. Rejects with the error of `listen`: `EADDRINUSE` when another server has the port.
 */
export async function listenOnLoopback(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as { readonly port: number }).port;
}
