/**
 * Further experiments of Chakrabarti, van den Berg and Dom (1999) on the web of bench/focus.ts:
 * `npm run bench:focus-paper -- [--draws 5] [--topics all] [--json] [--plots FOLDER] [--keep FOLDER] [--drawn]`. How relevant the
 * pages are that soft, hard and unfocused crawls fetch (figure 7); how much two soft crawls from disjoint seeds have in
 * common, by pages and by hosts (§5.3, figures 8 and 9); how far from the seeds relevant pages were found (§5.5); how much
 * their best authorities have in common, and how far these are (§5.4, §5.5, figures 10 and 11). `--drawn`: the last two on a
 * web of 200,000 pages on 5,000 servers that is drawn without texts, crawled by one queue: ten topics in place of those of
 * the encyclopedia.
 * Relevance is the filter's, for articles that it was not trained on. `--keep` writes what each topic and draw gave, and
 * goes on where it was ended.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { rankOverlap } from '../lib/capabilities/replay/compare/overlap.ts';
import { compared, type Resource } from '../lib/capabilities/replay/compare/resources.ts';
import { hasWeb, openWeb } from './focus/corpus.ts';
import { drawnResources } from './focus/drawn-crawl.ts';
import { drawWeb, topics as topicCount } from './focus/drawn-web.ts';
import { average } from './focus/figures.ts';
import { experimentsOf, type Findings, steps } from './focus/paper.ts';
import { barPlot, linePlot } from './focus/plot.ts';
import { namesOf, sharesOf } from './focus/resources.ts';

const { values } = parseArgs({
  options: {
    draws: { type: 'string', default: '5' },
    topics: { type: 'string', default: 'all' },
    json: { type: 'boolean', default: false },
    plots: { type: 'string' },
    keep: { type: 'string' },
    drawn: { type: 'boolean', default: false },
  },
});

const bins = Array.from({ length: steps }, (_, bin) => `≥ ${(bin / steps).toFixed(1)}`);
const shown = [50, 100, 300, 600];
const farthest = 8;

/** Values of several crawls at each place, averaged over those that came so far. */
function together(lists: readonly (readonly number[])[]): readonly number[] {
  const length = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length }, (_, at) => average(lists.flatMap((list) => list[at] ?? [])));
}

