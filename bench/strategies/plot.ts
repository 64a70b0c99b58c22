export interface PlotLine {
  readonly name: string;
  /** Shares, 0 to 1, at equal distances. */
  readonly curve: readonly number[];
}

const [width, height, margin] = [640, 360, 48];
const colours = ['#4477aa', '#ee6677', '#228833', '#ccbb44'];

/** Shares of relevant pages found, over the part of the loads, as SVG. @param part of a site's pages that were loaded */
export function plotOf(lines: readonly PlotLine[], part: number): string {
  const x = (share: number): number => margin + share * (width - 2 * margin);
  const y = (share: number): number => height - margin - share * (height - 2 * margin);
  const ticks = [0, 0.25, 0.5, 0.75, 1];
  const grid = ticks.map(
    (tick) =>
      `<line x1="${x(0)}" x2="${x(1)}" y1="${y(tick)}" y2="${y(tick)}" stroke="#ddd"/>` +
      `<text x="${x(0) - 6}" y="${y(tick) + 4}" text-anchor="end">${tick * 100} %</text>` +
      `<text x="${x(tick)}" y="${y(0) + 18}" text-anchor="middle">${Math.round(tick * part * 100)} %</text>`,
  );
  const curves = lines.map(({ name, curve }, at) => {
    const points = curve.map(
      (share, index) => `${x(index / (curve.length - 1)).toFixed(1)},${y(share).toFixed(1)}`,
    );
    const colour = colours[at % colours.length];
    return (
      `<polyline fill="none" stroke="${colour}" stroke-width="2" points="${points.join(' ')}"/>` +
      `<text x="${x(0) + 12}" y="${y(1) + 16 + at * 16}" fill="${colour}">${name}</text>`
    );
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">
<title>Relevant pages found by the part of the pages of a site that was loaded, mean over the sites</title>
<rect width="${width}" height="${height}" fill="#fff"/>
${grid.join('\n')}
${curves.join('\n')}
<text x="${width / 2}" y="${height - 8}" text-anchor="middle">loads, of the pages of a site</text>
<text x="${margin}" y="24">relevant pages found, mean over the sites</text>
</svg>
`;
}
