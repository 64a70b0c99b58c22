import { largest } from '../../../lib/base/long-lists.ts';
import type { WhyReport } from '../../../lib/runtime/shared/installation.ts';
import { printable } from '../base/table.ts';

const marks = { yes: '✓', no: '✗', wait: '…', info: '·', unknown: '?' } as const;

/** Longer URLs are cut off. */
const maxShown = 300;

/** What was asked, and the answers to everything that decides about it, one line each. */
export function renderWhy(report: WhyReport): string {
  const width = largest(
    report.lines.map(({ step }) => step.length),
    0,
  );
  const lines = report.lines.map(
    ({ step, verdict, detail }) => `${marks[verdict]} ${step.padEnd(width)}  ${printable(detail)}\n`,
  );
  return `${asked(report.input)}\n${lines.join('')}`;
}

function asked(input: string): string {
  const text = printable(input);
  return text.length <= maxShown ? text : `${text.slice(0, maxShown)}… (${text.length} characters)`;
}
