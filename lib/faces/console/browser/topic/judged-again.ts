import { formatCount, formatNumber } from '../../../../base/quantity.ts';
import type { Difference } from '../../../../topic/judge.ts';
import { html } from '../base/html.ts';
import { Foreign } from '../base/parts.ts';

const kinds: readonly (readonly [keyof Difference['counts'], string])[] = [
  ['dropped', 'leave the collection: off topic now'],
  ['marked', 'are marked as off topic, and kept'],
  ['restored', 'come into the collection: on topic now'],
  ['revised', 'get another verdict'],
  ['queued', 'are fetched again'],
  ['missing', 'are not kept: only fetching them again tells'],
  ['failed', 'stay as they are: the topic filter failed'],
];

/** What another topic would make of stored pages. */
export function judgedAgain({ pages, counts, examples, isPart }: Difference) {
  const changes = kinds.filter(([kind]) => counts[kind] > 0);
  return html`<p>${isPart ? 'Of more pages the first ' : ''}${formatCount(pages, 'stored page')} would be judged; ${changes.length === 0 ? 'nothing would change' : `${formatNumber(counts.same)} stay as they are`}.</p>
    <ul>${changes.map(([kind, says]) => html`<li key=${kind}>${formatNumber(counts[kind])} ${says}<ul>${examples[kind]?.map(({ url }) => html`<li key=${url}><${Foreign} text=${url} most=${200} /></li>`)}</ul></li>`)}</ul>`;
}
