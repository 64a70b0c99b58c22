import { useState } from 'preact/hooks';
import { formatCount, formatNumber } from '../../../../base/quantity.ts';
import type { ClassLinkReport, HubReport, SiteReport } from '../../../../graph/reports.ts';
import { Act } from '../base/act.ts';
import { ofJob } from '../base/api.ts';
import { useAround } from '../base/around.ts';
import { html } from '../base/html.ts';
import { OnRequest } from '../base/on-request.ts';
import { Foreign, type ScreenProps, Table } from '../base/parts.ts';
import { short } from '../base/short.ts';

/** Hubs and authorities, what good hubs link to and nobody visited, sites, and how classes link to each other. */
export function Links({ job }: ScreenProps) {
  const [asked, setAsked] = useState({ class: '', shared: '' });
  const enter = (event: Event): void => {
    event.preventDefault();
    const given = new FormData(event.target as HTMLFormElement);
    const of = (name: string) => String(given.get(name) ?? '').trim();
    setAsked({ class: of('class'), shared: of('shared') });
  };
  const { shared } = asked;
  const key = JSON.stringify(asked);
  return html`<form onSubmit=${enter} aria-label="Filter">
    <label>Class <input name="class" maxlength="200" /></label>
    <label>Host whose folders are sites <input name="shared" maxlength="300" /></label>
    <button type="submit">Filter</button>
  </form>
  <section aria-labelledby="hubs"><h2 id="hubs">Hubs and authorities</h2>
    <${OnRequest} key=${key} label="Look for hubs" isAtOnce path=${ofJob(job, 'hubs', asked)} show=${(data: HubReport, renew: () => void) => html`<${Hubs} job=${job} asked=${asked} report=${data} renew=${renew} />`} /></section>
  <section aria-labelledby="sites"><h2 id="sites">Sites and communities</h2>
    <${OnRequest} key=${key} label="List sites" path=${ofJob(job, 'sites', asked)} show=${sitesOf} /></section>
  <section aria-labelledby="between"><h2 id="between">Links between classes</h2>
    <${OnRequest} key=${key} label="Count links between classes" path=${ofJob(job, 'links', { shared, fromClass: asked.class })} show=${classLinks} /></section>
  <section aria-labelledby="directory"><h2 id="directory">Directory</h2>
    <${OnRequest} key=${key} label="Make the directory" path=${ofJob(job, 'directory', { shared, top: 5 })} show=${(data: Directory) => html`<${ByClass} of=${data} />`} /></section>`;
}

interface HubsProps {
  readonly job: string;
  readonly asked: { readonly class: string; readonly shared: string };
  readonly report: HubReport;
  renew(): void;
}

function Hubs({ job, asked, report, renew }: HubsProps) {
  const [raised, setRaised] = useState<number | undefined>();
  const { hubs, authorities, neglected, pages, votes } = report;
  const body = {
    raise: true,
    ...(asked.class === '' ? {} : { class: asked.class }),
    ...(asked.shared === '' ? {} : { shared: [asked.shared] }),
  };
  const told = (answer: { readonly raised?: number }) => {
    setRaised(answer.raised);
    renew();
  };
  const ranked = (caption: string, rows: HubReport['hubs'], linked: string) =>
    html`<h3>${caption}</h3><${Table} caption=${caption} none="none: no site links to a page on topic of another site" rows=${rows} id=${({ url }: Ranked) => url} columns=${rankedColumns(linked)} />`;
  return html`<p>${formatCount(pages, 'page')}, ${formatCount(votes, 'link')} between sites counted.</p>
    ${ranked('Hubs: they link to many authorities', hubs, 'authorities')}
    ${ranked('Authorities: many hubs link to them', authorities, 'sites')}
    <h3>Neglected: not visited, although good hubs link to them</h3>
    <${Table} caption="Neglected" none="none" rows=${neglected} id=${({ url }: Neglected) => url} columns=${neglectedColumns} />
    <p class="buttons"><${Act} label="Raise" about="Raise what good hubs link to" isPlain isDisabled=${neglected.length === 0} path=${ofJob(job, 'hubs')} body=${body} says="What the best hubs link to and nobody has visited is fetched sooner: these pages, and others like them." effect=${() => ''} done=${told} /></p>
    ${raised === undefined ? '' : html`<p role="status">${formatCount(raised, 'URL')} raised.</p>`}`;
}

type Ranked = HubReport['hubs'][number];
type Neglected = HubReport['neglected'][number];

function PageLink({ url, text = url }: { readonly url: string; readonly text?: string }) {
  const { to } = useAround();
  return html`<a href=${to('pages', url)}><${Foreign} text=${text} most=${120} /></a>`;
}

