import { useState } from 'preact/hooks';
import { formatNumber } from '../../../../base/quantity.ts';
import { ofJob } from '../base/api.ts';
import { useAround } from '../base/around.ts';
import { html } from '../base/html.ts';
import { useLive } from '../base/live.ts';
import { Foreign, type ScreenProps, Search, Trouble } from '../base/parts.ts';
import { short } from '../base/short.ts';
import type { ToldClasses } from './answers.ts';
import { draggable, useClassEditing } from './class-editing.ts';
import type { Dragged } from './drag.ts';
import { MoveToClass } from './move-to-class.ts';

/** What the topic says of a page that somebody names, and why; the page can be put into the class that is right. */
export function ClassifyPage({ job }: Pick<ScreenProps, 'job'>) {
  const [page, ask] = useState('');
  const { data, problem } = useLive<ToldClasses>(page === '' ? undefined : ofJob(job, 'classify', { page }));
  return html`<section aria-labelledby="classify"><h2 id="classify">Classify a page</h2>
    <${Search} label="Classify this page" value=${page} search=${ask} />
    <${Trouble} problem=${problem} />${data && html`<${Verdict} of=${data} />`}</section>`;
}

function Verdict({ of: { url = '', title, verdict, filters } }: { readonly of: ToldClasses }) {
  const { to } = useAround();
  const editing = useClassEditing();
  const dragged: Dragged = { kind: 'page', names: [url], says: `the page ${url.slice(0, 200)}` };
  const link = html`<a href=${to('pages', url)} draggable=${false}><${Foreign} text=${title || url} /></a>`;
  const marks = new Map(filters.flatMap(({ classes = [] }) => classes.map(({ id, mark }) => [id, mark])));
  const reasons = filters.flatMap((one) => one.reasons ?? []);
  return html`<p>${editing ? html`<span class="drag" ...${draggable(editing, dragged)}>${link}</span>` : link}: <strong>${verdict.relevant ? 'on topic' : 'off topic'}</strong></p>
    <ul aria-label="Its classes, the best first">${verdict.classes.map(({ id, share, score }) => html`<li key=${id}><a href=${to('topic', id)}><${Foreign} text=${id} /></a> ${share === undefined ? short(score) : `${formatNumber(Math.round(share * 100))} %`}${marks.get(id) === undefined ? '' : ` · ${marks.get(id)}`}</li>`)}</ul>
    ${reasons.map(({ id, words }) => html`<p key=${id} class="quiet">For <${Foreign} text=${id} />: <${Foreign} text=${words.map(({ word }) => word).join(', ')} most=${400} /></p>`)}
    <${MoveToClass} about="The page that was classified" dragged=${dragged} />`;
}