/** Means of distributions, whose ends differ. */
function meanShares(lists: readonly (readonly number[])[]): readonly number[] {
  const length = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length }, (_, at) => average(lists.map((list) => list[at] ?? 0)));
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map((_, at) => (at === 0 ? '---' : '---:')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

const percent = (part = 0): string => `${(100 * part).toFixed(1)} %`;

/** Fetches, seeds and topics of crawls of the drawn web. */
const drawn = { pages: 200_000, servers: 5_000, fetches: 10_000, seeds: 25, every: 5 };

/** Figures 10 and 11 as tables, and as pictures whose names begin with `name`. */
function showResources(
  name: string,
  unit: string,
  overlaps: readonly { readonly name: string; readonly values: readonly number[] }[],
  shares: readonly number[],
): void {
  console.log(`\nWhat the best ${unit} of two crawls from disjoint seeds have in common (figure 10):\n`);
  const rows = [1, 5, 10, 15, 20, 25].map((at) => [
    String(at),
    ...overlaps.map(({ values: line }) => percent(line[at - 1])),
  ]);
  console.log(table([`best ${unit}`, ...overlaps.map((one) => one.name)], rows));
  console.log(`\nHow far the hundred best ${unit} are from the seeds (figure 11):\n`);
  console.log(
    table(
      ['links', 'part of them'],
      shares.map((part, at) => [`${at}`, percent(part)]),
    ),
  );
  if (values.plots === undefined) return;
  mkdirSync(values.plots, { recursive: true });
  const put = (file: string, svg: string): void => writeFileSync(join(values.plots as string, file), svg);
  put(
    `${name}-robustness.svg`,
    linePlot(`best ${unit}; part in common of two crawls from disjoint seeds`, overlaps),
  );
  put(
    `${name}-distance.svg`,
    barPlot(
      `part of the hundred best ${unit}, by links from a seed`,
      shares.map((_, at) => String(at)),
      [{ name: unit, values: shares }],
    ),
  );
}

function drawnWeb(): void {
  const pairs: (readonly (readonly Resource[])[])[] = [];
  for (let draw = 0; draw < Number(values.draws); draw += 1) {
    const web = drawWeb(draw + 1, drawn.pages, drawn.servers);
    for (let topic = 0; topic < topicCount; topic += drawn.every) {
      pairs.push(drawnResources(web, topic, draw, drawn));
      console.error(`topic ${topic}, draw ${draw + 1}`);
    }
  }
  const overlaps = [
    {
      name: 'in common',
      values: together(
        pairs.map(([one = [], other = []]) => rankOverlap(namesOf(one), namesOf(other), compared)),
      ),
    },
  ];
  const shares = meanShares(pairs.flatMap((pair) => pair.map(sharesOf)));
  if (values.json) console.log(JSON.stringify({ overlaps, shares }));
  else showResources('drawn', 'servers', overlaps, shares);
}

if (values.drawn) drawnWeb();
else if (hasWeb()) {
  const web = openWeb(60);
  const topics = values.topics === 'all' ? web.topics : values.topics.split(',');
  const all: Findings[] = [];
  if (values.keep) mkdirSync(values.keep, { recursive: true });
  for (let draw = 0; draw < Number(values.draws); draw += 1) {
    for (const topic of topics) {
      const file = values.keep && join(values.keep, `${topic}-${draw}.json`);
      const isKept = file !== undefined && existsSync(file);
      const found = isKept
        ? (JSON.parse(readFileSync(file, 'utf8')) as Findings)
        : await experimentsOf(web, topic, draw);
      if (file && !isKept) writeFileSync(file, JSON.stringify(found));
      all.push(found);
      console.error(`${topic}, draw ${draw + 1}`);
    }
  }
  const modes = Object.keys(all[0]?.relevance ?? {});
  const relevance = modes.map((name) => ({
    name,
    values: together(all.map((one) => one.relevance[name] ?? [])),
  }));
  const overlap = [
    { name: 'pages', values: together(all.map(({ pages }) => pages)) },
    { name: 'hosts of the first', values: together(all.map(({ hosts }) => hosts[0])) },
    { name: 'hosts of the second', values: together(all.map(({ hosts }) => hosts[1])) },
  ];
  const distances = together(all.map(({ distance }) => distance)).slice(0, farthest + 1);
  const resources = [{ name: 'in common', values: together(all.map((one) => one.resources)) }];
  const resourceDistance = meanShares(all.map((one) => one.resourceDistance));
  if (values.json)
    console.log(JSON.stringify({ relevance, overlap, distances, resources, resourceDistance }));
  else {
    console.log('\nFetched pages by relevance, of the first 300 that count:\n');
    console.log(
      table(
        ['relevance', ...modes],
        bins.map((bin, at) => [bin, ...relevance.map((mode) => percent(mode.values[at]))]),
      ),
    );
    console.log('\nWhat two soft crawls from disjoint seeds have in common:\n');
    console.log(
      table(
        ['fetches', ...overlap.map(({ name }) => name)],
        shown.map((at) => [String(at), ...overlap.map((line) => percent(line.values[at - 1]))]),
      ),
    );
    console.log('\nRelevant pages found by their distance from the seeds:\n');
    console.log(
      table(
        ['links', 'part of them'],
        distances.map((part, at) => [`${at}`, percent(part)]),
      ),
    );
    showResources('focus-resources', 'pages', resources, resourceDistance);
  }
  if (values.plots !== undefined) {
    mkdirSync(values.plots, { recursive: true });
    const put = (name: string, svg: string): void => writeFileSync(join(values.plots as string, name), svg);
    put('focus-relevance.svg', barPlot('part of the pages fetched, by their relevance', bins, relevance));
    put('focus-overlap.svg', linePlot('fetches; part in common of two crawls from disjoint seeds', overlap));
    const links = distances.map((_, at) => String(at));
    const found = [{ name: 'relevant pages', values: distances }];
    put(
      'focus-distance.svg',
      barPlot('part of the relevant pages found, by links from a seed', links, found),
    );
  }
}
