import type { SettingInForce } from '../../../../pipeline/operation/place.ts';
import { mayDo, ofJob } from '../base/api.ts';
import { useAround } from '../base/around.ts';
import { html } from '../base/html.ts';
import { useLive } from '../base/live.ts';
import { Foreign, type ScreenProps, Search, Table, Trouble } from '../base/parts.ts';
import { Editor } from '../settings/editor.ts';

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
