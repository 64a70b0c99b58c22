import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { clip } from '../../lib/base/printable.ts';
import type { Problem, Session } from './api.ts';
import { html, type Shown } from './html.ts';

/** What every screen is given. */
export interface ScreenProps {
  readonly job: string;
  /** What the address says behind the screen. */
  readonly rest: string;
}

interface Around {
  readonly session: Session;
  /** Has a screen reader, and everybody, told what happened. */
  say(text: string): void;
  /** The address of a screen of the job. */
  to(screen: string, rest?: string): string;
}

const Around = createContext<Around | undefined>(undefined);
export const AroundProvider = Around.Provider;

/** What is around a screen. */
export function useAround(): Around {
  const around = useContext(Around);
  if (around === undefined) throw new Error('a part is shown outside of the console');
  return around;
}

/** Text that somebody else wrote: in its own direction, without what turns it, and no longer than a line or so. */
export function Foreign({ text, most = 200 }: { readonly text: unknown; readonly most?: number }) {
  return html`<bdi>${clip(String(text ?? '').slice(0, most * 4), most)}</bdi>`;
}

/** What went wrong, and what to do. */
export function Trouble({ problem }: { readonly problem: Problem | undefined }) {
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
