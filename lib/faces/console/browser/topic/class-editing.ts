import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { formatCount, formatNumber } from '../../../../base/quantity.ts';
import { html } from '../base/html.ts';
import { Foreign } from '../base/parts.ts';
import type { ToldChange, ToldClass } from './answers.ts';
import { type ClassChange, type Dragged, dragType, packDragged } from './drag.ts';

/** The taxonomy of the job, for who may change it. */
export interface ClassEditing {
  readonly classes: ReadonlyMap<string, ToldClass>;
  /** Tells what a change would do, and does it once that is confirmed. */
  order(change: ClassChange): void;
  /** Has everybody told what happens. */
  say(text: string): void;
}

const Editing = createContext<ClassEditing | undefined>(undefined);
export const EditingProvider = Editing.Provider;

/** Undefined where the topic is no taxonomy, and for who may only look. */
export function useClassEditing(): ClassEditing | undefined {
  return useContext(Editing);
}

/** What makes something draggable. */
export function draggable({ say }: ClassEditing, dragged: Dragged) {
  return {
    draggable: true,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer?.setData(dragType, packDragged(dragged));
      if (event.dataTransfer) event.dataTransfer.effectAllowed = 'move';
      say(`Dragging ${dragged.says}: drop it on a class of the tree.`);
    },
  };
}

/** What a change of the taxonomy does, before it takes effect. */
export function changeEffect({
  changed,
  trained,
  judged,
  examples = [],
  pages,
  good,
  crawlOnly,
}: ToldChange) {
  const isOther = (before: string | undefined, after: string | undefined) =>
    `${before ?? 'none'} → ${after ?? 'none'}`;
  return html`<ul>${changed.map(({ path, before, after }) => html`<li key=${path}><${Foreign} text=${path} />: ${before === undefined ? 'a new class' : formatCount(before, 'example')}, then ${after === undefined ? 'no class any more' : formatCount(after, 'example')}</li>`)}</ul>
    <p>${formatCount(trained, 'class', 'classes')} trained again; good: <${Foreign} text=${good.join(', ')} />${crawlOnly.length === 0 ? '' : html`; only crawled: <${Foreign} text=${crawlOnly.join(', ')} />`}.</p>
    ${judged === undefined ? '' : html`<p>${formatCount(judged, 'example')} judged otherwise.</p><ul>${examples.map(({ name, before, after }) => html`<li key=${name}><${Foreign} text=${name} />: <${Foreign} text=${isOther(before, after)} /></li>`)}</ul>`}
    ${pages && html`<p>Of ${formatCount(pages.pages, 'stored page')} ${formatNumber(pages.dropped)} would be off topic, ${formatNumber(pages.otherClass)} of another class.</p><ul>${pages.examples.map(({ url, before, after }) => html`<li key=${url}><${Foreign} text=${url} />: <${Foreign} text=${isOther(before, after)} /></li>`)}</ul>`}`;
}
