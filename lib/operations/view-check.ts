import { detail, note, type ViewBlock } from '../pipeline/operation/view.ts';
import type { Check } from '../pipeline/report/reports.ts';

const marks = { ok: '✓', warn: '!', fail: '✗' } as const;

/** One check, with what to do about it below. */
export function viewCheck({ name, ok, detail: found, advice }: Check): readonly ViewBlock[] {
  return [
    note(`${marks[ok]} ${name}: ${found}`),
    ...(advice === undefined || ok === 'ok' ? [] : [detail(`→ ${advice}`)]),
  ];
}
