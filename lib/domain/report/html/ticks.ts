/** A mark of an axis: where, from 0 to 1, and what is written at it. */
export interface Tick {
  readonly place: number;
  readonly label: string;
}

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000];
const timeSteps = [
  ...[1, 2, 5, 10, 20, 30].map((n) => n * second),
  ...[1, 2, 5, 10, 20, 30].map((n) => n * minute),
  ...[1, 2, 3, 6, 12].map((n) => n * hour),
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000].map((n) => n * day),
];

/** Times at round figures of UTC, about `count`, none where there is no span. */
export function timeTicks(from: number, to: number, count: number): readonly Tick[] {
  if (to <= from) return [];
  const step = timeSteps.find((one) => (to - from) / one <= count) ?? 2_000 * day;
  const ticks: Tick[] = [];
  for (let at = Math.ceil(from / step) * step; at <= to; at += step) {
    ticks.push({ place: (at - from) / (to - from), label: timeLabel(at, step) });
  }
  return ticks;
}

function timeLabel(at: number, step: number): string {
  const text = new Date(at).toISOString();
  if (step >= day) return text.slice(0, 10);
  if (step >= minute) return at % day === 0 ? text.slice(5, 10) : text.slice(11, 16);
  return text.slice(11, 19);
}

/** Whole numbers from 0 to `most`, about `count`. */
export function numberTicks(most: number, count: number, label: (value: number) => string): readonly Tick[] {
  if (most <= 0) return [];
  const rough = most / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, [1, 2, 5, 10].map((n) => n * power).find((one) => one >= rough) ?? 10 * power);
  const ticks: Tick[] = [];
  for (let value = 0; value <= most; value += step) ticks.push({ place: value / most, label: label(value) });
  return ticks;
}
