import { byName } from './by-name.ts';

const units = byName({
  ms: 1,
  s: 1_000,
  m: 60_000,
  min: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
});

/** A duration such as `90s`, `10m`, `1h30m` or `30d`, in milliseconds; a bare number is seconds. Undefined: it is none. */
export function durationIn(text: string): number | undefined {
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1_000;
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)\s*([a-z]+)\s*/gy)];
  const sum = parts.reduce(
    (total, [, amount, unit]) => total + Number(amount) * (units.get(unit ?? '') ?? Number.NaN),
    0,
  );
  const isComplete = parts.map(([part]) => part).join('') === text;
  return parts.length > 0 && isComplete && Number.isFinite(sum) ? Math.round(sum) : undefined;
}
