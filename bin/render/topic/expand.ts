import { clip } from '../../../lib/base/printable.ts';
import { formatCount } from '../../../lib/base/quantity.ts';
import type { ProposedTerm } from '../../../lib/topic/train.ts';

/** A proposed term, and where it was read. */
export interface ShownTerm extends Omit<ProposedTerm, 'example'> {
  readonly readIn: string;
  readonly title: string;
  /** What stands around it there; absent: the text is not kept. */
  readonly text?: string;
}

/** Lines of a topic definition. */
export function linesOfTerms(terms: readonly ShownTerm[]): string {
  return terms.map(lineOf).join('');
}

/** Lines of a topic definition, with comments that say why. */
export function renderProposed(terms: readonly ShownTerm[]): string {
  if (terms.length === 0) return '# no term of the field lies near the topic that is not in the list yet\n';
  return terms.map((one) => `${reasonOf(one)}${lineOf(one)}`).join('');
}

function lineOf({ weight, term, classes }: ShownTerm): string {
  return `${weight}: ${term}=${classes.join(', ')}\n`;
}

function reasonOf({ nearness, near, on, off, readIn, title, text = title }: ShownTerm): string {
  const like = near === undefined ? '' : `, like ${near}`;
  const read = `in ${formatCount(on, 'text')} on topic, ${off} off`;
  return `# ${nearness.toFixed(2)} near${clip(like, 60)}; ${read}; ${clip(readIn, 120)}: ${clip(text, 120)}\n`;
}
