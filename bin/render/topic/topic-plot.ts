import { largest, smallest } from '../../../lib/base/long-lists.ts';
import type { TopicTest } from '../../../lib/topic/judge.ts';

const width = 720;
const height = 400;
const margin = { left: 56, right: 120, top: 28, bottom: 48 };
const series = [
  { name: 'precision', colour: '#1b6ca8', value: (one: PlottedPoint) => one.precision },
  { name: 'recall', colour: '#c2571a', value: (one: PlottedPoint) => one.recall },
  { name: 'F1', colour: '#3a7d34', value: (one: PlottedPoint) => one.f1 },
] as const;

/** What a least score accepts. */
export interface PlottedPoint {
  readonly at: number;
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

export interface CurvePlot {
  /** By ascending `at`. */
  readonly points: readonly PlottedPoint[];
  /** Where the dashed line stands, and what is written at it. */
  readonly cut: number;
  readonly cutName: string;
  readonly axis: string;
  /** Spreads scores before they are drawn, and back for the ticks; then 0 is where the axis begins. */
  readonly spread?: readonly [there: (score: number) => number, back: (place: number) => number];
}

/** Precision, recall and F1 of a topic definition by the least score; most examples lie near 0, a few far out. */
export function plotTopicTest({ curve, now }: TopicTest): string {
  return plotCurve({
    points: curve.map(({ cutOffs, ...figures }) => ({ at: cutOffs.total, ...figures })),
    cut: Math.max(0, now.cutOffs.total),
    cutName: `minScore ${now.cutOffs.total}`,
    axis: 'least score',
    spread: [Math.sqrt, (root) => Math.round(root ** 2)],
  });
}

/** Precision, recall and F1 by the least score, as an SVG picture that stands alone. */
export function plotCurve({ points, cut: cutAt, cutName, axis, spread }: CurvePlot): string {
  const [there, back] = spread ?? [(score: number) => score, (place: number) => Number(place.toFixed(2))];
  const places = points.map(({ at }) => there(at));
  const cut = there(cutAt);
  const low = spread === undefined ? smallest(places, cut) : 0;
  const high = largest(places, Math.max(cut, low + (spread === undefined ? 0.01 : 1)));
  const inner = { width: width - margin.left - margin.right, height: height - margin.top - margin.bottom };
  const x = (place: number): number => margin.left + ((place - low) / (high - low)) * inner.width;
  const y = (part: number): number => margin.top + (1 - part) * inner.height;
  /** Whole pixels, so that examples that fall together are one point. */
  const point = (left: number, top: number): string => `${Math.round(left)},${Math.round(top)}`;
  const lines = series.map(({ colour, value }) => {
    const drawn = points.map((one, i) => point(x(places[i] as number), y(value(one))));
    return `<polyline fill="none" stroke="${colour}" stroke-width="2" points="${[...new Set(drawn)].join(' ')}"/>`;
  });
  const rows = [0, 0.25, 0.5, 0.75, 1].map(
    (part) =>
      `<path d="M${margin.left} ${y(part)}h${inner.width}" stroke="#ddd"/>` +
      `<text x="${margin.left - 8}" y="${y(part) + 4}" text-anchor="end">${part}</text>`,
  );
  const ticks = Array.from({ length: 6 }, (_, i) => low + ((high - low) * i) / 5).map(
    (place) =>
      `<text x="${x(place).toFixed(1)}" y="${height - margin.bottom + 18}" text-anchor="middle">${back(place)}</text>`,
  );
  const legend = series.map(
    ({ name, colour }, i) =>
      `<text x="${width - margin.right + 14}" y="${margin.top + 16 + 20 * i}" fill="${colour}">${name}</text>`,
  );
  const holds = x(cut).toFixed(1);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">`,
    '<title>Precision, recall and F1 by the least score</title>',
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    ...rows,
    ...ticks,
    `<path d="M${holds} ${margin.top}v${inner.height}" stroke="#555" stroke-dasharray="4 4"/>`,
    `<text x="${holds}" y="${margin.top - 8}" text-anchor="middle">${cutName}</text>`,
    ...lines,
    ...legend,
    `<text x="${margin.left + inner.width / 2}" y="${height - 8}" text-anchor="middle">${axis}</text>`,
    '</svg>\n',
  ].join('\n');
}
