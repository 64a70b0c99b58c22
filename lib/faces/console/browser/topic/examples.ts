import { useState } from 'preact/hooks';
import { formatCount, formatNumber } from '../../../../base/quantity.ts';
import { Act } from '../base/act.ts';
import { mayDo, ofJob } from '../base/api.ts';
import { useAround } from '../base/around.ts';
import { html } from '../base/html.ts';
import { OnRequest } from '../base/on-request.ts';
import { Foreign, PageTurner, type ScreenProps, Table } from '../base/parts.ts';
import { PageChoice } from './page-choice.ts';

export type Side = 'in' | 'out';

/** What `examples-list` answers. */
export interface ExampleSet {
  readonly examples: readonly Example[];
  readonly rules: readonly Rule[];
  readonly answers: readonly { readonly url: string; readonly side: Side }[];
  readonly rounds: readonly object[];
}

interface Example {
  readonly source: string;
  readonly url?: string;
  readonly side: Side;
  readonly title: string;
  readonly origin: string;
}

interface Rule {
  readonly side: Side;
  readonly kind: string;
  readonly text: string;
}

interface ExamplesProps extends Pick<ScreenProps, 'job'> {
  readonly set: ExampleSet;
  renew(): void;
}

/** Pages that say what the crawl is about: what people have said, and what waits for the next round. */
export function Examples({ job, set, renew }: ExamplesProps) {
  const { session } = useAround();
  const [url, setUrl] = useState('');
  const mayChange = mayDo(session, 'operate');
  const added = () => {
    setUrl('');
    renew();
  };
  const add = (side: Side) =>
    html`<${Act} label=${`Add as ${side}`} isPlain isDisabled=${url.trim() === ''} path=${ofJob(job, 'examples-add')} body=${{ pages: [url.trim()], ...(side === 'out' ? { out: true } : {}) }} says=${sideSays[side]} effect=${() => ''} done=${added} />`;
  const { answers, examples } = set;
  const says = `A topic is learnt of ${formatCount(examples.length, 'example')} and ${formatCount(answers.length, 'answer')}, stored pages are judged by it, and the crawl goes on with it.`;
  return html`<section aria-labelledby="examples"><h2 id="examples">Examples</h2>
    ${
      mayChange
        ? html`<label>Page <input name="example" type="url" size="40" maxlength="2000" value=${url} onInput=${(event: Event) => setUrl((event.target as HTMLInputElement).value)} /></label>
      <p class="buttons">${add('in')}${add('out')}</p>`
        : ''
    }
    <${ExampleTable} job=${job} examples=${examples} renew=${renew} />
    <p>${formatCount(answers.length, 'answer')} for the next round; ${formatCount(set.rounds.length, 'round')} so far.</p>
    <p class="buttons"><${Act} label="Begin a round" isWeighty isPlain isDisabled=${examples.length + answers.length === 0} path=${ofJob(job, 'examples-round')} says=${says} effect=${() => ''} done=${renew} /></p>
  </section>
  <${Rules} job=${job} rules=${set.rules} renew=${renew} />
  ${examples.length === 0 && set.rules.length === 0 ? '' : html`<${ToJudge} job=${job} renew=${renew} />`}`;
}

const sideSays: Readonly<Record<Side, string>> = {
  in: 'The page is read, becomes an example of what the crawl is about, and joins the seeds.',
  out: 'The page is read, becomes an example of what the crawl is not about, and is visited no more.',
};

/** So many examples are shown at once. */
const shown = 50;

function ExampleTable({ job, examples, renew }: Omit<ExamplesProps, 'set'> & Pick<ExampleSet, 'examples'>) {
  const { to } = useAround();
  const [from, setFrom] = useState(0);
  const other = (side: Side): Side => (side === 'in' ? 'out' : 'in');
  const named = ({ title, source }: Example) => (title || source).slice(0, 200);
  const columns = [
    {
      title: 'page',
      value: ({ title, source, url }: Example) =>
        url === undefined
          ? html`<${Foreign} text=${title || source} />`
          : html`<a href=${to('pages', url)}><${Foreign} text=${title || source} /></a>`,
    },
    { title: 'side', value: ({ side }: Example) => side },
    { title: 'by', value: ({ origin }: Example) => origin },
    {
      title: 'change',
      value: (one: Example) =>
        html`${one.url === undefined ? '' : html`<${Act} label=${`Move ${other(one.side)}`} about=${`Move ${other(one.side)}: ${named(one)}`} isPlain path=${ofJob(job, 'examples-add')} body=${{ pages: [one.url], ...(one.side === 'in' ? { out: true } : {}) }} says=${sideSays[other(one.side)]} effect=${() => ''} done=${renew} />`}
        <${Act} label="Remove" about=${`Remove ${named(one)}`} isPlain path=${ofJob(job, 'examples-remove')} body=${{ pages: [one.source] }} says="The page is no example any more." effect=${() => ''} done=${renew} />`,
    },
  ];
  const next = from + shown < examples.length ? String(from + shown) : undefined;
  return html`<${Table} caption="Examples" none="no examples" rows=${examples.slice(from, from + shown)} id=${({ source }: Example) => source} columns=${columns} />
    <${PageTurner} cursor=${from === 0 ? undefined : String(from)} next=${next} turn=${(cursor?: string) => setFrom(Number(cursor ?? 0))} />`;
}

