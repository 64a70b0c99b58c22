import { formatCount, formatNumber } from '../../../../base/quantity.ts';
import { Act } from '../base/act.ts';
import { ofJob } from '../base/api.ts';
import { html } from '../base/html.ts';
import { OnRequest } from '../base/on-request.ts';
import { Foreign, Table } from '../base/parts.ts';
import type { ExamplesProps } from './example-set.ts';
import { PageChoice } from './page-choice.ts';

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
export function ToJudge({ job, renew }: Omit<ExamplesProps, 'set'>) {
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
    <${OnRequest} label="List the purest sites" path=${ofJob(job, 'examples-sites')} show=${sites} />
    <${OnRequest} label="List pages that link to many of them" path=${ofJob(job, 'examples-hubs')} show=${infoHubs} /></section>`;
}

/** What `examples-hubs` answers. */
interface InfoHubs {
  readonly hubs: readonly InfoHub[];
}

interface InfoHub {
  readonly url: string;
  readonly accepted: number;
  readonly relevant: number;
  readonly unvisited: number;
}

function infoHubs({ hubs }: InfoHubs) {
  return html`<${Table} caption="Pages that link to many on topic" none="no page links to three pages that were accepted or are on topic" rows=${hubs} id=${({ url }: InfoHub) => url} columns=${hubColumns} />`;
}

const hubColumns = [
  { title: 'page', value: ({ url }: InfoHub) => html`<${Foreign} text=${url} />` },
  { title: 'accepted', isNumber: true, value: ({ accepted }: InfoHub) => formatNumber(accepted) },
  { title: 'on topic', isNumber: true, value: ({ relevant }: InfoHub) => formatNumber(relevant) },
  { title: 'not visited', isNumber: true, value: ({ unvisited }: InfoHub) => formatNumber(unvisited) },
];

const roundColumns = [
  { title: 'round', isNumber: true, value: ({ number }: Round) => number },
  { title: 'learnt by', value: ({ learner }: Round) => learner ?? 'nothing yet' },
  { title: 'in', isNumber: true, value: (one: Round) => formatNumber(one.in) },
  { title: 'out', isNumber: true, value: ({ out }: Round) => formatNumber(out) },
  { title: 'fetched', isNumber: true, value: ({ fetched }: Round) => formatNumber(fetched) },
  { title: 'on topic', isNumber: true, value: ({ relevant }: Round) => formatNumber(relevant) },
  { title: 'F1', isNumber: true, value: ({ accuracy }: Round) => accuracy?.f1.toFixed(2) ?? '' },
];
