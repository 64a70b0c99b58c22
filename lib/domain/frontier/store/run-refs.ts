import { corrupt } from './codec.ts';
import type { ChunkedRun, HostBody, Run } from './state.ts';

type Runs = Pick<HostBody, 'seenRuns' | 'pendingRuns' | 'visitRuns' | 'uncheckedRuns' | 'heldRuns'>;

type Row = readonly (number | null)[];

/** Runs as rows of numbers: index of the segment, start, end, count, then fields of the kind of run. */
export interface StoredRuns {
  readonly segments: readonly string[];
  readonly s: readonly Row[];
  readonly p: readonly Row[];
  readonly v: readonly Row[];
  readonly u: readonly Row[];
  /** Absent: none. */
  readonly h?: readonly Row[];
}

export function storeRuns(body: Runs): StoredRuns | undefined {
  const { seenRuns, pendingRuns, visitRuns, uncheckedRuns, heldRuns } = body;
  const segments = segmentsOf(body);
  if (segments.length === 0) return undefined;
  const place = new Map(segments.map((id, index) => [id, index]));
  const of = (run: Run) => [place.get(run.segment) ?? -1, run.start, run.end, run.count];
  const chunked = (run: ChunkedRun) => [...of(run), run.chunk, ...run.min.map(finite)];
  return {
    segments,
    s: seenRuns.map((run) => [...of(run), run.crc]),
    p: pendingRuns.map(chunked),
    v: visitRuns.map((run) => [...chunked(run), run.checked]),
    u: uncheckedRuns.map(chunked),
    ...(heldRuns.length > 0 && { h: heldRuns.map(chunked) }),
  };
}

export function unstoreRuns(stored: StoredRuns): Runs {
  const of = (row: Row) => {
    const segment = stored.segments[row[0] ?? -1];
    if (segment === undefined) throw corrupt('a run has no segment');
    return { segment, start: row[1] as number, end: row[2] as number, count: row[3] as number };
  };
  const chunked = (row: Row): ChunkedRun => {
    const [, , , , chunk, a, b, c] = row;
    return { ...of(row), chunk: chunk as number, min: [a ?? never, b ?? never, c ?? never] };
  };
  return {
    seenRuns: stored.s.map((row) => ({ ...of(row), crc: row[4] as number })),
    pendingRuns: stored.p.map(chunked),
    visitRuns: stored.v.map((row) => ({ ...chunked(row), checked: row[8] as number })),
    uncheckedRuns: stored.u.map(chunked),
    heldRuns: (stored.h ?? []).map(chunked),
  };
}

const never = Number.POSITIVE_INFINITY;

/** JSON has no infinity: null stands for it. */
function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

/** The segments that a body names, oldest first. All others of its host are spent, or were never committed. */
export function segmentsOf(body: Runs): string[] {
  const { seenRuns, pendingRuns, visitRuns, uncheckedRuns, heldRuns } = body;
  const runs = [...seenRuns, ...pendingRuns, ...visitRuns, ...uncheckedRuns, ...heldRuns];
  return [...new Set(runs.map((run) => run.segment))];
}
