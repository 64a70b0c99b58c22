import { seededRandom } from '../seeded-random.ts';

/** What one host of the simulated web is like. Times in ms since the start. */
export interface Traits {
  readonly host: string;
  readonly gapMs: number;
  readonly latencyMs: number;
  readonly crawlDelayMs?: number;
  /** Shares of its answers that are a 500, break off, or refuse. */
  readonly broken: number;
  readonly cut: number;
  readonly refusing: number;
  /** Seconds or a date, or nothing, in its refusals. */
  readonly retryAfter: 'seconds' | 'date' | 'none';
  readonly retryAfterMs: number;
  /** Nobody can connect. */
  readonly down?: readonly [number, number];
  /** Its robots.txt answers with an error. */
  readonly robotsDown?: readonly [number, number];
}

const minute = 60_000;

/** Hosts of all tempers; every one of them may be asked often enough in an hour to be judged. */
export function temperedHosts(count: number, seed: number): readonly Traits[] {
  return Array.from({ length: count }, (_, index) => {
    const random = seededRandom(seed, index);
    const pick = <T>(...list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
    const spell = (): readonly [number, number] => {
      const from = random() * 40 * minute;
      return [from, from + (1 + random() * 14) * minute];
    };
    const temper = random();
    return {
      host: `h${index}.example`,
      gapMs: [5_000, 20_000, 20_000, 20_000, 20_000][Math.floor(random() * 40)] ?? 60_000,
      latencyMs: 20 * 150 ** random(),
      ...(random() < 0.3 ? { crawlDelayMs: pick(1_000, 10_000, 30_000, 90_000, 7_200_000) } : {}),
      broken: random() < 0.3 ? random() * 0.2 : 0,
      cut: random() < 0.3 ? random() * 0.2 : 0,
      refusing: random() < 0.4 ? random() * 0.15 : 0,
      retryAfter: pick('seconds', 'seconds', 'date', 'none'),
      retryAfterMs: Math.ceil(random() ** 2 * 300) * 1_000,
      ...(temper < 0.1 ? { down: spell() } : {}),
      ...(temper > 0.85 ? { robotsDown: temper > 0.95 ? [0, 12 * minute] : spell() } : {}),
    };
  });
}
