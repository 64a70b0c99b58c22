import { formatRate } from '../../../../base/quantity.ts';
import { html } from './html.ts';

/** A figure at a time. */
export interface PlotPoint {
  /** Epoch ms. */
  readonly at: number;
  readonly value: number;
}

interface PlotProps {
  /** What it is, for who cannot see it, too. */
  readonly title: string;
  readonly of: readonly PlotPoint[];
  /** How a value is said. */
  readonly say?: (value: number) => string;
}

const [width, height] = [300, 48];

/** A line of figures over time, which says first, last and largest in words. */
export function Plot({ title, of, say = formatRate }: PlotProps) {
  const [first, last] = [of[0], of.at(-1)];
  if (first === undefined || last === undefined || of.length < 2)
    return html`<p class="quiet">${title}: the plot begins with the next figures.</p>`;
  const most = of.reduce((largest, { value }) => Math.max(largest, value), 0);
  const span = last.at - first.at || 1;
  const points = of.map(
    ({ at, value }) =>
      `${(((at - first.at) / span) * width).toFixed(1)},${(height - 1 - (most === 0 ? 0 : value / most) * (height - 2)).toFixed(1)}`,
  );
  const minutes = Math.max(1, Math.round(span / 60_000));
  const says = `${title}, the last ${minutes} min: now ${say(last.value)}, at most ${say(most)}`;
  return html`<figure class="plot"><svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" role="img" aria-label=${says}><polyline points=${points.join(' ')} /></svg>
    <figcaption>${says}</figcaption></figure>`;
}
