import { printable } from '../../../lib/base/printable.ts';
import { formatCount } from '../../../lib/base/quantity.ts';
import type { Check } from '../../../lib/runtime/shared/installation.ts';

const marks = { ok: '✓', warn: '!', fail: '✗' } as const;

/** One check, with what to do about it below. */
export function renderCheck({ name, ok, detail, advice }: Check): string {
  const line = `${marks[ok]} ${name}: ${printable(detail)}\n`;
  return advice === undefined || ok === 'ok' ? line : `${line}  → ${advice}\n`;
}

/** The last line. */
export function renderDiagnosis(checks: readonly Check[]): string {
  const failed = checks.filter(({ ok }) => ok === 'fail').length;
  const warned = checks.filter(({ ok }) => ok === 'warn').length;
  if (failed === 0 && warned === 0) return 'All is well.\n';
  const parts = [failed > 0 ? `${failed} failed` : '', warned > 0 ? `${warned} to look at` : ''];
  return `Of ${formatCount(checks.length, 'check')}: ${parts.filter(Boolean).join(', ')}.\n`;
}
