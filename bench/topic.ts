/**
 * What a topic definition costs: CPU ms for a page of 50,000 characters, and the memory that it takes to hold it; and
 * what terms cost that are more than words, on such a page and on texts that are made to keep a matcher busy.
 * `node bench/topic.ts`; on the definitions and texts of the open cases, and without them it says so.
 */
import { readFileSync } from 'node:fs';
import { plainMatcher, topicFilterOf } from '../lib/topic/judge.ts';
import { defaultTerms } from '../lib/topic/settings.ts';
import { casesFile, hasCases, readCases } from '../test/support/cases.ts';

const definitions = ['Topic_carnivor.txt', 'Topic_searchengine.txt', 'Topic_materialscience.txt'];
const articles = 'web/encyclopedia.jsonl.gz';
const characters = 50_000;
const repetitions = 60;
const expressions = [
  ...['(carbon|glass) fib(re|er)s?', '(fib|glass).*es', '[a-z]+ (river|sea)', '[a-z]+ology', '[^\\s]+ism'],
  ...['(north|south)(ern)? (africa|america)n?', '(first|second|third) world war', '\\p{L}+tion of'],
  ...['(a|an|the) [a-z]+ species', '[0-9]+ (million|thousand)', '(great|united) [a-z]+', '(the ){2}'],
  ...['(king|queen)s? of [a-z]+', 'p[^\\s]*graph[^\\s]*', 'al[a-z]{2,6}y', '(is|was) (born|made) in'],
  ...['(city|town)s? (of|in)', '(river|lake)s?( [a-z]+)?', '(europe|asia)ns?', '(popul|educ)ation(al)?'],
];
const hostile: readonly (readonly [expression: string, piece: string])[] = [
  ['(a+)+b', 'a'],
  ['.*x.*y.*z', 'x y '],
  ['(?:ab )*c|ab', 'ab '],
];

if (hasCases(articles) && hasCases(`combine/conf/${definitions[0]}`)) {
  const texts = readCases<{ readonly text: string }>(articles).map(({ text }) => text);
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
  console.log('\n| terms | ms a page | matches |\n|---|---:|---:|');
  const page = converted(text);
  matcherRow(`${expressions.length} expressions`, expressions, page);
  for (const [expression, piece] of hostile) {
    const sample = piece.repeat(Math.ceil(characters / piece.length)).slice(0, characters);
    matcherRow(`\`${expression.replaceAll('|', '\\|')}\`, made for it`, [expression], sample);
  }
}

/** In the form in which terms are matched. */
function converted(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}\p{M}/'-]+/gu, ' ');
}

function matcherRow(name: string, parts: readonly string[], text: string): void {
  const matcher = plainMatcher(parts);
  const found = matcher.count(text).reduce((sum, times) => sum + times, 0);
  console.log(`| ${name} | ${fastest(() => matcher.count(text)).toFixed(1)} | ${found} |`);
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
