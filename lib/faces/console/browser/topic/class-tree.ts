import { formatCount, formatNumber } from '../../../../base/quantity.ts';
import { useAround } from '../base/around.ts';
import { html } from '../base/html.ts';
import { Foreign } from '../base/parts.ts';
import type { SqlRow } from '../base/tables.ts';
import { type ClassEditing, useClassEditing } from './class-editing.ts';
import { changeFor, dragType, readDragged } from './drag.ts';

/** A class with what the crawl found of it. */
interface ClassNode {
  readonly id: string;
  readonly name: string;
  readonly isGood: boolean;
  /** Pages of which it is the best class, those of them that are on topic, and their mean relevance. */
  readonly pages: number;
  readonly onTopic: number;
  readonly relevance?: number;
  /** On-topic pages of it and of the classes below it. */
  readonly within: number;
  readonly below: readonly ClassNode[];
}

/** Classes under the classes above them, those with most pages first; a class in a circle is an uppermost one. */
export function treeOf(rows: readonly SqlRow[]): readonly ClassNode[] {
  const ids = new Set(rows.map((row) => String(row.class)));
  const below = Map.groupBy(rows, ({ parent }) => (ids.has(String(parent)) ? String(parent) : ''));
  const taken = new Set<string>();
  const nodeOf = (row: SqlRow): ClassNode => {
    const id = String(row.class);
    taken.add(id);
    const children = sorted((below.get(id) ?? []).filter((one) => !taken.has(String(one.class))).map(nodeOf));
    const onTopic = Number(row.on_topic);
    return {
      ...{ id, name: String(row.name || id), isGood: row.good === 1, pages: Number(row.pages), onTopic },
      ...(row.relevance === null ? {} : { relevance: Number(row.relevance) }),
      within: children.reduce((sum, one) => sum + one.within, onTopic),
      below: children,
    };
  };
  const uppermost = (below.get('') ?? []).map(nodeOf);
  const others = rows.flatMap((row) => (taken.has(String(row.class)) ? [] : [nodeOf(row)]));
  return sorted([...uppermost, ...others]);
}

function sorted(nodes: readonly ClassNode[]): readonly ClassNode[] {
  return nodes.toSorted((a, b) => b.within - a.within || b.pages - a.pages || (a.id < b.id ? -1 : 1));
}

interface TreeProps {
  readonly nodes: readonly ClassNode[];
  /** The class that is shown. */
  readonly chosen: string;
  /** What is below each class is open. */
  readonly isSmall: boolean;
}

/** Each class leads to its pages; what is below it is opened and closed. */
export function ClassTree({ nodes, chosen, isSmall }: TreeProps) {
  const { to } = useAround();
  const editing = useClassEditing();
  return html`<ul class="tree">${nodes.map((node) => {
    const { id, name, below } = node;
    const isOpen = isSmall || holds(below, chosen) || nodes.length === 1;
    const trained = editing?.classes.get(id);
    return html`<li key=${id}>
      <span ...${editing && trained ? dropOn(editing, id) : {}}><a href=${to('topic', id)} aria-current=${id === chosen ? 'true' : undefined}><${Foreign} text=${name} most=${100} /></a>
      <span class="quiet"> ${figuresOf(node)}${trained === undefined ? '' : ` · ${formatCount(trained.examples, 'example')}`}${trained?.mark === undefined ? '' : ` · ${trained.mark}`}</span></span>
      ${
        below.length === 0
          ? ''
          : html`<details open=${isOpen}><summary onDragEnter=${openAt} aria-label=${`${below.length} below ${name.slice(0, 100)}`}>${formatNumber(below.length)} below</summary><${ClassTree} nodes=${below} chosen=${chosen} isSmall=${isSmall} /></details>`
      }
    </li>`;
  })}</ul>`;
}

/** What is below a class opens while something is dragged over it. */
function openAt(event: DragEvent): void {
  const { parentElement } = event.currentTarget as HTMLElement;
  if (event.dataTransfer?.types.includes(dragType)) parentElement?.setAttribute('open', '');
}

/** What lets something be dropped on a class. */
function dropOn(editing: ClassEditing, id: string) {
  const mark = (event: DragEvent, isOver: boolean): void =>
    void (event.currentTarget as HTMLElement).classList.toggle('over', isOver);
  return {
    onDragOver(event: DragEvent) {
      if (!event.dataTransfer?.types.includes(dragType)) return;
      event.preventDefault();
      mark(event, true);
    },
    onDragLeave: (event: DragEvent) => mark(event, false),
    onDrop(event: DragEvent) {
      event.preventDefault();
      mark(event, false);
      const dragged = readDragged(event.dataTransfer?.getData(dragType) ?? '');
      if (dragged !== undefined) editing.order(changeFor(dragged, id));
    },
  };
}

function holds(nodes: readonly ClassNode[], id: string): boolean {
  return nodes.some((one) => one.id === id || holds(one.below, id));
}

function figuresOf({ isGood, pages, onTopic, relevance, within, below }: ClassNode): string {
  const figures = [
    isGood ? '' : 'not good',
    `${formatNumber(onTopic)} on topic of ${formatNumber(pages)}`,
    relevance === undefined ? '' : `relevance ${relevance.toFixed(2)}`,
    below.length === 0 ? '' : `${formatNumber(within)} with those below`,
  ];
  return figures.filter((one) => one !== '').join(' · ');
}
