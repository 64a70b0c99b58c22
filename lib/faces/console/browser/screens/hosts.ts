import { useState } from 'preact/hooks';
import { formatNumber, formatRelativeTime } from '../../../../base/quantity.ts';
import type { ControlAnswer } from '../../../../domain/control/command.ts';
import type { HostLine, HostLines } from '../../../../pipeline/control/look.ts';
import type { RegionsReport } from '../../../../pipeline/report/host-regions.ts';
import type { WhyReport } from '../../../../pipeline/report/reports.ts';
import { Act } from '../base/act.ts';
import { ofAll, ofJob } from '../base/api.ts';
import { useAround } from '../base/around.ts';
import { touched } from '../base/effects.ts';
import { html } from '../base/html.ts';
import { useLive } from '../base/live.ts';
import {
  CopyNote,
  Foreign,
  Lines,
  PageTurner,
  type ScreenProps,
  Search,
  Table,
  Trouble,
} from '../base/parts.ts';
import { type SqlRow, useTables } from '../base/tables.ts';

const everyMs = 5_000;

/** What each host brings; of one, what decides about it, and its regions. */
export function Hosts({ job, rest }: ScreenProps) {
  const { to } = useAround();
  const go = (host: string) => {
    location.hash = to('hosts', host);
  };
  return html`<${Search} label="Host" value=${rest} search=${go} />
    ${rest === '' ? html`<${List} job=${job} /><${Brings} job=${job} /><${ByRegion} job=${job} />` : html`<${One} key=${rest} job=${job} host=${rest} />`}`;
}

function List({ job }: { readonly job: string }) {
  const [cursor, setCursor] = useState<string | undefined>();
  const { data, at = Date.now(), problem } = useLive<HostLines>(ofJob(job, 'hosts', { cursor }), everyMs);
  return html`<section aria-labelledby="list"><h2 id="list">Hosts as they are now</h2>
    <${Trouble} problem=${problem} />
    ${data && html`<${Table} caption="Hosts" none="no hosts" rows=${data.hosts} id=${({ host }: HostLine) => host} columns=${columnsAt(at)} />`}
    <${PageTurner} cursor=${cursor} next=${data?.cursor} turn=${setCursor} />
  </section>`;
}

const columnsAt = (now: number) => [
  { title: 'host', value: ({ host }: HostLine) => html`<${HostLink} host=${host} />` },
  {
    title: 'state',
    value: ({ state, at }: HostLine) =>
      at === undefined ? state : `${state}, ${formatRelativeTime(at, now)}`,
  },
  { title: 'pending', isNumber: true, value: ({ pending }: HostLine) => formatNumber(pending) },
  { title: 'visited', isNumber: true, value: ({ visited }: HostLine) => formatNumber(visited) },
  { title: 'detail', value: ({ detail }: HostLine) => html`<${Foreign} text=${detail} />` },
];

function HostLink({ host }: { readonly host: unknown }) {
  const { to } = useAround();
  return html`<a href=${to('hosts', String(host))}><${Foreign} text=${host} /></a>`;
}

const brings = `select h.host, h.fetches, h.stored, h.failed, h.held, h.bytes, count(p.id) as on_topic
  from hosts h left join pages p on p.host = h.id and p.on_topic = 1
  where h.fetches > 0 group by h.id order by on_topic desc, h.stored desc limit 100`;

/** The hosts that brought most, by the copy. */
function Brings({ job }: { readonly job: string }) {
  const tables = useTables(job, brings);
  const number = (name: string) => ({
    title: name.replace('_', ' '),
    isNumber: true,
    value: (row: Readonly<Record<string, unknown>>) => formatNumber(Number(row[name])),
  });
  const columns = [
    {
      title: 'host',
      value: ({ host }: Readonly<Record<string, unknown>>) => html`<${HostLink} host=${host} />`,
    },
    ...['fetches', 'stored', 'on_topic', 'failed', 'held'].map(number),
  ];
  return html`<section aria-labelledby="brings"><h2 id="brings">What hosts brought, the best first</h2><${CopyNote} of=${tables} />
    ${tables.rows && html`<${Table} caption="What hosts brought" none="nothing was fetched yet" rows=${tables.rows} id=${(row: Readonly<Record<string, unknown>>) => String(row.host)} columns=${columns} />`}</section>`;
}

const byRegion = `select h.host, r.region, r.fetched, r.brought, r.relevant, r.held from regions r
  join hosts h on h.id = r.host order by r.held is null, r.fetched desc limit 100`;

/** The regions that are held, and those that were visited most, by the copy. */
function ByRegion({ job }: { readonly job: string }) {
  const tables = useTables(job, byRegion);
  const number = (title: string, name: string) => ({
    title,
    isNumber: true,
    value: ({ [name]: count }: SqlRow) => (count === null ? '' : formatNumber(Number(count))),
  });
  const columns = [
    { title: 'host', value: ({ host }: SqlRow) => html`<${HostLink} host=${host} />` },
    { title: 'region', value: ({ region }: SqlRow) => html`<${Foreign} text=${region} />` },
    ...[number('fetched', 'fetched'), number('new', 'brought'), number('relevant', 'relevant')],
    { title: 'held, as it is', value: ({ held }: SqlRow) => html`<${Foreign} text=${held} />` },
  ];
  return html`<section aria-labelledby="by-region"><h2 id="by-region">What regions brought, those that are held first</h2><${CopyNote} of=${tables} />
    ${tables.rows && html`<${Table} caption="What regions brought" none="nothing was fetched yet" rows=${tables.rows} id=${({ host, region }: SqlRow) => `${host} ${region}`} columns=${columns} />`}</section>`;
}

function One({ job, host }: { readonly job: string; readonly host: string }) {
  const why = useLive<WhyReport>(ofJob(job, 'why', { url: host }), everyMs);
  const regions = useLive<RegionsReport>(ofJob(job, 'regions', { host }));
  const scope = { scope: { host } };
  const act = (label: string, path: string) =>
    html`<${Act} key=${label} label=${label} about=${`${label} ${host}`} path=${path} body=${scope} effect=${(answer: ControlAnswer) => touched(answer)} done=${why.renew} />`;
  return html`<section aria-labelledby="one"><h2 id="one"><${Foreign} text=${host} /></h2>
    <p class="buttons">${act('Pause', ofJob(job, 'pause'))}${act('Continue', ofJob(job, 'continue'))}${act('Block', ofAll('block'))}${act('Unblock', ofAll('unblock'))}</p>
    <${Trouble} problem=${why.problem} />
    ${why.data && html`<${Lines} of=${why.data.lines} />`}
  </section>
  <section aria-labelledby="regions"><h2 id="regions">Regions</h2><${Trouble} problem=${regions.problem} />
    ${regions.data?.hosts.map(({ regions: rows }) => html`<${Table} caption="Regions" rows=${rows} id=${({ name }: Region) => name} columns=${regionColumns} />`)}</section>`;
}

type Region = RegionsReport['hosts'][number]['regions'][number];

const regionColumns = [
  { title: 'region', value: ({ name }: Region) => html`<${Foreign} text=${name} />` },
  { title: 'fetched', isNumber: true, value: ({ fetched }: Region) => formatNumber(fetched) },
  { title: 'new', isNumber: true, value: ({ brought }: Region) => formatNumber(brought) },
  { title: 'relevant', isNumber: true, value: ({ relevant }: Region) => formatNumber(relevant) },
  { title: 'held, as it is', value: ({ held }: Region) => held ?? '' },
];
