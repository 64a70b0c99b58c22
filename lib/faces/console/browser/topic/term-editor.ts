import { useRef, useState } from 'preact/hooks';
import { unifiedDifference } from '../../../../base/difference/unified.ts';
import { formatCount, formatNumber } from '../../../../base/quantity.ts';
import { Act } from '../base/act.ts';
import { type FailedRequest, ofJob } from '../base/api.ts';
import { html } from '../base/html.ts';
import { Foreign, type ScreenProps } from '../base/parts.ts';
import { plain } from '../base/plain.ts';
import type { ToldEdit, ToldFault, ToldRow, ToldTerms } from './answers.ts';
import { judgedAgain } from './judged-again.ts';

interface EditorProps extends Pick<ScreenProps, 'job'> {
  readonly terms: ToldTerms;
  renew(): void;
}

/** Rows `WEIGHT: TERM=CLASS` to write. What somebody else changes meanwhile takes nothing of what was written. */
export function TermEditor({ job, terms, renew }: EditorProps) {
  const [seen, setSeen] = useState(terms);
  const [text, setText] = useState(terms.definition);
  const [faults, setFaults] = useState<readonly ToldFault[]>(terms.faults);
  const field = useRef<HTMLTextAreaElement>(null);
  const isOvertaken = seen.version !== terms.version;
  const begin = (definition: string) => {
    setSeen(terms);
    setText(definition);
    setFaults([]);
  };
  // Without input of one's own, what holds is what is edited.
  if (isOvertaken && (text === seen.definition || text === terms.definition)) begin(terms.definition);
  const { filter, version: ifVersion } = seen;
  const toLine = (line: number) => {
    const lines = text.split('\n');
    const start = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0);
    field.current?.focus();
    field.current?.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
  };
  const tried = (found: ToldEdit) => setFaults(found.faults);
  const failed = ({ status }: FailedRequest) => {
    if (status === 409) renew();
  };
  const shared = { path: ofJob(job, 'terms-edit'), effect: effectOf, tried, refuses, failed, done: renew };
  return html`<label class="whole">Rows, WEIGHT: TERM=CLASS <textarea ref=${field} name="terms" maxlength="500000" value=${text} onInput=${(event: Event) => setText((event.target as HTMLTextAreaElement).value)} spellcheck=${false}></textarea></label>
    ${isOvertaken ? html`<${Overtaken} before=${seen} now=${terms} keep=${() => begin(text)} take=${() => begin(terms.definition)} />` : ''}
    ${faults.length === 0 ? '' : html`<ul aria-label="Lines with a fault">${faults.map(({ line, problem, isUsed }) => html`<li key=${line}><button type="button" onClick=${() => toLine(line)}>Line ${line}</button> <${Foreign} text=${problem} most=${300} />${isUsed ? '' : ' – it cannot be used'}</li>`)}</ul>`}
    <p class="buttons"><${Act} ...${shared} label="Have these terms hold" isWeighty isDisabled=${text.trim() === '' || text === seen.definition} body=${{ filter, ifVersion, definition: text }} />
      ${seen.isEdited ? html`<${Act} ...${shared} label="Have those of the files hold again" body=${{ filter, ifVersion, reset: true }} />` : ''}</p>`;
}

const refuses = ({ faults, trial }: ToldEdit): boolean =>
  trial === undefined || faults.some(({ isUsed }) => !isUsed);

interface OvertakenProps {
  readonly before: ToldTerms;
  readonly now: ToldTerms;
  /** Goes on with one's own text over what holds now. */
  keep(): void;
  /** Takes what holds now in its place. */
  take(): void;
}

const bounds = { context: 1, edits: 400, lines: 20_000 };

/** Somebody else was faster: what they changed, and what to do. */
function Overtaken({ before, now, keep, take }: OvertakenProps) {
  const names = { before: 'when you began', after: 'now' };
  const found = unifiedDifference(before.definition, now.definition, names, bounds);
  return html`<div class="trouble" role="alert"><p>Somebody else changed these terms since you began. Your text is still in the field.</p>
      ${'left' in found ? '' : html`<pre tabindex="0" role="group" aria-label="What somebody else changed">${plain(found.text)}</pre>`}
      <p class="buttons"><button type="button" onClick=${keep}>Go on with my text</button><button type="button" onClick=${take}>Take theirs</button></p></div>`;
}

/** So many rows are named. */
const mostNamed = 50;

function effectOf({ added, removed, faults, trial }: ToldEdit) {
  const hitsOf = new Map(trial?.hits.map(({ line, hits }) => [line, hits]));
  const rows = (title: string, all: readonly ToldRow[], isNew: boolean) =>
    all.length === 0
      ? ''
      : html`<p>${formatCount(all.length, 'row')} ${title}</p><ul>${all.slice(0, mostNamed).map((one) => html`<li key=${one.line}><${Foreign} text=${`${one.weight}: ${one.term}=${one.classes.join(', ')}`} />${isNew && trial ? `: ${formatCount(hitsOf.get(one.line) ?? 0, 'hit')} in ${formatCount(trial.records, 'record')}` : ''}</li>`)}</ul>`;
  const wrong = faults.filter(({ isUsed }) => !isUsed);
  return html`${wrong.length === 0 ? '' : html`<p class="trouble">${formatNumber(wrong.length)} of the lines cannot be used:</p><ul>${wrong.slice(0, mostNamed).map(({ line, problem }) => html`<li key=${line}>line ${line}: <${Foreign} text=${problem} most=${300} /></li>`)}</ul>`}
    ${rows('new', added, true)}${rows('gone', removed, false)}
    ${added.length + removed.length === 0 ? html`<p>No row changes.</p>` : ''}
    ${trial === undefined ? '' : judgedAgain(trial.difference)}
    <p>Stored pages keep their verdict until they are judged again; new pages get theirs by these terms.</p>`;
}
