import { useEffect, useState } from 'preact/hooks';
import { formatBytes, formatCount, formatTime } from '../../../../base/quantity.ts';
import type { ControlAnswer } from '../../../../domain/control/command.ts';
import type { ListedRecord } from '../../../../pipeline/report/list-records.ts';
import type { RecordView, WhyReport } from '../../../../pipeline/report/reports.ts';
import { Act } from '../base/act.ts';
import { askText, type FailedRequest, ofJob, withFields } from '../base/api.ts';
import { useAround } from '../base/around.ts';
import { touched } from '../base/effects.ts';
import { History } from '../base/history.ts';
import { html } from '../base/html.ts';
import { useLive } from '../base/live.ts';
import {
  Facts,
  Foreign,
  Lines,
  PageTurner,
  type ScreenProps,
  Search,
  Table,
  Trouble,
} from '../base/parts.ts';
import { plain } from '../base/plain.ts';
import { short } from '../base/short.ts';

/** What `records` answers of each. */
interface JudgedRecord extends ListedRecord {
  readonly topic?: { readonly score: number; readonly best?: string };
}

/** The collection; of one URL or record, all that is known of it. */
export function Pages({ job, rest }: ScreenProps) {
  const { to } = useAround();
  const go = (named: string) => {
    location.hash = to('pages', named);
  };
  return html`<${Search} label="URL, or MD5 of a record" value=${rest} search=${go} />
    ${rest === '' ? html`<${List} job=${job} />` : html`<${One} key=${rest} job=${job} named=${rest} />`}`;
}

type Filter = readonly (readonly [string, string])[];

function List({ job }: { readonly job: string }) {
  const { to } = useAround();
  const [filter, setFilter] = useState<Filter>([]);
  const [cursor, setCursor] = useState<string | undefined>();
  const path = withFields(ofJob(job, 'records'), [...filter, ['topic', true], ['cursor', cursor]]);
  const { data, problem } = useLive<{ readonly records: readonly JudgedRecord[]; readonly cursor?: string }>(
    path,
  );
  const enter = (event: Event): void => {
    event.preventDefault();
    const given = [...new FormData(event.target as HTMLFormElement)];
    setCursor(undefined);
    setFilter(given.map(([name, value]) => [name, String(value).trim()] as const));
  };
  const columns = [
    {
      title: 'title',
      value: ({ title, md5, url }: JudgedRecord) =>
        html`<a href=${to('pages', md5)}><${Foreign} text=${title || url || md5} /></a>`,
    },
    { title: 'URL', value: ({ url }: JudgedRecord) => html`<${Foreign} text=${url} most=${120} />` },
    { title: 'class', value: ({ topic }: JudgedRecord) => html`<${Foreign} text=${topic?.best} />` },
    {
      title: 'score',
      isNumber: true,
      value: ({ topic }: JudgedRecord) => (topic === undefined ? '' : short(topic.score)),
    },
    { title: 'size', isNumber: true, value: ({ bytes }: JudgedRecord) => formatBytes(bytes) },
  ];
  return html`<form onSubmit=${enter} aria-label="Filter">
    <label>Host <input name="host" /></label><label>Path begins with <input name="path" placeholder="/…" /></label>
    <label>Class <input name="class" /></label><label>Language <input name="language" size="4" /></label>
    <label>Since <input name="since" size="10" placeholder="7d" /></label>
    <label>Least score <input name="minScore" size="5" inputmode="decimal" /></label>
    <label>Order <select name="sort"><option value="">any</option><option value="relevance">best first</option></select></label>
    <button type="submit">Filter</button>
  </form>
  <section aria-label="Records"><${Trouble} problem=${problem} />
    ${data === undefined ? (problem === undefined ? html`<p role="status">Reading …</p>` : '') : html`<${Table} caption="Records" none="no records" rows=${data.records} id=${({ md5 }: JudgedRecord) => md5} columns=${columns} />`}
    <${PageTurner} cursor=${cursor} next=${data?.cursor} turn=${setCursor} />
  </section>`;
}

