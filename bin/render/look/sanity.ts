import { printable } from '../../../lib/base/printable.ts';
import { flaws } from '../../../lib/capabilities/sanity/flaws/finding.ts';
import type { Finding } from '../../../lib/runtime/shared/installation.ts';

const marks = { error: '✗', warning: '!' } as const;
const repairs = {
  possible: 'can be mended',
  impossible: 'cannot be mended from what is stored',
  done: 'mended',
  failed: 'changed meanwhile, and was left alone',
} as const;

/** What is wrong, with what, and what became of it below, and what to do where it cannot be mended. */
export function renderFinding({ code, severity, subject, detail, repair, next }: Finding): string {
  const { meaning } = flaws[code];
  const step = next === undefined ? '' : `  → ${printable(next)}\n`;
  return `${marks[severity]} ${code} ${printable(subject)}: ${printable(detail)}\n  ${meaning}; ${repairs[repair]}\n${step}`;
}

/** The last line, with what to do next. */
export function renderSanity(findings: readonly Finding[], command: string): string {
  if (findings.length === 0) return 'Everything that is stored agrees with itself.\n';
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const mendable = findings.filter(({ repair }) => repair === 'possible').length;
  const mended = findings.filter(({ repair }) => repair === 'done').length;
  const parts = [
    `${errors} of them errors`,
    ...(mended > 0 ? [`${mended} mended`] : []),
    ...(mendable > 0 ? [`${mendable} can be mended: ${command} --repair`] : []),
  ];
  return `${findings.length} found, ${parts.join(', ')}\n`;
}
