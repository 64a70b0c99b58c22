import { useState } from 'preact/hooks';
import { formatCount } from '../../../../base/quantity.ts';
import { Act } from '../base/act.ts';
import { mayDo, ofJob } from '../base/api.ts';
import { useAround } from '../base/around.ts';
import { html } from '../base/html.ts';
import { OnRequest } from '../base/on-request.ts';
import { Foreign, PageTurner, Table } from '../base/parts.ts';
import type { ExampleSide, ExamplesProps, ShownExample, ShownExamples } from './example-set.ts';
import { type ChoicePage, PageChoice } from './page-choice.ts';
import { Rules } from './rules.ts';
import { ToJudge } from './to-judge.ts';

/** Pages that say what the crawl is about: what people have said, and what waits for the next round. */
export function Examples({ job, set, renew }: ExamplesProps) {
  const { session } = useAround();
  const [url, setUrl] = useState('');
  const [near, setNear] = useState<string | undefined>();
  const mayChange = mayDo(session, 'operate');
  const added = () => {
    setUrl('');
    renew();
  };
  const add = (side: ExampleSide) =>
    html`<${Act} label=${`Add as ${side}`} isPlain isDisabled=${url.trim() === ''} path=${ofJob(job, 'examples-add')} body=${{ pages: [url.trim()], ...(side === 'out' ? { out: true } : {}) }} says=${sideSays[side]} effect=${() => ''} done=${added} />`;
  const { answers, examples } = set;
  const says = `A topic is learnt of ${formatCount(examples.length, 'example')} and ${formatCount(answers.length, 'answer')}, stored pages are judged by it, and the crawl goes on with it.`;
  return html`<section aria-labelledby="examples"><h2 id="examples">Examples</h2>
    ${
      mayChange
        ? html`<label>Page <input name="example" type="url" size="30" maxlength="2000" value=${url} onInput=${(event: Event) => setUrl((event.target as HTMLInputElement).value)} /></label>
      <p class="buttons">${add('in')}${add('out')}</p>`
        : ''
    }
    <${ExampleTable} job=${job} examples=${examples} renew=${renew} look=${setNear} />
    ${near === undefined ? '' : html`<${NearPages} key=${near} job=${job} url=${near} done=${renew} />`}
    <p>${formatCount(answers.length, 'answer')} for the next round; ${formatCount(set.rounds.length, 'round')} so far.</p>
    <p class="buttons"><${Act} label="Begin a round" isWeighty isPlain isDisabled=${examples.length + answers.length === 0} path=${ofJob(job, 'examples-round')} says=${says} effect=${() => ''} done=${renew} /></p>
  </section>
  <${Rules} job=${job} rules=${set.rules} renew=${renew} />
  ${examples.length === 0 && set.rules.length === 0 ? '' : html`<${ToJudge} job=${job} renew=${renew} />`}`;
}

const sideSays: Readonly<Record<ExampleSide, string>> = {
  in: 'The page is read, becomes an example of what the crawl is about, and joins the seeds.',
  out: 'The page is read, becomes an example of what the crawl is not about, and is visited no more.',
};

/** So many examples are shown at once. */
const shown = 50;

interface TableProps extends Omit<ExamplesProps, 'set'>, Pick<ShownExamples, 'examples'> {
  /** Looks for pages near one. */
  look(url: string): void;
}

function ExampleTable({ job, examples, renew, look }: TableProps) {
  const { session, to } = useAround();
  const [from, setFrom] = useState(0);
  const other = (side: ExampleSide): ExampleSide => (side === 'in' ? 'out' : 'in');
  const named = ({ title, source }: ShownExample) => (title || source).slice(0, 200);
  const columns = [
    {
      title: 'page',
      value: ({ title, source, url }: ShownExample) =>
        url === undefined
          ? html`<${Foreign} text=${title || source} />`
          : html`<a href=${to('pages', url)}><${Foreign} text=${title || source} /></a>`,
    },
    { title: 'side', value: ({ side }: ShownExample) => side },
    { title: 'by', value: ({ origin }: ShownExample) => origin },
    ...(mayDo(session, 'operate')
      ? [
          {
            title: 'near',
            value: (one: ShownExample) => {
              const { url } = one;
              return url === undefined
                ? ''
                : html`<button type="button" aria-label=${`Near: ${named(one)}`} onClick=${() => look(url)}>Near</button>`;
            },
          },
        ]
      : []),
    {
      title: 'change',
      value: (one: ShownExample) =>
        html`${one.url === undefined ? '' : html`<${Act} label=${`Move ${other(one.side)}`} about=${`Move ${other(one.side)}: ${named(one)}`} isPlain path=${ofJob(job, 'examples-add')} body=${{ pages: [one.url], ...(one.side === 'in' ? { out: true } : {}) }} says=${sideSays[other(one.side)]} effect=${() => ''} done=${renew} />`}
        <${Act} label="Remove" about=${`Remove ${named(one)}`} isPlain path=${ofJob(job, 'examples-remove')} body=${{ pages: [one.source] }} says="The page is no example any more." effect=${() => ''} done=${renew} />`,
    },
  ];
  const next = from + shown < examples.length ? String(from + shown) : undefined;
  return html`<${Table} caption="Examples" none="no examples" rows=${examples.slice(from, from + shown)} id=${({ source }: ShownExample) => source} columns=${columns} />
    <${PageTurner} cursor=${from === 0 ? undefined : String(from)} next=${next} turn=${(cursor?: string) => setFrom(Number(cursor ?? 0))} />`;
}

/** What `examples-near` answers, as far as it is shown. */
interface NearAnswer {
  readonly near: readonly { readonly url: string; readonly title: string; readonly score: number }[];
}

interface NearProps {
  readonly job: string;
  readonly url: string;
  done(): void;
}

/** Pages that link to an example, that it links to, or that are linked beside it; their titles are fetched. */
function NearPages({ job, url, done }: NearProps) {
  const pagesOf = ({ near }: NearAnswer): readonly ChoicePage[] =>
    near.map(({ score: fit, ...page }) => ({ url: page.url, title: page.title, fit }));
  return html`<h3>Near <${Foreign} text=${url} /></h3>
    <${OnRequest} label="Look for pages near it" isAtOnce path=${ofJob(job, 'examples-near', { url })} show=${(found: NearAnswer) => html`<${PageChoice} job=${job} caption="Near pages" none="no page near it has a title with words of the topic" isLearnt pages=${pagesOf(found)} done=${done} />`} />`;
}
