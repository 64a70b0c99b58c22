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
  and (:prefix = '' or substr(p.url, 1, length(:prefix)) = :prefix) and (:depth = '' or p.depth <= cast(:depth as integer))`;
const first = `select p.url, h.host, p.state, p.depth, p.rank from pages p join hosts h on h.id = p.host
  where ${where} order by p.rank is null, p.rank limit 100`;
const counted = `select count(*) as urls, count(distinct p.host) as hosts, coalesce(sum(p.state = 'held'), 0) as held
  from pages p join hosts h on h.id = p.host where ${where}`;

const none = { host: '', prefix: '', depth: '' };

/** What waits, the next first: held hosts, pages that are fetched now or never. */
export function Queue({ job }: ScreenProps) {
  const { to } = useAround();
  const [filter, setFilter] = useState(none);
  const rows = useTables(job, first, filter);
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
  const { host, prefix } = filter;
  const selection = prefix !== '' ? { prefix } : { host };
  const hold = (label: string, operation: string) =>
    html`<${Act} label=${label} about=${`${label} ${host}`} path=${ofJob(job, operation)} body=${{ scope: { host } }} effect=${(answer: ControlAnswer) => touched(answer)} done=${renew} />`;
  const columns = [
    {
      title: 'URL',
      value: ({ url }: SqlRow) =>
        html`<a href=${to('pages', String(url))}><${Foreign} text=${url} most=${120} /></a>`,
    },
    { title: 'state', value: ({ state }: SqlRow) => state },
    { title: 'depth', isNumber: true as const, value: ({ depth }: SqlRow) => depth },
    {
      title: 'rank',
      isNumber: true as const,
      value: ({ rank }: SqlRow) => (rank === null ? '' : short(Number(rank))),
    },
    {
      title: 'order',
      value: ({ url }: SqlRow) =>
        html`<${Act} label="Fetch now" about=${`Fetch ${String(url).slice(0, 200)} now`} isPlain=${true} path=${ofJob(job, 'fetch')} body=${{ url }} effect=${() => ''} done=${renew} />`,
    },
  ];
  return html`<form onSubmit=${enter} aria-label="Filter">
    <label>Host or domain <input name="host" /></label><label>URL begins with <input name="prefix" size="30" /></label>
    <label>At most so many links from a seed <input name="depth" size="4" inputmode="numeric" /></label>
    <button type="submit">Filter</button>
  </form>
  <section aria-label="What waits"><${CopyNote} of=${rows} />
    ${all && html`<p role="status">${formatCount(Number(all.urls), 'URL')} of ${formatCount(Number(all.hosts), 'host')} wait, ${formatNumber(Number(all.held))} of them held by their regions.</p>`}
    <p class="buttons">${host === '' ? '' : html`${hold('Hold', 'pause')}${hold('Let go', 'continue')}`}
      ${host === '' && prefix === '' ? '' : html`<${Act} label="Drop" about=${`Drop ${prefix || host}`} needs="destroy" isWeighty path=${ofJob(job, 'delete')} body=${selection} effect=${dropped} done=${renew} />`}</p>
    ${rows.rows && html`<${Table} caption="URLs that wait, the next first" none="nothing waits" rows=${rows.rows} id=${({ url }: SqlRow) => String(url)} columns=${columns} />`}
  </section>`;
}

const dropped = ({ pages, urls }: { readonly pages: number; readonly urls: number }) =>
  html`<p>${formatCount(pages, 'page')} of ${formatCount(urls, 'visited URL')} would leave the collection; URLs that wait there, or come later, are not visited.</p>`;
