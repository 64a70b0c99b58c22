import { useId, useState } from 'preact/hooks';
import { html } from '../base/html.ts';
import { useClassEditing } from './class-editing.ts';
import { changeFor, type Dragged } from './drag.ts';

interface MoveProps {
  /** Absent: nothing is chosen. */
  readonly dragged: Dragged | undefined;
  /** What it is about, where there are several of them. */
  readonly about: string;
}

/** Moves what is chosen into a class: what dragging does, by keyboard. A new class is made by its name. */
export function MoveToClass({ dragged, about }: MoveProps) {
  const editing = useClassEditing();
  const [to, setTo] = useState('');
  const id = useId();
  if (editing === undefined) return null;
  const move = (event: Event): void => {
    event.preventDefault();
    if (dragged !== undefined) editing.order(changeFor(dragged, to.trim()));
  };
  return html`<form onSubmit=${move} aria-label=${`Move the chosen of: ${about}`}>
    <label>Class <input name="toClass" list=${id} maxlength="1000" size="28" value=${to} onInput=${(event: Event) => setTo((event.target as HTMLInputElement).value)} /></label>
    <datalist id=${id}>${[...editing.classes.keys()].map((path) => html`<option key=${path} value=${path} />`)}</datalist>
    <button type="submit" aria-label=${`Move to the class, the chosen of: ${about}`} disabled=${dragged === undefined || to.trim() === ''}>Move to the class</button></form>`;
}
