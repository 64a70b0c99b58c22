/**
 * What a topic definition costs: CPU ms for a page of 50,000 characters, and the memory that it takes to hold it.
 * `node bench/topic.ts`; on the definitions and texts of the open cases, and without them it says so.
 */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { defaultTerms } from '../lib/domain/topic/term-filter.ts';
import { topicFilterOf } from '../lib/domain/topic/topic-filter.ts';
import { casesFile, hasCases } from '../test/support/cases.ts';

const definitions = ['Topic_carnivor.txt', 'Topic_searchengine.txt', 'Topic_materialscience.txt'];
const articles = 'web/encyclopedia.jsonl.gz';
const characters = 50_000;
const repetitions = 60;

if (hasCases(articles) && hasCases(`combine/conf/${definitions[0]}`)) {
  const lines = gunzipSync(readFileSync(casesFile(articles)))
    .toString()
    .trimEnd()
    .split('\n');
  const texts = lines.map((line) => (JSON.parse(line) as { readonly text: string }).text);
  const text = texts.join('\n').slice(0, characters);
  console.log('| definition | lines | algorithm | ms a page | of them lower case and words | heap MB |');
  console.log('|---|---:|---|---:|---:|---:|');
  for (const name of definitions) {
    const definition = readFileSync(casesFile(`combine/conf/${name}`), 'latin1');
    for (const algorithm of ['plain', 'position'] as const) {
      globalThis.gc?.();
      const before = process.memoryUsage().heapUsed;
      const filter = topicFilterOf({
        ...{ filters: [{ ...defaultTerms, id: 'terms', algorithm, definition }], match: 'all', sitesOk: [] },
        followOffTopic: false,
      });
      const document = {
        url: 'http://a.example/b',
        title: '',
        metadata: [],
        described: [],
        headings: [],
        text,
      };
      filter(document);
      globalThis.gc?.();
      const megabytes = (process.memoryUsage().heapUsed - before) / 1e6;
      const ms = fastest(() => filter(document));
      const words = fastest(() => text.toLowerCase().match(/[^\s]+/g));
      const cells = [name, definition.split('\n').length, algorithm, ms.toFixed(1), words.toFixed(1)];
      console.log(`| ${[...cells, globalThis.gc === undefined ? '–' : megabytes.toFixed(1)].join(' | ')} |`);
    }
  }
}

/** CPU ms of one call, the best of some rounds: others use the machine, too. */
function fastest(call: () => unknown): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 5; round++) {
    const start = process.cpuUsage();
    for (let i = 0; i < repetitions / 5; i++) call();
    const { user, system } = process.cpuUsage(start);
    best = Math.min(best, (user + system) / 1_000 / (repetitions / 5));
  }
  return best;
}
