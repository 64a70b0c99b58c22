import { escaped, foreign, percent, whole } from '../../../base/html/text.ts';
import { largest } from '../../../base/long-lists.ts';
import { version } from '../../../base/version.ts';
import { at, frame, height, width } from '../../../domain/report/html/chart.ts';
import { style } from '../../../domain/report/html/style.ts';
import { numberTicks, type Tick } from '../../../domain/report/html/ticks.ts';
import { type CompareReport, type CrawlFacts, verdictOf, written } from './compare-report.ts';
import type { Figure, FigureLine } from './figures.ts';

/** A colour for each crawl but the first, which pairs have, too; the other direction of a pair is dashed. */
const colours = ['#3f77b5', '#c2410c', '#3a7d34', '#8b4bb0', '#a16207', '#0f8b8d', '#b83280', '#777'];
const ownStyle =
  `${colours.map((colour, place) => `.l${place}{stroke:${colour};stroke-width:2}.b${place}{fill:${colour}!important}.keys i.k${place}{background:${colour};width:20px;height:3px;border-radius:0}`).join('')}
.back{stroke-dasharray:6 4}.keys i.back{background:none!important;border-top:3px dashed;height:0}.x span:nth-child(even){display:inline}`.replaceAll(
    '\n',
    '',
  );
const ticksWanted = 6;

/** A comparison as one HTML page that needs nothing else, without a script. */
export function comparePage(report: CompareReport): string {
  const { crawls, figures, pairs, notes } = report;
  const title = crawls.map(({ name }) => name).join(' – ');
  const cards = figures.map(
    (figure) => `<section><h2>${escaped(headOf(figure))}</h2>${plotOf(figure, crawls)}</section>`,
  );
  const said = [...pairs.map(verdictOf), ...notes].map((one) => `<p>${escaped(one)}</p>`);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<title>${escaped(title)} – Winnow</title>
<style>${style}${ownStyle}</style>
<main>
<header><h1>${foreign(title)}</h1></header>
<section><div class="scroll">${crawlTable(crawls)}</div>${said.join('')}</section>
<div class="cards">
${cards.join('\n')}
</div>
<footer><p>Made by Winnow ${escaped(version)} of what the crawls have stored. Figures as in Chakrabarti, van den Berg and Dom (1999), §5.</p></footer>
</main>
</html>
`;
}

function crawlTable(crawls: readonly CrawlFacts[]): string {
  const rows = crawls.map((one) => {
    const cells = [one.pages, one.hosts, one.records, one.seeds].map(whole);
    const found = one.judged === 0 ? ['', ''] : [whole(one.relevant), percent(one.harvest)];
    const numbers = [...cells, ...found].map((cell) => `<td class="n">${cell}</td>`).join('');
    return `<tr><td class="t">${foreign(one.name)}</td>${numbers}<td class="t">${escaped(one.policy)}</td></tr>`;
  });
  const heads = ['pages', 'servers', 'records', 'seeds', 'relevant', 'harvest'].map(
    (one) => `<th class="n">${one}</th>`,
  );
  return `<table><tr><th>crawl</th>${heads.join('')}<th>policy</th></tr>${rows.join('')}</table>`;
}

function headOf({ says }: Figure): string {
  return `${says.slice(0, 1).toUpperCase()}${says.slice(1)}`;
}

const axes = {
  fetches: 'fetches',
  time: 'time since the first fetch',
  best: 'best of each crawl',
  links: 'links from the nearest seed',
} as const;

function plotOf(figure: Figure, crawls: readonly CrawlFacts[]): string {
  const { lines, unit, axis } = figure;
  const all = lines.flatMap(({ points }) => points);
  const [right, top] = [
    largest(
      all.map(([x]) => x),
      1,
    ),
    topOf(
      figure,
      largest(
        all.map(([, y]) => y),
        0,
      ),
    ),
  ];
  const inks = lines.map((line) => inkOf(line, crawls));
  const drawing = unit === 'count' ? bars(figure, inks, right, top) : curves(figure, inks, right, top);
  const y: readonly Tick[] =
    unit === 'count'
      ? numberTicks(top, 4, whole)
      : numberTicks(100 * top, 4, (value) => (unit === 'part' ? `${value} %` : String(value / 100)));
  const x: readonly Tick[] =
    unit === 'count' ? barTicks(right) : numberTicks(right, ticksWanted, (value) => written(axis, value));
  const keys = lines.map((line, place) => {
    const { colour, isBack } = inks[place] as Ink;
    const name = line.in === undefined ? line.of : `${line.of} in ${line.in}`;
    return `<span><i class="k${colour}${isBack ? ' back' : ''}"${isBack ? ` style="color:${colours[colour]}"` : ''}></i>${foreign(name)}</span>`;
  });
  const names = {
    name: 'compared',
    picks: false,
    xAxis: axes[axis],
    yAxis: '',
  };
  return `<div class="keys">${keys.join('')}</div>${frame({ ...names, drawing, x, y })}`;
}

/** Curves of parts reach a round number. */
function topOf({ unit }: Figure, most: number): number {
  return unit === 'count'
    ? Math.max(1, most)
    : unit === 'mean'
      ? 1
      : Math.max(0.1, Math.ceil(10 * most) / 10);
}

interface Ink {
  readonly colour: number;
  readonly isBack: boolean;
}

function inkOf(line: FigureLine, crawls: readonly CrawlFacts[]): Ink {
  const place = (name: string): number => crawls.findIndex((crawl) => crawl.name === name);
  const [of, other] = [place(line.of), line.in === undefined ? undefined : place(line.in)];
  if (other === undefined) return { colour: of % colours.length, isBack: false };
  return { colour: Math.max(of, other) % colours.length, isBack: of > other };
}

function curves({ lines }: Figure, inks: readonly Ink[], right: number, top: number): string {
  const drawn = lines.map(({ points }, place) => {
    const { colour, isBack } = inks[place] as Ink;
    const path = points
      .map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${at((x / right) * width)} ${at((1 - y / top) * height)}`)
      .join('');
    return `<path class="l${colour}${isBack ? ' back' : ''}" d="${path}"/>`;
  });
  return drawn.join('');
}

function bars({ lines }: Figure, inks: readonly Ink[], right: number, top: number): string {
  const group = width / (right + 1);
  const wide = (0.8 * group) / lines.length;
  const drawn = lines.map(({ points }, place) => {
    const path = points.map(([x, y]) => {
      const tall = (y / top) * height;
      return `M${at((x + 0.1) * group + place * wide)} ${height}v${at(-tall)}h${at(wide)}v${at(tall)}z`;
    });
    return `<path class="b${(inks[place] as Ink).colour}" d="${path.join('')}"/>`;
  });
  return drawn.join('');
}

/** In the middle of each group of bars. */
function barTicks(right: number): readonly Tick[] {
  const every = Math.ceil((right + 1) / 12);
  return Array.from({ length: Math.floor(right / every) + 1 }, (_, step) => ({
    place: (step * every + 0.5) / (right + 1),
    label: whole(step * every),
  }));
}
