import { ruleFor } from '../../domain/control/delete-rule.ts';
import { describeDeletion } from '../../domain/control/deleted-visit.ts';
import { markOf } from '../../domain/control/deletion-mark.ts';
import type { AskedUrl, WhyLines } from '../../pipeline/why/explainer.ts';
import { saidBy } from './delete-order.ts';

/** By which deletion a URL is away, and how that ends. */
export function explainDeletion({ url, page, job }: AskedUrl): WhyLines {
  const mark = page?.state === 'visited' ? markOf(page) : undefined;
  if (page?.state === 'visited' && mark !== undefined) return away(mark.id, saidBy(page.detail));
  const rule = ruleFor(job.deletions, url);
  return rule === undefined ? [] : away(rule.id, `a rule, ${describeDeletion(rule)}`);
}

function away(id: string, said: string): WhyLines {
  const ends = `\`winnow delete --undo ${id}\` brings pages back, \`--let-back ${id}\` has them visited again`;
  return [{ step: 'deleted', verdict: 'no', detail: `${said}; ${ends}` }];
}
