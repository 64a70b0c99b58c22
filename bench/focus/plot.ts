export interface Line {
  readonly name: string;
  /** Rates from 0 to 1, by fetch: averages over 100 and over 1,000. */
  readonly fine: readonly number[];
  readonly coarse: readonly number[];
}

const [width, height, left, bottom, top] = [860, 420, 50, 40, 20];
const colours = ['#888', '#bbb', '#c60', '#06c', '#6ad', '#090', '#000', '#909'];

/** Harvest rates as an SVG picture: thin lines are averages over 100 fetches, thick ones over 1,000. */
export function plot(lines: readonly Line[]): string {
  const last = Math.max(...lines.map(({ fine }) => fine.length));
  const most = Math.max(0.1, ...lines.flatMap(({ fine }) => fine));
  const x = (at: number): number => left + ((width - left - 170) * at) / last;
  const y = (rate: number): number => height - bottom - ((height - bottom - top) * rate) / most;
  const path = (rates: readonly number[]): string =>
    rates.map((rate, at) => `${at === 0 ? 'M' : 'L'}${x(at + 1).toFixed(1)} ${y(rate).toFixed(1)}`).join('');
  const drawn = lines.map(({ name, fine, coarse }, place) => {
    const colour = colours[place % colours.length];
    const at = top + 18 * place + 10;
    return [
      `<path d="${path(fine)}" fill="none" stroke="${colour}" stroke-width="1"/>`,
      `<path d="${path(coarse)}" fill="none" stroke="${colour}" stroke-width="2.5"/>`,
      `<text x="${width - 160}" y="${at}" fill="${colour}">${name}</text>`,
    ].join('');
  });
  const steps = [0, 0.25, 0.5, 0.75, 1].map((part) => {
    const [rate, fetch] = [most * part, Math.round(last * part)];
    return `<text x="4" y="${y(rate) + 4}">${rate.toFixed(2)}</text><text x="${x(fetch) - 10}" y="${height - 20}">${fetch}</text>`;
  });
  const axes = `<path d="M${left} ${top}V${height - bottom}H${width - 170}" fill="none" stroke="#000"/>`;
  const title = `<text x="${left}" y="${height - 4}">counted fetches; relevant pages among the last 100 (thin) and 1,000 (thick)</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12"><rect width="${width}" height="${height}" fill="#fff"/>${axes}${steps.join('')}${drawn.join('')}${title}</svg>\n`;
}
