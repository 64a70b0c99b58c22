import { useMemo, useState } from 'preact/hooks';
import { formatCount } from '../../../../base/quantity.ts';
import type { HowMany } from '../../../../pipeline/control/look.ts';
import type { SettingChange, SettingInForce } from '../../../../pipeline/operation/place.ts';
import { Act } from '../base/act.ts';
import { ofAll, ofJob } from '../base/api.ts';
import { html } from '../base/html.ts';
import type { KnownSetting } from '../base/known-settings.ts';
import { useLive } from '../base/live.ts';
import { Foreign } from '../base/parts.ts';
import { faultsOf, isFault, readTree } from './check-tree.ts';
import { treeOf, withKey } from './tree.ts';

interface EditorProps {
  readonly job: string;
  readonly settings: readonly SettingInForce[];
  renew(): void;
}

/** Takes the whole of a job.yaml as JSON. */
export function Editor({ job, settings, renew }: EditorProps) {
  const [text, setText] = useState('{}');
  const schema = useLive<readonly KnownSetting[]>('/console/settings.json');
  const known = useMemo(() => new Map((schema.data ?? []).map((one) => [one.key, one])), [schema.data]);
  const read = readTree(text);
  const tree = isFault(read) ? undefined : read;
  const faults = isFault(read) ? [read] : known.size === 0 ? [] : faultsOf(read, text, known);
  const put = (key: string, value: string): void => {
    if (tree !== undefined && key !== '') setText(JSON.stringify(withKey(tree, key, value), undefined, 2));
  };
  return html`<section aria-labelledby="edit"><h2 id="edit">Other settings</h2>
    <p>They take the place of all that job.yaml said; what is left out has its default.
      Files, plug-ins, programs, secrets and the network are set by who owns the machine, and cannot be kept from here.
      <button type="button" onClick=${() => setText(JSON.stringify(treeOf(settings), undefined, 2))}>Begin with those that are set</button></p>
    <${OneSetting} known=${known} put=${put} isDisabled=${tree === undefined} />
    <label class="whole">Settings as JSON <textarea value=${text} onInput=${(event: Event) => setText((event.target as HTMLTextAreaElement).value)} spellcheck=${false} aria-describedby="faults"></textarea></label>
    <div id="faults" role="status">${faults.map(({ line, says }) => html`<p key=${`${line} ${says}`} class="fault">Line ${line}: <${Foreign} text=${says} /></p>`)}</div>
    <p class="buttons"><${Act} label="Give the job these settings" isWeighty isDisabled=${tree === undefined} path=${ofAll('deploy-job')} body=${{ job, settings: tree ?? {} }} effect=${(answer: Changed) => html`<${Changes} job=${job} of=${answer} />`} confirms=${({ config }: Changed) => (config === undefined ? {} : { over: config })} done=${renew} /></p>
  </section>`;
}

interface OneProps {
  readonly known: ReadonlyMap<string, KnownSetting>;
  readonly isDisabled: boolean;
  put(key: string, value: string): void;
}

/** Puts one setting into the text; keys and values are completed by the schema. */
function OneSetting({ known, isDisabled, put }: OneProps) {
  const [key, setKey] = useState('');
  const setting = known.get(key);
  const enter = (event: Event): void => {
    event.preventDefault();
    put(key, String(new FormData(event.target as HTMLFormElement).get('value')));
  };
  const choices = setting?.choices ?? (setting?.type === 'boolean' ? [true, false] : []);
  return html`<form onSubmit=${enter} aria-label="One setting">
      <label>Setting <input name="key" list="known" size="28" autocomplete="off" value=${key} onInput=${(event: Event) => setKey((event.target as HTMLInputElement).value)} /></label>
      <datalist id="known">${[...known.values()].map((one) => html`<option key=${one.key} value=${one.key}>${one.says}</option>`)}</datalist>
      <label>Value <input name="value" list="choices" autocomplete="off" placeholder=${setting?.example === undefined ? '' : JSON.stringify(setting.example)} /></label>
      <datalist id="choices">${choices.map((one) => html`<option key=${String(one)} value=${String(one)} />`)}</datalist>
      <button type="submit" disabled=${isDisabled}>Put in</button>
    </form>
    ${setting === undefined ? '' : html`<p role="status">${setting.says} <span class="quiet">${aboutOf(setting)}</span></p>`}`;
}

function aboutOf({ unit, usual, choices }: KnownSetting): string {
  const parts = [
    unit === undefined ? [] : [`in ${unit}`],
    choices === undefined ? [] : [`one of ${choices.join(', ')}`],
    usual === undefined ? [] : [`default ${JSON.stringify(usual)}`],
  ].flat();
  return parts.length === 0 ? '' : `(${parts.join('; ')})`;
}

interface Changed {
  /** The configuration that it would take the place of. */
  readonly config?: string;
  readonly changes?: readonly SettingChange[];
  readonly doubts?: readonly { readonly name: string; readonly detail: string }[];
}

/** What other settings would change, and of how much. */
function Changes({ job, of: { changes, doubts = [] } }: { readonly job: string; readonly of: Changed }) {
  const { data } = useLive<HowMany>(changes === undefined ? undefined : ofJob(job, 'howmany'));
  const doubted = doubts.map(
    ({ name, detail }) => html`<li key=${name}><${Foreign} text=${`${name}: ${detail}`} most=${400} /></li>`,
  );
  if (changes === undefined) return html`<p>The job is new.</p><ul>${doubted}</ul>`;
  if (changes.length === 0) return html`<p>Nothing would change.</p><ul>${doubted}</ul>`;
  const said = data === undefined ? [] : touchedBy(changes, data);
  return html`<ul>${changes.map(({ key, says }) => html`<li key=${key}><${Foreign} text=${says} most=${400} /></li>`)}${doubted}</ul>
    ${said.map((one) => html`<p key=${one}>${one}</p>`)}`;
}

/** How much of the job a change is about. */
function touchedBy(
  changes: readonly SettingChange[],
  { hosts, pending, visited }: HowMany,
): readonly string[] {
  const isIn = (...sections: readonly string[]): boolean =>
    changes.some(({ key }) => sections.some((one) => key === one || key.startsWith(`${one}.`)));
  return [
    `It holds from the next turn of each host on: ${formatCount(hosts, 'host')} with ${formatCount(pending, 'URL')} that wait.`,
    ...(isIn('scope', 'budgets', 'deny') ? ['What waits is checked again when its turn comes.'] : []),
    ...(isIn('topic')
      ? [`${formatCount(visited, 'visited URL')} keep their verdicts until they are judged again.`]
      : []),
    ...(isIn('url') ? ['Stored URLs keep their names until they are respelt.'] : []),
  ];
}
