import { useState } from 'preact/hooks';
import { formatTime } from '../../../../base/quantity.ts';
import type { CommandView, CommandViews } from '../../../../pipeline/control/look.ts';
import { Act } from '../base/act.ts';
import { ofAll } from '../base/api.ts';
import { html } from '../base/html.ts';
import { useLive } from '../base/live.ts';
import { Foreign, PageTurner, Table, Trouble } from '../base/parts.ts';

const everyMs = 5_000;

/** Who ordered what, when and why; what is under way, and can be cancelled. */
export function Audit() {
  const [cursor, setCursor] = useState<string | undefined>();
  const running = useLive<CommandViews>(ofAll('commands'), everyMs);
  const all = useLive<CommandViews>(ofAll('audit', { cursor }), everyMs);
  const cancel = {
    title: 'order',
    value: ({ requestId }: CommandView) =>
      html`<${Act} label="Cancel" about=${`Cancel ${requestId}`} path=${ofAll('cancel')} body=${{ request: requestId }} effect=${() => html`<p>What is left of it is given up; what it did stays.</p>`} done=${running.renew} />`,
  };
  const id = ({ requestId }: CommandView) => requestId;
  return html`<section aria-labelledby="running"><h2 id="running">Under way</h2><${Trouble} problem=${running.problem} />
    ${running.data && html`<${Table} caption="Commands under way" none="no command is under way" rows=${running.data.commands} id=${id} columns=${[...columns, cancel]} />`}</section>
  <section aria-labelledby="all"><h2 id="all">All commands, the latest first</h2><${Trouble} problem=${all.problem} />
    ${all.data && html`<${Table} caption="Commands" none="no command was given yet" rows=${all.data.commands} id=${id} columns=${columns} />`}
    <${PageTurner} cursor=${cursor} next=${all.data?.cursor} turn=${setCursor} /></section>`;
}

const columns = [
  { title: 'when (UTC)', value: ({ at }: CommandView) => formatTime(at) },
  {
    title: 'by',
    value: ({ by, caller }: CommandView) =>
      html`<${Foreign} text=${caller === undefined ? by : `${by} (${caller})`} />`,
  },
  {
    title: 'command',
    value: ({ command: { command, ...fields } }: CommandView) =>
      html`<${Foreign} text=${`${command} ${saidIn(fields)}`} />`,
  },
  { title: 'why', value: ({ reason }: CommandView) => html`<${Foreign} text=${reason} />` },
  {
    title: 'state',
    value: ({ state, error }: CommandView) =>
      html`${state}${error === undefined ? '' : html`: <${Foreign} text=${error} />`}`,
  },
];

function saidIn(fields: Readonly<Record<string, unknown>>): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');
}
