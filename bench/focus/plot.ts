/** A curve: for each number of fetches, from 1 on, a part of one. */
export interface Line {
  readonly name: string;
  readonly values: readonly number[];
  /** Lines of the same place have the same colour; absent: its own place. */
  readonly colour?: number;
  readonly isThick?: boolean;
}

/** Parts of one side by side, for each group of the axis. */
export interface Bars {
  readonly name: string;
  readonly values: readonly number[];
}

const [width, height, left, right, bottom, top] = [860, 420, 50, 190, 40, 20];
const [innerWidth, innerHeight] = [width - left - right, height - bottom - top];
const colours = ['#888', '#bbb', '#c60', '#06c', '#6ad', '#909', '#0a6', '#000', '#e04'];
const colourOf = (place: number): string => colours[place % colours.length] as string;

const tenths = (value: number): string => String(Number(value.toFixed(1)));

/** Curves over fetches as an SVG picture, the first line of each colour named at the side. */
export function linePlot(says: string, lines: readonly Line[]): string {
  const last = Math.max(1, ...lines.map(({ values }) => values.length));
  const most = Math.max(0.1, ...lines.flatMap(({ values }) => values));
  const x = (at: number): number => left + (innerWidth * at) / last;
  const y = heightOf(most);
  // Points nearer to each other are not told apart, and the package ships the picture.
  const every = Math.max(1, Math.floor((2 * last) / innerWidth));
  const path = (values: readonly number[]): string =>
    values
      .flatMap((value, at) => {
        const isLast = at === values.length - 1;
        if (at % every !== 0 && !isLast) return [];
        return `${at === 0 ? 'M' : 'L'}${tenths(x(at + 1))} ${tenths(y(value))}`;
      })
      .join('');
  const drawn = lines.map(({ values, colour, isThick }, place) => {
    const stroke = colourOf(colour ?? place);
    return `<path d="${path(values)}" fill="none" stroke="${stroke}" stroke-width="${isThick ? 2.5 : 1}"/>`;
  });
  const named = new Map<number, string>();
  for (const [place, { name, colour = place }] of lines.entries()) {
    if (!named.has(colour)) named.set(colour, name);
  }
  const steps = marksTo(last).map(
    (at) => `<text x="${x(at).toFixed(1)}" y="${height - 22}" text-anchor="middle">${at}</text>`,
  );
  return picture(says, most, [...drawn, ...steps], [...named]);
}

/** Bars in groups as an SVG picture. */
export function barPlot(says: string, groups: readonly string[], bars: readonly Bars[]): string {
  const most = Math.max(0.1, ...bars.flatMap(({ values }) => values));
  const y = heightOf(most);
  const wide = innerWidth / groups.length;
  const drawn = bars.flatMap(({ values }, place) =>
    values.map((value, group) => {
      const x = left + wide * (group + 0.1) + (0.8 * wide * place) / bars.length;
      const size = `width="${((0.8 * wide) / bars.length).toFixed(1)}" height="${(y(0) - y(value)).toFixed(1)}"`;
      return `<rect x="${x.toFixed(1)}" y="${y(value).toFixed(1)}" ${size} fill="${colourOf(place + 2)}"/>`;
    }),
  );
  const names = groups.map(
    (group, at) =>
      `<text x="${(left + wide * (at + 0.5)).toFixed(1)}" y="${height - 22}" text-anchor="middle">${group}</text>`,
  );
  return picture(
    says,
    most,
    [...drawn, ...names],
    bars.map(({ name }, place) => [place + 2, name] as const),
  );
}

/** Round numbers from 0 to the last, six at most. */
function marksTo(last: number): readonly number[] {
  const step =
    [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1_000, 2_000].find((one) => last / one <= 5) ?? last;
  return Array.from({ length: Math.floor(last / step + 1e-9) + 1 }, (_, at) => at * step);
}

function heightOf(most: number): (value: number) => number {
  return (value) => height - bottom - (innerHeight * value) / most;
}

function picture(
  says: string,
  most: number,
  drawn: readonly string[],
  named: readonly (readonly [colour: number, name: string])[],
): string {
  const y = heightOf(most);
  const rates = marksTo(100 * most).map(
    (percent) =>
      `<text x="${left - 6}" y="${(y(percent / 100) + 4).toFixed(1)}" text-anchor="end">${percent} %</text>`,
  );
  const names = named.map(
    ([colour, name], place) =>
      `<text x="${width - right + 12}" y="${top + 18 * place + 10}" fill="${colourOf(colour)}">${name}</text>`,
  );
  const axes = `<path d="M${left} ${top}V${height - bottom}H${width - right}" fill="none" stroke="#000"/>`;
  const title = `<text x="${left}" y="${height - 4}">${says}</text>`;
  const all = [axes, ...rates, ...drawn, ...names, title].join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12"><title>${says}</title><rect width="${width}" height="${height}" fill="#fff"/>${all}</svg>\n`;
}