interface RuleEffect {
  readonly known: number;
  readonly rules?: readonly { readonly matched: number; readonly among: readonly string[] }[];
}

const kinds = ['host', 'prefix', 'exact', 'surt', 'regex'];

function Rules({ job, rules, renew }: Omit<ExamplesProps, 'set'> & Pick<ExampleSet, 'rules'>) {
  const { session } = useAround();
  const [rule, setRule] = useState<Rule>({ side: 'out', kind: 'host', text: '' });
  const set = (name: keyof Rule) => (event: Event) =>
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
    ${rules.length === 0 ? html`<p class="quiet">no rules</p>` : html`<ul>${rules.map((one) => html`<li key=${said(one)}><${Foreign} text=${said(one)} /> ${act('Remove', { ...one, remove: true }, `Remove the rule ${said(one).slice(0, 200)}`)}</li>`)}</ul>`}
  </section>`;
}

const said = ({ side, kind, text }: Rule): string => `${side} ${kind} ${text}`;

function ruleEffect({ known, rules }: RuleEffect) {
  const own = rules?.at(-1);
  if (own === undefined) return html`<p>The rule would be removed.</p>`;
  return html`<p>It matches ${formatNumber(own.matched)} of ${formatCount(known, 'known URL')}.</p>
    <ul>${own.among.map((url) => html`<li key=${url}><${Foreign} text=${url} most=${300} /></li>`)}</ul>`;
}

interface ListedPage {
  readonly url: string;
  readonly title?: string;
  readonly relevance?: number;
  readonly best?: string;
}

/** What `examples-lists` answers, as far as it is shown. */
interface Lists {
  readonly hasTopic: boolean;
  readonly likely: readonly ListedPage[];
  readonly unlikely: readonly ListedPage[];
  readonly doubtful: readonly ListedPage[];
  readonly rounds: readonly Round[];
}

interface Round {
  readonly number: number;
  readonly learner?: string;
  readonly in: number;
  readonly out: number;
  readonly fetched: number;
  readonly relevant: number;
  readonly accuracy?: { readonly f1: number };
}

interface Sites {
  readonly sites: readonly {
    readonly host: string;
    readonly judged: number;
    readonly relevant: number;
    readonly pages: readonly string[];
  }[];
}

/** Pages whose answers teach most, and sites that are nearly all on topic. */
function ToJudge({ job, renew }: Omit<ExamplesProps, 'set'>) {
  const listed = ({ hasTopic, likely, unlikely, doubtful, rounds }: Lists, again: () => void) => {
    const answered = () => {
      renew();
      again();
    };
    const list = (title: string, pages: readonly ListedPage[]) =>
      html`<h3>${title}</h3><${PageChoice} job=${job} caption=${title} isLearnt pages=${pages.map(({ relevance: fit, ...page }) => ({ ...page, fit }))} done=${answered} />`;
    if (!hasTopic) return html`<p>No topic is learnt yet: begin a round.</p>`;
    return html`${list('Doubtful: an answer teaches most', doubtful)}${list('Likely', likely)}${list('Unlikely', unlikely)}
      <h3>Rounds</h3><${Table} caption="Rounds" none="no round yet" rows=${rounds} id=${(one: Round) => String(one.number)} columns=${roundColumns} />`;
  };
  const sites = ({ sites: found }: Sites, again: () => void) => {
    const columns = [
      { title: 'site', value: ({ host }: Sites['sites'][number]) => html`<${Foreign} text=${host} />` },
      {
        title: 'judged',
        isNumber: true,
        value: ({ judged }: Sites['sites'][number]) => formatNumber(judged),
      },
      {
        title: 'on topic',
        isNumber: true,
        value: ({ relevant }: Sites['sites'][number]) => formatNumber(relevant),
      },
      {
        title: 'order',
        value: ({ host, pages }: Sites['sites'][number]) =>
          html`<${Act} label="Make its best examples" about=${`Make its best examples: ${host}`} isPlain path=${ofJob(job, 'examples-approve')} body=${{ host }} says=${`${formatCount(pages.length, 'page')} become examples of what the crawl is about.`} effect=${() => ''} done=${() => {
            renew();
            again();
          }} />`,
      },
    ];
    return html`<${Table} caption="Purest sites" none="no site has three judged pages" rows=${found} id=${({ host }: Sites['sites'][number]) => host} columns=${columns} />`;
  };
  return html`<section aria-labelledby="judge"><h2 id="judge">Pages to judge</h2>
    <${OnRequest} label="List pages to judge" path=${ofJob(job, 'examples-lists')} show=${listed} />
    <${OnRequest} label="List the purest sites" path=${ofJob(job, 'examples-sites')} show=${sites} /></section>`;
}

const roundColumns = [
  { title: 'round', isNumber: true, value: ({ number }: Round) => number },
  { title: 'learnt by', value: ({ learner }: Round) => learner ?? 'nothing yet' },
  { title: 'in', isNumber: true, value: (one: Round) => formatNumber(one.in) },
  { title: 'out', isNumber: true, value: ({ out }: Round) => formatNumber(out) },
  { title: 'fetched', isNumber: true, value: ({ fetched }: Round) => formatNumber(fetched) },
  { title: 'on topic', isNumber: true, value: ({ relevant }: Round) => formatNumber(relevant) },
  { title: 'F1', isNumber: true, value: ({ accuracy }: Round) => accuracy?.f1.toFixed(2) ?? '' },
];
