import { clip } from '../../../../base/printable.ts';
import type { WhyReport } from '../../../../pipeline/report/reports.ts';
import type { FailedRequest } from './api.ts';
import { html, type Shown } from './html.ts';
import type { Tables } from './tables.ts';

/** What every screen is given. */
export interface ScreenProps {
  readonly job: string;
  /** What the address says behind the screen. */
  readonly rest: string;
}

/** Text that somebody else wrote: in its own direction, without what turns it, and no longer than a line or so. */
export function Foreign({ text, most = 200 }: { readonly text: unknown; readonly most?: number }) {
  return html`<bdi>${clip(String(text ?? '').slice(0, most * 4), most)}</bdi>`;
}

/** What went wrong, and what to do. */
export function Trouble({ problem }: { readonly problem: FailedRequest | undefined }) {
  if (problem === undefined) return null;
  const { message, advice } = problem;
  return html`<p class="trouble" role="alert"><${Foreign} text=${message} most=${600} />${advice === undefined ? '' : html` (<${Foreign} text=${advice} />)`}</p>`;
}

/** Names with their values; those without a value are left out. */
export function Facts({ of }: { readonly of: readonly (readonly [string, Shown])[] }) {
  const rows = of.filter(([, value]) => value !== undefined && value !== '' && value !== null);
  return html`<dl class="facts">${rows.map(([name, value]) => html`<div key=${name}><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

interface Column<Row> {
  readonly title: string;
  readonly value: (row: Row) => Shown;
  readonly isNumber?: true;
}

interface TableProps<Row> {
  /** What the table shows, for who cannot see it. */
  readonly caption: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly id: (row: Row) => string;
  readonly none?: string;
}

/** Rows; on a narrow screen each is a card. */
export function Table<Row>({ caption, rows, columns, id, none = 'nothing' }: TableProps<Row>) {
  if (rows.length === 0) return html`<p class="quiet">${none}</p>`;
  return html`<table>
    <caption class="unseen">${caption}</caption>
    <thead><tr>${columns.map(({ title, isNumber }) => html`<th key=${title} scope="col" class=${isNumber ? 'number' : undefined}>${title}</th>`)}</tr></thead>
    <tbody>${rows.map(
      (row) =>
        html`<tr key=${id(row)}>${columns.map(({ title, value, isNumber }) => html`<td key=${title} data-title=${title} class=${isNumber ? 'number' : undefined}>${value(row)}</td>`)}</tr>`,
    )}</tbody>
  </table>`;
}

/** Of which time rows of the copy are, whether there are more, and a way to ask again. */
export function CopyNote({ of: { rows, more, made, problem, waits, renew } }: { readonly of: Tables }) {
  if (waits)
    return html`<p>On a stack this reads every host. <button type="button" onClick=${renew}>Read them now</button></p>`;
  if (rows === undefined && problem === undefined)
    return html`<p role="status">Reading a copy of the crawl …</p>`;
  return html`<${Trouble} problem=${problem} />
    <p class="quiet">${made === undefined ? '' : `As of ${made.slice(0, 19).replace('T', ' ')} UTC${more ? '; there are more rows than these' : ''}. `}<button type="button" onClick=${renew}>Look again</button></p>`;
}

/** What decides about a URL or a host, in the order in which a crawl checks it. */
export function Lines({ of }: { readonly of: WhyReport['lines'] }) {
  return html`<ul class="lines">${of.map(
    ({ step, verdict, detail }, at) =>
      html`<li key=${at} class=${verdict}><strong>${step}</strong> <span>(${verdicts[verdict]})</span> <${Foreign} text=${detail} most=${600} /></li>`,
  )}</ul>`;
}

const verdicts = {
  yes: 'passes',
  no: 'stopped',
  wait: 'put off',
  info: 'decides nothing',
  unknown: 'not known yet',
};

interface SearchProps {
  readonly label: string;
  readonly value: string;
  search(text: string): void;
}

/** A field that is looked for once it is entered. */
export function Search({ label, value, search }: SearchProps) {
  const enter = (event: Event): void => {
    event.preventDefault();
    search(String(new FormData(event.target as HTMLFormElement).get('text') ?? '').trim());
  };
  return html`<form role="search" onSubmit=${enter}>
    <label>${label} <input key=${value} name="text" type="search" defaultValue=${value} maxlength="2000" /></label>
    <button type="submit">Show</button>
  </form>`;
}

interface TurnerProps {
  /** Of the page that is shown; absent: the first. */
  readonly cursor: string | undefined;
  readonly next: string | undefined;
  turn(cursor: string | undefined): void;
}

/** Leads to the next page of a list, and to the first. */
export function PageTurner({ cursor, next, turn }: TurnerProps) {
  if (cursor === undefined && next === undefined) return null;
  return html`<p class="buttons">
    <button type="button" disabled=${cursor === undefined} onClick=${() => turn(undefined)}>First page</button>
    <button type="button" disabled=${next === undefined} onClick=${() => turn(next)}>Next page</button>
  </p>`;
}
