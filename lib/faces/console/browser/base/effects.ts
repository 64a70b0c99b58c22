import { formatCount, formatNumber } from '../../../../base/quantity.ts';
import type { ControlAnswer } from '../../../../domain/control/command.ts';
import { html } from './html.ts';
import { Foreign } from './parts.ts';

/** What a command touches, job by job. */
export function touched({ jobs }: ControlAnswer) {
  if (jobs.length === 0) return html`<p>There is nothing to do.</p>`;
  return html`<ul>${jobs.map(
    ({ job, state, hosts, pending, visited, atLeast, note }) =>
      html`<li key=${job}>${job}, ${state}: ${atLeast ? 'at least ' : ''}${formatCount(hosts, 'host')} with ${formatNumber(pending)} pending and ${formatNumber(visited)} visited URLs${note === undefined ? '' : html`; <${Foreign} text=${note} />`}</li>`,
  )}</ul>`;
}