const rankedColumns = (linked: string) => [
  { title: 'page', value: ({ url }: Ranked) => html`<${PageLink} url=${url} />` },
  { title: 'score', isNumber: true, value: ({ score }: Ranked) => short(score) },
  { title: 'relevance', isNumber: true, value: ({ relevance }: Ranked) => relevance?.toFixed(2) ?? '' },
  { title: 'class', value: ({ best }: Ranked) => html`<${Foreign} text=${best} most=${100} />` },
  { title: linked, isNumber: true, value: ({ links }: Ranked) => formatNumber(links) },
];

const neglectedColumns = [
  { title: 'URL', value: ({ url }: Neglected) => html`<${PageLink} url=${url} />` },
  { title: 'promise', isNumber: true, value: ({ promise }: Neglected) => short(promise) },
  { title: 'hub', value: ({ hub }: Neglected) => html`<${PageLink} url=${hub} />` },
];

type Site = SiteReport['sites'][number];
type Community = SiteReport['communities'][number];

function sitesOf({ sites, communities, known }: SiteReport) {
  return html`<p>${formatCount(known, 'site')} with pages.</p>
    <${Table} caption="Sites" none="no sites" rows=${sites} id=${({ site }: Site) => site} columns=${siteColumns} />
    <h3>Communities: sites that link to each other more than to others</h3>
    <${Table} caption="Communities" none="none" rows=${communities} id=${({ name }: Community) => name} columns=${communityColumns} />`;
}

const siteColumns = [
  { title: 'site', value: ({ site }: Site) => html`<${Foreign} text=${site} />` },
  { title: 'pages', isNumber: true, value: ({ pages }: Site) => formatNumber(pages) },
  {
    title: 'relevant',
    isNumber: true,
    value: ({ judged, relevant }: Site) => (judged === 0 ? '' : formatNumber(relevant)),
  },
  { title: 'class', value: ({ best }: Site) => html`<${Foreign} text=${best} most=${100} />` },
  { title: 'linked by', isNumber: true, value: ({ linkedBy }: Site) => formatNumber(linkedBy) },
  { title: 'rank', isNumber: true, value: ({ rank }: Site) => short(rank) },
  { title: 'community', value: ({ community }: Site) => html`<${Foreign} text=${community} />` },
];

const communityColumns = [
  { title: 'community of', value: ({ name }: Community) => html`<${Foreign} text=${name} />` },
  { title: 'sites', isNumber: true, value: ({ sites }: Community) => formatNumber(sites) },
  { title: 'pages', isNumber: true, value: ({ pages }: Community) => formatNumber(pages) },
  { title: 'relevant', isNumber: true, value: ({ relevant }: Community) => formatNumber(relevant) },
];

type ClassLinks = ClassLinkReport['classes'][number];

function classLinks({ classes }: ClassLinkReport) {
  return html`<${Table} caption="Links between classes" none="no page with a class links to another one" rows=${classes} id=${({ from, to }: ClassLinks) => `${from} ${to}`} columns=${linkColumns} />`;
}

const linkColumns = [
  { title: 'from', value: ({ from }: ClassLinks) => html`<${Foreign} text=${from} />` },
  { title: 'to', value: ({ to }: ClassLinks) => html`<${Foreign} text=${to} />` },
  { title: 'links', isNumber: true, value: ({ links }: ClassLinks) => formatNumber(links) },
  { title: 'between sites', isNumber: true, value: (one: ClassLinks) => formatNumber(one.betweenSites) },
  { title: 'answered', isNumber: true, value: ({ answered }: ClassLinks) => formatNumber(answered) },
];

/** What `directory` answers, as far as it is shown. */
interface Directory {
  readonly classes: readonly {
    readonly id: string;
    readonly label: string;
    readonly pages: number;
    readonly authorities: readonly Entry[];
    readonly hubs: readonly Entry[];
  }[];
}

interface Entry {
  readonly url: string;
  readonly title?: string;
}

function ByClass({ of: { classes } }: { readonly of: Directory }) {
  const entries = (name: string, pages: readonly Entry[]) =>
    pages.length === 0
      ? ''
      : html`<p>${name}</p><ul>${pages.map(({ url, title }) => html`<li key=${url}><${PageLink} url=${url} text=${title || url} /></li>`)}</ul>`;
  if (classes.length === 0) return html`<p class="quiet">no page with a class is relevant</p>`;
  return html`${classes.map(
    ({ id, label, pages, authorities, hubs }) =>
      html`<details key=${id}><summary><${Foreign} text=${label} most=${100} />: ${formatCount(pages, 'page')}</summary>${entries('Authorities', authorities)}${entries('Hubs', hubs)}</details>`,
  )}`;
}
