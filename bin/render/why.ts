import type { WhyReport } from '../../lib/runtime/installation.ts';
import { printable } from './table.ts';

const marks = { yes: '✓', no: '✗', wait: '…', info: '·', unknown: '?' } as const;

/** The answers to everything that decides about a URL, one line each. */
export function renderWhy(report: WhyReport): string {
  const width = Math.max(0, ...report.lines.map(({ step }) => step.length));
  const lines = report.lines.map(
    ({ step, verdict, detail }) => `${marks[verdict]} ${step.padEnd(width)}  ${printable(detail)}\n`,
  );
  return `${printable(report.url ?? report.input)}\n${lines.join('')}`;
}
