import { formatNumber, formatRelativeTime } from '../../../../base/quantity.ts';
import type { ControlAnswer } from '../../../../domain/control/command.ts';
import type { Status } from '../../../../pipeline/report/reports.ts';
import { Act } from '../base/act.ts';
import { ofJob } from '../base/api.ts';
import { useAround } from '../base/around.ts';
import { touched } from '../base/effects.ts';
import { html } from '../base/html.ts';
import { useLive } from '../base/live.ts';
import { CopyNote, Foreign, type ScreenProps, Table, Trouble } from '../base/parts.ts';
import { type SqlRow, useTables } from '../base/tables.ts';

/** What each outcome that brings no page means, and what to do. */
const advice: ReadonlyMap<string, string> = new Map(
  Object.entries({
    failed:
      'The fetch brought no usable answer. It is tried again by itself, ever later; retry once the cause is gone.',
    gone: 'The server says that there is no such page. Retry if it was wrong for a while.',
    forbidden: 'The server does not give the page to this crawler. Ask its owner, or slow down (politeness).',
    denied:
      'A rule forbids the page: robots.txt, the scope, or what its owner asks for. Why names the rule; change the settings if it is yours.',
    unsupported: 'The media type is not read. `content` and `convert` say which are; retry after a change.',
    'over-budget': 'A budget was used up. Raise `budgets`, then retry.',
  }),
);

const question = `select outcome, status, substr(coalesce(detail, ''), 1, 100) as why, count(*) as urls,
  count(distinct host) as hosts, min(url) as example, max(url) as another from pages
  where outcome in (${[...advice.keys()].map((one) => `'${one}'`).join(', ')})
  group by outcome, status, why order by urls desc limit 100`;

/** Visits that brought no page, by cause, with examples. */
export function Failures({ job }: ScreenProps) {
  const tables = useTables(job, question);
  const { data: now, problem, at = Date.now() } = useLive<Status>(ofJob(job, 'status'), 10_000);
  const kinds = [...Map.groupBy(tables.rows ?? [], ({ outcome }) => String(outcome))];
  return html`<${CopyNote} of=${tables} />
    ${tables.rows?.length === 0 ? html`<section aria-label="Failures"><p class="quiet">Every visit brought a page.</p></section>` : ''}
    ${kinds.map(([kind, rows]) => html`<${Kind} key=${kind} job=${job} kind=${kind} rows=${rows} renew=${tables.renew} />`)}
    <${Trouble} problem=${problem} />
    ${now && html`<${Parked} now=${now} at=${at} />`}`;
}

interface KindProps {
  readonly job: string;
  readonly kind: string;
  readonly rows: readonly SqlRow[];
  renew(): void;
}

function Kind({ job, kind, rows, renew }: KindProps) {
  const { to } = useAround();
  const link = (url: unknown) =>
    html`<a href=${to('pages', String(url))}><${Foreign} text=${url} most=${120} /></a>`;
  const columns = [
    {
      title: 'cause',
      value: ({ status, why }: SqlRow) =>
        html`${status === null ? '' : `${status} `}<${Foreign} text=${why || (status === null ? kind : '')} />`,
    },
    { title: 'URLs', isNumber: true, value: ({ urls }: SqlRow) => formatNumber(Number(urls)) },
    { title: 'hosts', isNumber: true, value: ({ hosts }: SqlRow) => formatNumber(Number(hosts)) },
    {
      title: 'for example',
      value: ({ example, another }: SqlRow) =>
        html`${link(example)}${another === example ? '' : html`<br />${link(another)}`}`,
    },
  ];
  return html`<section aria-labelledby=${kind}><h2 id=${kind}>${kind}</h2>
    <p>${advice.get(kind)}</p>
    <p class="buttons"><${Act} label="Retry" about=${`Retry all that are ${kind}`} path=${ofJob(job, 'reharvest')} body=${{ scope: { status: kind } }} effect=${(answer: ControlAnswer) => touched(answer)} done=${renew} /></p>
    <${Table} caption=${`Causes of ${kind}`} rows=${rows} id=${({ status, why }: SqlRow) => `${status} ${why}`} columns=${columns} />
  </section>`;
}

/** Hosts that keep failing, and those whose turns do. */
function Parked({ now: { parked, quarantined = [] }, at }: { readonly now: Status; readonly at: number }) {
  const { to } = useAround();
  const link = (host: string) => html`<a href=${to('hosts', host)}><${Foreign} text=${host} /></a>`;
  if (parked === undefined && quarantined.length === 0) return null;
  return html`<section aria-labelledby="parked"><h2 id="parked">Hosts that keep failing</h2><ul>
    ${parked?.longest.map(({ host, reason, probeAt }) => html`<li key=${host}>${link(host)}: <${Foreign} text=${reason} />${probeAt === undefined ? '' : `, asked again ${formatRelativeTime(probeAt, at)}`}</li>`)}
    ${quarantined.map(({ host, message, until }) => html`<li key=${host}>${link(host)}: its turns fail (<${Foreign} text=${message} />), tried again ${formatRelativeTime(until, at)}</li>`)}
  </ul></section>`;
}
