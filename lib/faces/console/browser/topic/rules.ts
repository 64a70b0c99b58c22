import { useState } from 'preact/hooks';
import { formatCount, formatNumber } from '../../../../base/quantity.ts';
import { Act } from '../base/act.ts';
import { mayDo, ofJob } from '../base/api.ts';
import { useAround } from '../base/around.ts';
import { html } from '../base/html.ts';
import { OnRequest } from '../base/on-request.ts';
import { Foreign, Table } from '../base/parts.ts';
import type { ExamplesProps, ShownExamples, ShownRule } from './example-set.ts';

/** What `examples-rules` answers, and `examples-rule` of a rule that would be added. */
interface RuleCounts {
  readonly known: number;
  readonly rules: readonly RuleCount[];
  readonly contradictions: readonly { readonly what: string; readonly force: string }[];
}

interface RuleCount {
  readonly rule: ShownRule;
  readonly matched: number;
  readonly decided: number;
  readonly among: readonly string[];
}

const kinds = ['host', 'prefix', 'exact', 'surt', 'regex'];

/** Rules that put all pages whose URLs match on a side. */
export function Rules({ job, rules, renew }: Omit<ExamplesProps, 'set'> & Pick<ShownExamples, 'rules'>) {
  const { session } = useAround();
  const [rule, setRule] = useState<ShownRule>({ side: 'out', kind: 'host', text: '' });
  const set = (name: keyof ShownRule) => (event: Event) =>
    setRule({ ...rule, [name]: (event.target as HTMLInputElement).value });
  const added = () => {
    setRule({ ...rule, text: '' });
    renew();
  };
  const act = (label: string, body: object, about: string, isDisabled = false) =>
    html`<${Act} label=${label} about=${about} isDisabled=${isDisabled} path=${ofJob(job, 'examples-rule')} body=${body} effect=${ruleEffect} done=${added} />`;
  return html`<section aria-labelledby="rules"><h2 id="rules">Rules</h2>
    ${
      mayDo(session, 'operate')
        ? html`<p><label>Pages are <select name="side" value=${rule.side} onChange=${set('side')}><option>out</option><option>in</option></select></label>
      <label>by <select name="kind" value=${rule.kind} onChange=${set('kind')}>${kinds.map((kind) => html`<option key=${kind}>${kind}</option>`)}</select></label>
      <label>Text <input name="ruleText" maxlength="1000" value=${rule.text} onInput=${set('text')} /></label></p>
      <p class="buttons">${act('Add the rule', rule, 'Add the rule', rule.text.trim() === '')}</p>`
        : ''
    }
    ${rules.length === 0 ? html`<p class="quiet">no rules</p>` : html`<ul>${rules.map((one) => html`<li key=${said(one)}><${Foreign} text=${said(one)} /> ${act('Remove', { ...one, remove: true }, `Remove: the rule ${said(one).slice(0, 200)}`)}</li>`)}</ul>`}
    ${rules.length === 0 ? '' : html`<${OnRequest} label="Count what each matches" path=${ofJob(job, 'examples-rules')} show=${counts} />`}
  </section>`;
}

const said = ({ side, kind, text }: ShownRule): string => `${side} ${kind} ${text}`;

function ruleEffect({ known, rules }: Partial<RuleCounts>) {
  const own = rules?.at(-1);
  if (own === undefined) return html`<p>The rule would be removed.</p>`;
  return html`<p>It matches ${formatNumber(own.matched)} of ${formatCount(known ?? 0, 'known URL')}.</p>
    <ul>${own.among.map((url) => html`<li key=${url}><${Foreign} text=${url} most=${300} /></li>`)}</ul>`;
}

function counts({ rules, contradictions }: RuleCounts) {
  return html`<${Table} caption="What rules match" rows=${rules} id=${({ rule }: RuleCount) => said(rule)} columns=${countColumns} />
    <ul>${contradictions.map(({ what, force }) => html`<li key=${what}>Contradiction: <${Foreign} text=${what} most=${400} />; ${force} counts</li>`)}</ul>`;
}

const countColumns = [
  { title: 'rule', value: ({ rule }: RuleCount) => html`<${Foreign} text=${said(rule)} />` },
  { title: 'matches', isNumber: true, value: ({ matched }: RuleCount) => formatNumber(matched) },
  { title: 'decides', isNumber: true, value: ({ decided }: RuleCount) => formatNumber(decided) },
];
