import { useState } from 'preact/hooks';
import type { SettingChange, SettingInForce } from '../../../../pipeline/operation/place.ts';
import { Act } from '../base/act.ts';
import { mayDo, ofAll, ofJob } from '../base/api.ts';
import { useAround } from '../base/around.ts';
import { html } from '../base/html.ts';
import { useLive } from '../base/live.ts';
import { Foreign, type ScreenProps, Search, Table, Trouble } from '../base/parts.ts';

interface Config {
  readonly settings: readonly SettingInForce[];
  readonly overrides?: readonly { readonly for: string; readonly settings: readonly SettingInForce[] }[];
}

/** The settings in force, with who set each; what others would change, before they take effect. */
export function Settings({ job, rest }: ScreenProps) {
  const { session, to } = useAround();
  const config = useLive<Config>(ofJob(job, 'config', { for: rest }));
  const go = (url: string) => {
    location.hash = to('settings', url);
  };
  const { data, problem, renew } = config;
  return html`<${Search} label="As they are for a URL or a host" value=${rest} search=${go} />
    <${Trouble} problem=${problem} />
    ${data && rest === '' && mayDo(session, 'operate') ? html`<${Editor} job=${job} settings=${data.settings} renew=${renew} />` : ''}
    ${data && html`<section aria-labelledby="force"><h2 id="force">In force</h2><${List} settings=${data.settings} /></section>`}
    ${data?.overrides?.map((one) => html`<section key=${one.for} aria-label=${`Override for ${one.for}`}><h2>Override for <${Foreign} text=${one.for} /></h2><${List} settings=${one.settings} /></section>`)}`;
}

function List({ settings }: { readonly settings: readonly SettingInForce[] }) {
  const columns = [
    { title: 'setting', value: ({ key }: SettingInForce) => key },
    {
      title: 'value',
      value: ({ value, unit }: SettingInForce) =>
        html`<${Foreign} text=${value === undefined ? 'none' : `${JSON.stringify(value)}${unit === undefined ? '' : ` ${unit}`}`} />`,
    },
    { title: 'set by', value: ({ source }: SettingInForce) => html`<${Foreign} text=${source} />` },
  ];
  return html`<${Table} caption="Settings" rows=${settings} id=${({ key }: SettingInForce) => key} columns=${columns} />`;
}

interface EditorProps {
  readonly job: string;
  readonly settings: readonly SettingInForce[];
  renew(): void;
}

/** Takes the whole of a job.yaml as JSON. */
function Editor({ job, settings, renew }: EditorProps) {
  const [text, setText] = useState('{}');
  const known = settings.map(({ key }) => key);
  const parsed = parse(text);
  const put = (event: Event): void => {
    event.preventDefault();
    const form = new FormData(event.target as HTMLFormElement);
    const [key, value] = [String(form.get('key')), String(form.get('value'))];
    if (parsed !== undefined && key !== '')
      setText(JSON.stringify(withKey(parsed, key, value), undefined, 2));
  };
  return html`<section aria-labelledby="edit"><h2 id="edit">Other settings</h2>
    <p>They take the place of all that job.yaml said; what is left out has its default.
      Files, plug-ins, programs, secrets and the network are set by who owns the machine, and cannot be kept from here.
      <button type="button" onClick=${() => setText(JSON.stringify(treeOf(settings), undefined, 2))}>Begin with those that are set</button></p>
    <form onSubmit=${put} aria-label="One setting">
      <label>Setting <input name="key" list="known" size="28" /></label><datalist id="known">${known.map((key) => html`<option key=${key} value=${key} />`)}</datalist>
      <label>Value <input name="value" /></label><button type="submit" disabled=${parsed === undefined}>Put in</button>
    </form>
    <label class="whole">Settings as JSON <textarea value=${text} onInput=${(event: Event) => setText((event.target as HTMLTextAreaElement).value)} spellcheck=${false}></textarea></label>
    ${parsed === undefined ? html`<p class="trouble" role="status">This is no JSON object.</p>` : ''}
    <p class="buttons"><${Act} label="Give the job these settings" isWeighty isDisabled=${parsed === undefined} path=${ofAll('deploy-job')} body=${{ job, settings: parsed ?? {} }} effect=${changesOf} confirms=${({ config }: { readonly config?: string }) => (config === undefined ? {} : { over: config })} done=${renew} /></p>
  </section>`;
}

const changesOf = ({
  changes,
  doubts = [],
}: {
  readonly changes?: readonly SettingChange[];
  readonly doubts?: readonly { readonly name: string; readonly detail: string }[];
}) => {
  const doubted = doubts.map(
    ({ name, detail }) => html`<li key=${name}><${Foreign} text=${`${name}: ${detail}`} most=${400} /></li>`,
  );
  if (changes === undefined) return html`<p>The job is new.</p><ul>${doubted}</ul>`;
  if (changes.length === 0) return html`<p>Nothing would change.</p><ul>${doubted}</ul>`;
  return html`<ul>${changes.map(({ key, says }) => html`<li key=${key}><${Foreign} text=${says} most=${400} /></li>`)}${doubted}</ul>`;
};

function parse(text: string): Tree | undefined {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? (read as Tree) : undefined;
  } catch {
    return undefined;
  }
}

type Tree = Readonly<Record<string, unknown>>;

/** What only an owner of the machine says. */
const ofOwner = ['name', 'data', 'network', 'convert.programs', 'fetch.credentials'];

/** What files set, as a tree, without what cannot be set from here. */
function treeOf(settings: readonly SettingInForce[]): Tree {
  const isOwn = (key: string): boolean => ofOwner.some((one) => key === one || key.startsWith(`${one}.`));
  const set = settings.filter(
    ({ source, value, key }) => source !== 'default' && value !== undefined && !isOwn(key),
  );
  return set.reduce<Tree>((tree, { key, value }) => withPath(tree, key.split('.'), value), {});
}

function withKey(tree: Tree, key: string, text: string): Tree {
  try {
    return withPath(tree, key.split('.'), JSON.parse(text));
  } catch {
    return withPath(tree, key.split('.'), text);
  }
}

function withPath(tree: Tree, [name = '', ...rest]: readonly string[], value: unknown): Tree {
  if (rest.length === 0) return { ...tree, [name]: value };
  const inner = Object.hasOwn(tree, name) ? tree[name] : {};
  return { ...tree, [name]: withPath(inner as Tree, rest, value) };
}
