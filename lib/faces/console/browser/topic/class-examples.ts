import { useEffect, useRef, useState } from 'preact/hooks';
import { formatCount, formatNumber } from '../../../../base/quantity.ts';
import { ofJob } from '../base/api.ts';
import { useAround } from '../base/around.ts';
import { html } from '../base/html.ts';
import { useLive } from '../base/live.ts';
import { Foreign, PageTurner, type ScreenProps, Table, Trouble } from '../base/parts.ts';
import type { ListedExamples } from './answers.ts';
import { draggable, useClassEditing } from './class-editing.ts';
import type { Dragged } from './drag.ts';
import { MoveToClass } from './move-to-class.ts';

type TrainingExample = ListedExamples['examples'][number];

interface ExamplesProps extends Pick<ScreenProps, 'job'> {
  /** The path of the class. */
  readonly id: string;
  /** Of the taxonomy. */
  readonly version: string;
}

const marks = [
  ['Mark good', 'good'],
  ['Crawl only', 'crawl-only'],
  ['Take the mark away', 'none'],
] as const;

/** What a class was trained with: dragged, or moved by keyboard, into another class; and its mark. */
export function ClassExamples({ job, id, version }: ExamplesProps) {
  const { to } = useAround();
  const editing = useClassEditing();
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set());
  const [cursor, setCursor] = useState<string | undefined>();
  const { data, problem, renew } = useLive<ListedExamples>(
    ofJob(job, 'classes-examples', { class: id, limit: 50, cursor }),
  );
  const seen = useRef(version);
  useEffect(() => {
    if (seen.current !== version) renew();
    seen.current = version;
  }, [version, renew]);
  const turn = (name: string): void =>
    choose(new Set(chosen.has(name) ? [...chosen].filter((one) => one !== name) : [...chosen, name]));
  const names = data?.examples.flatMap(({ name }) => (chosen.has(name) ? [name] : [])) ?? [];
  const dragged = (all: readonly string[]): Dragged => ({
    ...{ kind: 'example', names: all },
    says: all.length === 1 ? `the example ${all[0]?.slice(0, 200)}` : formatCount(all.length, 'example'),
  });
  const columns = [
    ...(editing
      ? [
          {
            title: 'choose',
            value: ({ name }: TrainingExample) =>
              html`<input type="checkbox" aria-label=${`Choose the example ${name.slice(0, 200)}`} checked=${chosen.has(name)} onChange=${() => turn(name)} />`,
          },
        ]
      : []),
    {
      title: 'example',
      value: ({ name }: TrainingExample) => {
        const shown = /^https?:/.test(name)
          ? html`<a href=${to('pages', name)} draggable=${false}><${Foreign} text=${name} /></a>`
          : html`<${Foreign} text=${name} />`;
        const all = chosen.has(name) ? names : [name];
        return editing
          ? html`<span class="drag" ...${draggable(editing, dragged(all))}>${shown}</span>`
          : shown;
      },
    },
    { title: 'words', isNumber: true as const, value: ({ words }: TrainingExample) => formatNumber(words) },
  ];
  const mark = editing?.classes.get(id)?.mark;
  return html`<section aria-labelledby="class-examples"><h2 id="class-examples">Examples of <${Foreign} text=${id} /></h2><${Trouble} problem=${problem} />
    ${editing ? html`<p class="buttons">${marks.map(([label, as]) => html`<button key=${as} type="button" disabled=${(mark ?? 'none') === as} onClick=${() => editing.order({ verb: 'classes-mark', body: { classes: [id], as }, label: `${label}: ${id}` })}>${label}</button>`)}</p>` : ''}
    ${
      data &&
      html`<p class="quiet">${formatCount(data.total, 'example')}${editing && data.total > 0 ? ': drag some onto a class of the tree, or choose them and name the class' : ''}.</p>
      <${Table} caption="Examples of the class" none="no examples of its own" rows=${data.examples} id=${({ name }: TrainingExample) => name} columns=${columns} />
      <${PageTurner} cursor=${cursor} next=${data.cursor} turn=${setCursor} />`
    }
    ${data && data.total > 0 ? html`<${MoveToClass} about="Examples of the class" dragged=${names.length === 0 ? undefined : dragged(names)} />` : ''}</section>`;
}
