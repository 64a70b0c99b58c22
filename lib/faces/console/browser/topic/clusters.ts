import { useState } from 'preact/hooks';
import { formatCount, formatNumber, formatTime } from '../../../../base/quantity.ts';
import { Act } from '../base/act.ts';
import { type FailedRequest, mayDo, ofJob } from '../base/api.ts';
import { useAround } from '../base/around.ts';
import { html } from '../base/html.ts';
import { useLive } from '../base/live.ts';
import { Foreign, type ScreenProps, Table, Trouble } from '../base/parts.ts';
import type { ToldCluster, ToldClusters } from './answers.ts';
import { judgedAgain } from './judged-again.ts';
import { PageChoice } from './page-choice.ts';

interface ClustersProps extends Pick<ScreenProps, 'job'> {
  /** Pages were accepted or rejected. */
  renew(): void;
}

/** Groups of pages that are alike: merged, renamed, and made the topic or examples of it. */
export function Clusters({ job, renew: answered }: ClustersProps) {
  const { session } = useAround();
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set());
  const [name, setName] = useState('');
  const [most, setMost] = useState('500');
  const [shown, show] = useState<string | undefined>();
  const { data, problem, renew } = useLive<ToldClusters>(ofJob(job, 'clusters-list'));
  const mayChange = mayDo(session, 'operate');
  const clusters = data?.clusters ?? [];
  const ids = clusters.flatMap(({ id }) => (chosen.has(id) ? [id] : []));
  const [first] = ids;
  const turn = (id: string): void =>
    choose(new Set(chosen.has(id) ? [...chosen].filter((one) => one !== id) : [...chosen, id]));
  const changed = () => {
    choose(new Set());
    setName('');
    show(undefined);
    renew();
  };
  const failed = ({ status }: FailedRequest) => {
    if (status === 409) renew();
  };
  const act = (
    label: string,
    verb: string,
    body: object,
    isDisabled: boolean,
    effect: (found: ToldClusters) => unknown,
  ) =>
    html`<${Act} label=${label} path=${ofJob(job, `clusters-${verb}`)} body=${{ ...body, ifVersion: data?.version }} isDisabled=${isDisabled} effect=${effect} failed=${failed} done=${changed} />`;
  const named = name.trim() === '' ? {} : { name: name.trim() };
  const columns = [
    ...(mayChange
      ? [
          {
            title: 'choose',
            value: ({ id }: ToldCluster) =>
              html`<input type="checkbox" aria-label=${`Choose the cluster ${id}`} checked=${chosen.has(id)} onChange=${() => turn(id)} />`,
          },
        ]
      : []),
    {
      title: 'cluster',
      value: ({ id, isGood }: ToldCluster) =>
        html`<button type="button" aria-label=${`Pages of the cluster ${id}`} onClick=${() => show(id)}><${Foreign} text=${id} most=${100} /></button>${isGood ? ' topic' : ''}`,
    },
    { title: 'pages', isNumber: true as const, value: ({ pages }: ToldCluster) => formatNumber(pages) },
    { title: 'words', value: ({ terms }: ToldCluster) => html`<${Foreign} text=${terms.join(' ')} />` },
    {
      title: 'among them',
      value: ({ examples }: ToldCluster) =>
        html`<${Foreign} text=${examples.map(({ title, url }) => title || url).join(' · ')} />`,
    },
  ];
  return html`<section aria-labelledby="clusters"><h2 id="clusters">Clusters</h2><${Trouble} problem=${problem} />
    ${data && clusters.length > 0 ? html`<p>${formatCount(data.pages, 'page')}${data.isPart ? ' of the collection, drawn by chance' : ''}${data.madeAt === undefined ? '' : `, as of ${formatTime(data.madeAt)} UTC`}.</p>` : ''}
    ${data && html`<${Table} caption="Clusters" none="no clusters yet" rows=${clusters} id=${({ id }: ToldCluster) => id} columns=${columns} />`}
    ${
      mayChange && data
        ? html`${
            clusters.length === 0
              ? ''
              : html`<p><label>New name <input name="cluster" maxlength="100" value=${name} onInput=${(event: Event) => setName((event.target as HTMLInputElement).value)} /></label></p>
      <p class="buttons">${act('Merge the chosen', 'merge', { ids, ...named }, ids.length < 2, listed)}
        ${act('Rename the chosen', 'rename', { id: first, ...named }, ids.length !== 1 || name.trim() === '', listed)}
        ${act('Make the chosen the topic', 'topic', { ids }, ids.length === 0, triedTopic)}
        ${clusters.some(({ isGood }) => isGood) ? act('Have no topic again', 'topic', { ids: [], reset: true }, false, triedTopic) : ''}</p>`
          }
      <p class="buttons"><label>Pages to read <input name="clusterPages" type="number" min="10" max="2000" value=${most} onInput=${(event: Event) => setMost((event.target as HTMLInputElement).value)} /></label>
        ${act(clusters.length === 0 ? 'Make clusters' : 'Make them anew', 'make', { pages: Number(most) }, false, listed)}</p>`
        : ''
    }
    ${shown === undefined ? '' : html`<${ClusterPages} key=${shown} job=${job} id=${shown} done=${answered} />`}</section>`;
}

interface PagesProps extends Pick<ScreenProps, 'job'> {
  readonly id: string;
  done(): void;
}

/** The pages of a cluster, to make examples of them. */
function ClusterPages({ job, id, done }: PagesProps) {
  const { data, problem } = useLive<ToldClusters>(ofJob(job, 'clusters-list', { id }));
  const pages = data?.clusters[0]?.examples;
  return html`<h3>Pages of <${Foreign} text=${id} most=${100} /></h3><${Trouble} problem=${problem} />
    ${pages && html`<${PageChoice} job=${job} caption="Pages of the cluster" isLearnt pages=${pages} done=${done} />`}`;
}

function listed({ clusters, pages }: ToldClusters) {
  return html`<p>${formatCount(clusters.length, 'cluster')} of ${formatCount(pages, 'page')}:</p>
    <ul>${clusters.map(({ id, pages: own, terms }) => html`<li key=${id}><${Foreign} text=${id} most=${100} />, ${formatCount(own, 'page')}: <${Foreign} text=${terms.join(' ')} /></li>`)}</ul>`;
}

function triedTopic({ clusters, difference }: ToldClusters) {
  const good = clusters.filter(({ isGood }) => isGood).map(({ id }) => id);
  return html`<p>${good.length === 0 ? 'Every page of the scope would be on topic.' : html`On topic would be pages like those of <${Foreign} text=${good.join(', ')} />.`}</p>
    ${difference && judgedAgain(difference)}`;
}
