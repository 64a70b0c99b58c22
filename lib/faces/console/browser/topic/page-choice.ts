import { useState } from 'preact/hooks';
import { formatCount } from '../../../../base/quantity.ts';
import { Act } from '../base/act.ts';
import { mayDo, ofJob } from '../base/api.ts';
import { useAround } from '../base/around.ts';
import { html } from '../base/html.ts';
import { Foreign, Table } from '../base/parts.ts';
import { short } from '../base/short.ts';
import { draggable, useClassEditing } from './class-editing.ts';
import type { Dragged } from './drag.ts';
import { MoveToClass } from './move-to-class.ts';

export interface ChoicePage {
  readonly url: string;
  readonly title?: string;
  readonly fit?: number;
  readonly best?: string;
}

interface ChoiceProps {
  readonly job: string;
  readonly caption: string;
  readonly pages: readonly ChoicePage[];
  /** What people say of pages is learnt of: the job is one by example. */
  readonly isLearnt: boolean;
  /** Said where there are none. */
  readonly none?: string;
  done(): void;
}

/** Pages, of which some are chosen and accepted or rejected. */
export function PageChoice({ job, caption, pages, isLearnt, none = 'no pages', done }: ChoiceProps) {
  const { session, to } = useAround();
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set());
  const editing = useClassEditing();
  const mayJudge = isLearnt && mayDo(session, 'operate');
  const mayChoose = mayJudge || editing !== undefined;
  const turn = (url: string): void =>
    choose(new Set([...chosen].includes(url) ? [...chosen].filter((one) => one !== url) : [...chosen, url]));
  const urls = pages.flatMap(({ url }) => (chosen.has(url) ? [url] : []));
  const dragged = (all: readonly string[]): Dragged => ({
    ...{ kind: 'page', names: all },
    says: all.length === 1 ? `the page ${all[0]?.slice(0, 200)}` : formatCount(all.length, 'page'),
  });
  const columns = [
    ...(mayChoose
      ? [
          {
            title: 'choose',
            value: ({ url, title }: ChoicePage) =>
              html`<input type="checkbox" aria-label=${`Choose ${(title || url).slice(0, 200)}`} checked=${chosen.has(url)} onChange=${() => turn(url)} />`,
          },
        ]
      : []),
    {
      title: 'page',
      value: ({ url, title }: ChoicePage) => {
        const link = html`<a href=${to('pages', url)} draggable=${false}><${Foreign} text=${title || url} /></a>`;
        const all = chosen.has(url) ? urls : [url];
        return editing
          ? html`<span class="drag" ...${draggable(editing, dragged(all))}>${link}</span>`
          : link;
      },
    },
    { title: 'URL', value: ({ url }: ChoicePage) => html`<${Foreign} text=${url} most=${120} />` },
    { title: 'class', value: ({ best }: ChoicePage) => html`<${Foreign} text=${best} most=${100} />` },
    {
      title: 'fit',
      isNumber: true as const,
      value: ({ fit }: ChoicePage) => (fit === undefined ? '' : short(fit)),
    },
  ];
  const judged = () => {
    choose(new Set());
    done();
  };
  const act = (label: 'Accept' | 'Reject', says: string) =>
    html`<${Act} label=${label} about=${`${label} the chosen of: ${caption}`} isPlain isDisabled=${urls.length === 0} path=${ofJob(job, `examples-${label.toLowerCase()}`)} body=${{ urls }} says=${`${formatCount(urls.length, 'page')} ${says}`} effect=${() => ''} done=${judged} />`;
  return html`<${Table} caption=${caption} none=${none} rows=${pages} id=${({ url }: ChoicePage) => url} columns=${columns} />
    ${editing && pages.length > 0 ? html`<${MoveToClass} about=${caption} dragged=${urls.length === 0 ? undefined : dragged(urls)} />` : ''}
    ${mayJudge && pages.length > 0 ? html`<p class="buttons"><button type="button" aria-label=${`Choose all of: ${caption}`} onClick=${() => choose(new Set(pages.map(({ url }) => url)))}>Choose all</button>${act('Accept', 'become examples with the next round.')}${act('Reject', 'become examples of what the crawl is not about with the next round, and are visited no more.')}</p>` : ''}`;
}
