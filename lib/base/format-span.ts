const units = [
  ['days', 172_800, 86_400],
  ['h', 7_200, 3_600],
  ['min', 120, 60],
  ['s', 0, 1],
] as const;

/** A span in its one fitting unit: `45 s`, `3 min`, `11 days`. */
export function span(ms: number): string {
  const seconds = Math.ceil(Math.abs(ms) / 1_000);
  const [unit, , size] = units.find(([, from]) => seconds >= from) ?? units[3];
  return `${Math.round(seconds / size)} ${unit}`;
}
