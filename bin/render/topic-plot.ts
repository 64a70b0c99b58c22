import type { CutOffTest, TopicTest } from '../../lib/domain/topic/topic-test.ts';

const width = 720;
const height = 400;
const margin = { left: 56, right: 120, top: 28, bottom: 48 };
const series = [
  { name: 'precision', colour: '#1b6ca8', value: (test: CutOffTest) => test.precision },
  { name: 'recall', colour: '#c2571a', value: (test: CutOffTest) => test.recall },
  { name: 'F1', colour: '#3a7d34', value: (test: CutOffTest) => test.f1 },
] as const;

/**
 * Precision, recall and F1 by the least score, as an SVG picture that stands alone. Scores are spread by their square
 * root: most examples lie near 0, a few far out.
 */
export function plotTopicTest({ curve, now }: TopicTest): string {
  const spread = curve.map(({ cutOffs }) => Math.sqrt(cutOffs.total));
  const cut = Math.sqrt(Math.max(0, now.cutOffs.total));
  const high = Math.max(...spread, cut, 1);
  const inner = { width: width - margin.left - margin.right, height: height - margin.top - margin.bottom };
  const x = (root: number): number => margin.left + (root / high) * inner.width;
  const y = (part: number): number => margin.top + (1 - part) * inner.height;
  const point = (left: number, top: number): string => `${left.toFixed(1)},${top.toFixed(1)}`;
  const lines = series.map(({ colour, value }) => {
    const points = curve.map((test, i) => point(x(spread[i] as number), y(value(test))));
    return `<polyline fill="none" stroke="${colour}" stroke-width="2" points="${points.join(' ')}"/>`;
  });
  const rows = [0, 0.25, 0.5, 0.75, 1].map(
    (part) =>
      `<path d="M${margin.left} ${y(part)}h${inner.width}" stroke="#ddd"/>` +
      `<text x="${margin.left - 8}" y="${y(part) + 4}" text-anchor="end">${part}</text>`,
  );
  const ticks = Array.from({ length: 6 }, (_, i) => (high * i) / 5).map(
    (root) =>
      `<text x="${x(root).toFixed(1)}" y="${height - margin.bottom + 18}" text-anchor="middle">${Math.round(root ** 2)}</text>`,
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
    `<text x="${holds}" y="${margin.top - 8}" text-anchor="middle">minScore ${now.cutOffs.total}</text>`,
    ...lines,
    ...legend,
    `<text x="${margin.left + inner.width / 2}" y="${height - 8}" text-anchor="middle">least score</text>`,
    '</svg>\n',
  ].join('\n');
}
