import { corrupt } from './codec.ts';
import type { HostBody } from './state.ts';

type Runs = Pick<HostBody, 'seenRuns' | 'pendingRuns' | 'visitRuns' | 'uncheckedRuns'>;

/** Runs as rows of numbers: index of the segment, start, end, count, then what the kind adds. */
export interface StoredRuns {
  readonly segments: readonly string[];
  readonly s: readonly (readonly number[])[];
  readonly p: readonly (readonly number[])[];
  readonly v: readonly (readonly (number | null)[])[];
  readonly u: readonly (readonly number[])[];
}

export function storeRuns(body: Runs): StoredRuns | undefined {
  const { seenRuns, pendingRuns, visitRuns, uncheckedRuns } = body;
  const segments = segmentsOf(body);
  if (segments.length === 0) return undefined;
  const place = new Map(segments.map((id, index) => [id, index]));
  const of = (run: { segment: string; start: number; end: number; count: number }) => [
    place.get(run.segment) ?? -1,
    run.start,
    run.end,
    run.count,
  ];
  return {
    segments,
    s: seenRuns.map((run) => [...of(run), run.crc]),
    p: pendingRuns.map((run) => [...of(run), run.chunk, run.min.rank, run.min.depth, run.min.seq]),
    v: visitRuns.map((run) => [
      ...of(run),
      run.chunk,
      Number.isFinite(run.min) ? run.min : null,
      run.checked,
    ]),
    u: uncheckedRuns.map((run) => [...of(run), run.chunk]),
  };
}

export function unstoreRuns(stored: StoredRuns): Runs {
  const of = (row: readonly (number | null)[]) => {
    const segment = stored.segments[row[0] ?? -1];
    if (segment === undefined) throw corrupt('a run has no segment');
    return { segment, start: row[1] as number, end: row[2] as number, count: row[3] as number };
  };
  return {
    seenRuns: stored.s.map((row) => ({ ...of(row), crc: row[4] as number })),
    pendingRuns: stored.p.map((row) => ({
      ...of(row),
      chunk: row[4] as number,
      min: { rank: row[5] as number, depth: row[6] as number, seq: row[7] as number },
    })),
    visitRuns: stored.v.map((row) => ({
      ...of(row),
      chunk: row[4] as number,
      min: row[5] ?? Number.POSITIVE_INFINITY,
      checked: row[6] as number,
    })),
    uncheckedRuns: stored.u.map((row) => ({ ...of(row), chunk: row[4] as number })),
  };
}

/** The segments that a body names, oldest first. All others of its host are spent, or were never committed. */
export function segmentsOf(body: Runs): string[] {
  const runs = [...body.seenRuns, ...body.pendingRuns, ...body.visitRuns, ...body.uncheckedRuns];
  return [...new Set(runs.map((run) => run.segment))];
}
