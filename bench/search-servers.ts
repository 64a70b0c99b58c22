import { UndiciTargetWeb } from '../lib/adapters/web/undici-target-web.ts';
import { openSearch } from '../lib/capabilities/search-servers/open-search-sink.ts';
import { solr } from '../lib/capabilities/search-servers/solr-sink.ts';
import type { Sink } from '../lib/pipeline/sinks/sink.ts';
import {
  openSearch219,
  type RealServer,
  solr910,
  startReal,
} from '../test/support/search-servers/real-server.ts';
import { put } from '../test/support/search-servers/record-changes.ts';

/**
 * How many changes a second a sink hands to a real server, and how many a second of our own CPU. Needs Java and Maven.
 * `node bench/search-servers.ts [CHANGES]`
 */
const count = Number(process.argv[2] ?? 50_000);
const words = 'wren sparrow robin thrush warbler finch lark swift heron crane'.split(' ');
const never = new AbortController().signal;

/** A text of about 3 KB that is no other's. */
function textOf(at: number): string {
  return Array.from({ length: 450 }, (_, i) => words[(at * 7 + i * i) % words.length]).join(' ');
}

async function measure(
  name: string,
  server: RealServer,
  batch: number,
  open: (url: string, web: UndiciTargetWeb) => Promise<Sink>,
): Promise<void> {
  const running = await startReal(server);
  const web = new UndiciTargetWeb();
  try {
    const sink = await open(running.url, web);
    await sink.push([put('first', 1)], never);
    let cpuMs = 0;
    const began = performance.now();
    for (let from = 0; from < count; from += batch) {
      const size = Math.min(batch, count - from);
      const changes = Array.from({ length: size }, (_, i) =>
        put(`${from + i}`, 1, { text: textOf(from + i) }),
      );
      const before = process.cpuUsage();
      await sink.push(changes, never);
      const { user, system } = process.cpuUsage(before);
      cpuMs += (user + system) / 1_000;
    }
    const wallMs = performance.now() - began;
    const aSecond = (ms: number): number => Math.round(count / (ms / 1_000));
    console.log(
      `${name}: ${count} changes of 3 KB: ${aSecond(wallMs)}/s, ${aSecond(cpuMs)} per second of our CPU`,
    );
  } finally {
    await web.close();
    await running.stop();
  }
}

const plan = {
  job: 'birds',
  name: 'bench',
  generation: 1,
  secret: async () => '',
  now: () => Date.now(),
  replaced: async () => undefined,
};

await measure('OpenSearch 2.19', openSearch219, openSearch.batch.changes, (url, web) =>
  openSearch.open({ ...plan, web, settings: { url, index: 'pages', analyzer: 'standard' } }),
);
await measure('Solr 9.10', solr910, solr.batch.changes, (url, web) =>
  solr.open({
    ...plan,
    web,
    settings: { url, collection: 'pages', textType: 'text_general', commitWithinMs: 10_000 },
  }),
);
