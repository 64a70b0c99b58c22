import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from '../web/hostile-server.ts';

/** A span as OTLP has it in JSON. */
export interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  /** 3: of a client. */
  readonly kind: number;
  readonly attributes: readonly { readonly key: string; readonly value: object }[];
  /** 2: of an error. */
  readonly status: { readonly code?: number };
}

export interface Collector {
  readonly url: string;
  /** Those of the scope `winnow`, in the order in which they came. */
  readonly spans: readonly SentSpan[];
  close(): Promise<void>;
}

/** A collector on loopback that takes spans by OTLP over HTTP, in JSON. */
export async function startCollector(): Promise<Collector> {
  const spans: SentSpan[] = [];
  const server = createServer(async (request, response) => {
    const { resourceSpans } = JSON.parse(await text(request));
    for (const { scopeSpans } of resourceSpans)
      for (const one of scopeSpans) if (one.scope.name === 'winnow') spans.push(...one.spans);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The attributes of a span by their names. */
export function attributesOf({ attributes }: SentSpan): Readonly<Record<string, unknown>> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
