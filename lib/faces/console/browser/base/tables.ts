import { useState } from 'preact/hooks';
import type { SqlAnswer } from '../../../../pipeline/operation/crawl-tables.ts';
import { withFields } from './api.ts';
import { useAround } from './around.ts';
import { useLive } from './live.ts';

export type SqlRow = Readonly<Record<string, string | number | null>>;

export interface Tables {
  readonly rows?: readonly SqlRow[];
  /** There are more. */
  readonly more: boolean;
  /** The time that the tables show. */
  readonly made?: string;
  readonly problem?: ReturnType<typeof useLive>['problem'];
  /** Nothing is asked until the reader says so. */
  readonly waits: boolean;
  renew(): void;
}

const usualRows = 100;

/**
 * Rows of a question in SQL over the copy of the crawl. For a stack every host is read for each question, so that the reader has to ask.
 * @param values of `:name` in the question @param most rows
 */
export function useTables(
  job: string,
  question: string,
  values: Readonly<Record<string, string>> = {},
  most = usualRows,
): Tables {
  const { session } = useAround();
  const [isAsked, setAsked] = useState(!session.isStack);
  const set = Object.entries(values).map(([name, value]): [string, string] => ['set', `${name}=${value}`]);
  const path = withFields(`/v1/jobs/${encodeURIComponent(job)}/sql`, [
    ...[['question', question] as const, ['rows', String(most)] as const, ['renew', 'beside'] as const],
    ...set,
  ]);
  const { data, problem, renew } = useLive<SqlAnswer>(isAsked ? path : undefined);
  const rows = data?.rows.map((row) =>
    Object.fromEntries(data.columns.map((name, at) => [name, row[at] ?? null])),
  );
  const again = isAsked ? renew : () => setAsked(true);
  return {
    ...{ more: data?.more ?? false, waits: !isAsked, renew: again },
    ...(rows === undefined ? {} : { rows }),
    ...(data === undefined ? {} : { made: data.made }),
    ...(problem === undefined ? {} : { problem }),
  };
}