function One({ job, named }: { readonly job: string; readonly named: string }) {
  const { data: view, problem, renew } = useLive<RecordView>(ofJob(job, 'record', { record: named }));
  const url = named.includes('://') ? named : view?.urls[0];
  const why = useLive<WhyReport>(url === undefined ? undefined : ofJob(job, 'why', { url }));
  const again =
    url &&
    html`<${Act} label="Visit again" about=${`Visit ${url.slice(0, 200)} again`} path=${ofJob(job, 'reharvest')} body=${{ scope: view === undefined ? { prefix: url } : { record: view.entry.md5 } }} effect=${(answer: ControlAnswer) => touched(answer)} done=${why.renew} />`;
  const away =
    url &&
    html`<${Act} label="Delete" about=${`Delete ${url.slice(0, 200)}`} needs="destroy" path=${ofJob(job, 'delete')} body=${{ urls: [url] }} effect=${deleted} done=${renew} />`;
  return html`<${Trouble} problem=${problem} />
    ${view && html`<${Record} job=${job} view=${view} />`}
    ${
      url &&
      html`<section aria-labelledby="why"><h2 id="why">Why</h2><p><${Foreign} text=${url} most=${400} /></p><p class="buttons">${again}${away}</p>
      <${Trouble} problem=${why.problem} />${why.data && html`<${Lines} of=${why.data.lines} />`}</section>`
    }
    ${view && html`<${History} job=${job} view=${view} />`}`;
}

const deleted = ({ pages }: { readonly pages: number }) =>
  html`<p>${formatCount(pages, 'page')} would leave the collection, and not be visited again.</p>`;

function Record({ job, view }: { readonly job: string; readonly view: RecordView }) {
  const { entry, urls, visits, record } = view;
  const [visit] = visits;
  const facts: readonly (readonly [string, unknown])[] = [
    ['record', entry.md5],
    ['type', html`<${Foreign} text=${entry.mediaType} />`],
    ['size', formatBytes(entry.bytes)],
    ['links from a seed', String(entry.depth)],
    ['first seen', `${formatTime(entry.firstSeen)} UTC`],
    ['checked', visit && `${formatTime(visit.at)} UTC`],
    ['next visit', visit?.next && `${formatTime(visit.next)} UTC`],
    ['language', record?.detectedLanguage?.code],
    ['score', record?.topic && short(record.topic.score)],
    [
      'classes',
      record?.topic?.classes
        .slice(0, 5)
        .map(({ id }) => id)
        .join(', '),
    ],
  ];
  const text = record?.main?.markdown ?? record?.markdown ?? record?.main?.text ?? record?.text;
  return html`<section aria-labelledby="record"><h2 id="record"><${Foreign} text=${entry.title || entry.md5} /></h2>
    <${Facts} of=${facts} />
    <ul>${urls.slice(0, 10).map((one) => html`<li key=${one}><${Foreign} text=${one} most=${400} /></li>`)}</ul>
  </section>
  ${text && html`<section aria-labelledby="text"><h2 id="text">What was read of it</h2><pre tabindex="0" aria-labelledby="text" dir="auto">${plain(text)}</pre></section>`}
  ${view.document && html`<${Stored} job=${job} md5=${entry.md5} />`}`;
}

/** The stored document as text: it is never markup here. */
function Stored({ job, md5 }: { readonly job: string; readonly md5: string }) {
  const [isWanted, want] = useState(false);
  const [text, setText] = useState<string | undefined>();
  const [problem, setProblem] = useState<FailedRequest | undefined>();
  useEffect(() => {
    if (!isWanted) return;
    const gone = new AbortController();
    askText(ofJob(job, 'record', { record: md5, format: 'raw' }), { signal: gone.signal }).then(
      (raw) => setText(plain(raw)),
      (error) => gone.signal.aborted || setProblem(error as FailedRequest),
    );
    return () => gone.abort();
  }, [isWanted, job, md5]);
  return html`<section aria-labelledby="stored"><h2 id="stored">As it was stored</h2>
    <${Trouble} problem=${problem} />
    ${text === undefined ? html`<button type="button" disabled=${isWanted} onClick=${() => want(true)}>Show the source</button>` : html`<pre tabindex="0" aria-labelledby="stored" dir="auto">${text}</pre>`}
  </section>`;
}
