import { useState } from 'preact/hooks';
import { formatCount, formatNumber } from '../../../../base/quantity.ts';
import type { CollectionStatistics } from '../../../../topic/judge.ts';
import { mayDo, ofJob } from '../base/api.ts';
import { useAround } from '../base/around.ts';
import { html } from '../base/html.ts';
import { useLive } from '../base/live.ts';
import { OnRequest } from '../base/on-request.ts';
import { Foreign, type ScreenProps, Table, Trouble } from '../base/parts.ts';
import type { ToldTerms } from './answers.ts';
import { TermEditor } from './term-editor.ts';

/** The terms of the topic: how often each hits the collection, and an editor of them. */
export function Terms({ job }: Pick<ScreenProps, 'job'>) {
  const { session } = useAround();
  const [chosen, choose] = useState('');
  const { data, problem, renew } = useLive<{ readonly filters: readonly ToldTerms[] }>(
    ofJob(job, 'terms-show'),
  );
  const filters = data?.filters ?? [];
  const filter = filters.find((one) => one.filter === chosen) ?? filters[0];
  const weights = new Map(
    filters.flatMap((one) => one.terms.map(({ line, weight }) => [`${one.filter} ${line}`, weight])),
  );
  return html`<section aria-labelledby="terms"><h2 id="terms">Terms</h2><${Trouble} problem=${problem} />
    ${data !== undefined && filter === undefined ? html`<p class="quiet">The topic has no terms.</p>` : ''}
    ${
      filters.length < 2
        ? ''
        : html`<p><label>Filter <select name="filter" value=${filter?.filter} onChange=${(event: Event) => choose((event.target as HTMLSelectElement).value)}>${filters.map((one) => html`<option key=${one.filter}>${one.filter}</option>`)}</select></label></p>`
    }
    ${filter === undefined ? '' : html`<p>${formatCount(filter.terms.length, 'term')}${filter.isEdited ? ', edited: they hold in place of those of the files' : ''}.</p>`}
    ${filter === undefined ? '' : html`<${OnRequest} label="Count the hits of each term" path=${ofJob(job, 'stats', { terms: true })} show=${(counted: CollectionStatistics) => hitTable(counted, weights)} />`}
    ${filter !== undefined && mayDo(session, 'operate') ? html`<${TermEditor} key=${filter.filter} job=${job} terms=${filter} renew=${renew} />` : ''}</section>`;
}

type ToldRow = NonNullable<CollectionStatistics['terms']>[number];
/** So many terms are shown. */
const mostTerms = 500;

function hitTable({ terms = [] }: CollectionStatistics, weights: ReadonlyMap<string, number>) {
  const hit = terms.filter(({ hits }) => hits > 0);
  const weight = ({ filter, line }: ToldRow) => weights.get(`${filter} ${line}`) ?? '';
  return html`<p>${formatCount(hit.length, 'term')} of ${formatNumber(terms.length)} hit.</p>
    <${Table} caption="Terms" none="no term hits" rows=${hit.slice(0, mostTerms)} id=${({ filter, line, term }: ToldRow) => `${filter} ${line} ${term}`} columns=${[{ title: 'weight', isNumber: true, value: weight }, ...termColumns]} />`;
}

const termColumns = [
  { title: 'term', value: ({ term }: ToldRow) => html`<${Foreign} text=${term} />` },
  { title: 'line', isNumber: true, value: ({ line }: ToldRow) => line },
  { title: 'hits', isNumber: true, value: ({ hits }: ToldRow) => formatNumber(hits) },
  { title: 'records', isNumber: true, value: ({ records }: ToldRow) => formatNumber(records) },
  { title: 'classes', value: ({ classes }: ToldRow) => html`<${Foreign} text=${classes.join(', ')} />` },
];
