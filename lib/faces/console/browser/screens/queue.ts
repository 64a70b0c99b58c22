import { useState } from 'preact/hooks';
import { formatCount, formatNumber } from '../../../../base/quantity.ts';
import type { ControlAnswer } from '../../../../domain/control/command.ts';
import { Act } from '../base/act.ts';
import { ofJob } from '../base/api.ts';
import { useAround } from '../base/around.ts';
import { touched } from '../base/effects.ts';
import { html } from '../base/html.ts';
import { CopyNote, Foreign, type ScreenProps, Table } from '../base/parts.ts';
import { short } from '../base/short.ts';
import { type SqlRow, useTables } from '../base/tables.ts';

const where = `p.state in ('pending', 'held') and (:host = '' or h.host = :host or h.host like '%.' || :host)
  and (:prefix = '' or substr(p.url, 1, length(:prefix)) = :prefix) and (:region = '' or p.region = :region)
  and (:depth = '' or p.depth <= cast(:depth as integer)) and (:rank = '' or p.rank <= cast(:rank as real))`;
/** So many URLs are named to an operation, and so many are shown. */
const [mostNamed, mostShown] = [1_000, 100];
const first = `select p.url, h.host, p.state, p.region, p.depth, p.rank from pages p join hosts h on h.id = p.host
  where ${where} order by p.rank is null, p.rank limit ${mostNamed}`;
const counted = `select count(*) as urls, count(distinct p.host) as hosts, coalesce(sum(p.state = 'held'), 0) as held, min(h.host) as host
  from pages p join hosts h on h.id = p.host where ${where}`;

const none = { host: '', prefix: '', region: '', depth: '', rank: '' };

/** What waits, the next first; what a filter takes is raised, held or dropped. */
export function Queue({ job }: ScreenProps) {
  const { to } = useAround();
  const [filter, setFilter] = useState(none);
  const rows = useTables(job, first, filter, mostNamed);
  const counts = useTables(job, counted, filter);
  const [all] = counts.rows ?? [];
  const renew = () => {
    rows.renew();
    counts.renew();
  };
  const enter = (event: Event): void => {
    event.preventDefault();
    const given = Object.fromEntries(new FormData(event.target as HTMLFormElement));
    setFilter({ ...none, ...(given as typeof none) });
  };
  const columns = [
    {
      title: 'URL',
      value: ({ url }: SqlRow) =>
        html`<a href=${to('pages', String(url))}><${Foreign} text=${url} most=${120} /></a>`,
    },
    { title: 'state', value: ({ state }: SqlRow) => state },
    { title: 'region', value: ({ region }: SqlRow) => html`<${Foreign} text=${region} most=${60} />` },
    { title: 'depth', isNumber: true as const, value: ({ depth }: SqlRow) => depth },
    {
      title: 'rank',
      isNumber: true as const,
      value: ({ rank }: SqlRow) => (rank === null ? '' : short(Number(rank))),
    },
    {
      title: 'order',
      value: ({ url }: SqlRow) =>
        html`<${Act} label="Fetch now" about=${`Fetch now ${String(url).slice(0, 200)}`} isPlain=${true} path=${ofJob(job, 'fetch')} body=${{ url }} effect=${() => ''} done=${renew} />`,
    },
  ];
  return html`<form onSubmit=${enter} aria-label="Filter">
    <label>Host or domain <input name="host" maxlength="300" /></label><label>URL begins with <input name="prefix" size="30" maxlength="2000" /></label>
    <label>Region <input name="region" size="12" maxlength="300" /></label>
    <label>At most so many links from a seed <input name="depth" size="4" inputmode="numeric" /></label>
    <label>Rank at most <input name="rank" size="6" inputmode="decimal" /></label>
    <button type="submit">Filter</button>
  </form>
  <section aria-label="What waits"><${CopyNote} of=${rows} />
    ${all && html`<p role="status">${formatCount(Number(all.urls), 'URL')} of ${formatCount(Number(all.hosts), 'host')} wait, ${formatNumber(Number(all.held))} of them held by their regions.</p>`}
    ${all && rows.rows && html`<${Acts} job=${job} filter=${filter} all=${all} urls=${rows.rows.map(({ url }) => String(url))} renew=${renew} />`}
    ${rows.rows && html`<${Table} caption="URLs that wait, the next first" none="nothing waits" rows=${rows.rows.slice(0, mostShown)} id=${({ url }: SqlRow) => String(url)} columns=${columns} />`}
  </section>`;
}

interface ActsProps {
  readonly job: string;
  readonly filter: typeof none;
  /** How much the filter takes. */
  readonly all: SqlRow;
  /** What it takes, the next first, as far as an operation is told of it. */
  readonly urls: readonly string[];
  renew(): void;
}

/** Orders about all that a filter takes. */
function Acts({ job, filter, all, urls, renew }: ActsProps) {
  const { host, prefix, region, depth, rank } = filter;
  if (urls.length === 0 || Object.values(filter).every((one) => one === '')) return null;
  const count = Number(all.urls);
  const some = count > urls.length ? `, of which the next ${formatNumber(urls.length)} are meant` : '';
  const says = `${formatCount(count, 'URL')} of ${formatCount(Number(all.hosts), 'host')} wait${some}.`;
  // A rule takes what comes later, too.
  const isRule = region === '' && depth === '' && rank === '';
  const rule = prefix === '' ? { host } : { prefix };
  const held = host || (Number(all.hosts) === 1 ? String(all.host) : '');
  const hold = (label: string, operation: string) =>
    html`<${Act} label=${label} about=${`${label} ${held}`} path=${ofJob(job, operation)} body=${{ scope: { host: held } }} says="This is about the whole host." effect=${(answer: ControlAnswer) => touched(answer)} done=${renew} />`;
  return html`<p class="buttons">
    <${Act} label="Raise" about="Raise what the filter takes" path=${ofJob(job, 'raise')} body=${{ urls }} says=${says} effect=${raised} done=${renew} />
    ${held === '' ? '' : html`${hold('Hold', 'pause')}${hold('Let go', 'continue')}`}
    <${Act} label="Drop" about="Drop what the filter takes" needs="destroy" isWeighty path=${ofJob(job, 'delete')} body=${isRule ? rule : { urls }} says=${isRule ? says.replace(some, '') : says} effect=${dropped} done=${renew} /></p>`;
}

const raised = ({ urls, hosts }: { readonly urls: number; readonly hosts: number }) =>
  html`<p>${formatCount(urls, 'URL')} of ${formatCount(hosts, 'host')} would be visited before others of their hosts.</p>`;

const dropped = ({
  pages,
  urls,
  isRule,
}: {
  readonly pages: number;
  readonly urls: number;
  readonly isRule?: true;
}) =>
  html`<p>${formatCount(pages, 'page')} of ${formatCount(urls, 'visited URL')} would leave the collection; what waits there${isRule ? ', or comes later,' : ''} is not visited.</p>`;
