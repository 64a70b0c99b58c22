import { formatNumber } from '../../../../base/quantity.ts';
import { useAround } from '../base/around.ts';
import { html } from '../base/html.ts';
import { Foreign } from '../base/parts.ts';
import type { SqlRow } from '../base/tables.ts';

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
}

/** Each class leads to its pages; what is below it is opened and closed. */
export function ClassTree({ nodes, chosen }: TreeProps) {
  const { to } = useAround();
  return html`<ul class="tree">${nodes.map((node) => {
    const { id, name, below } = node;
    const isOpen = holds(below, chosen) || nodes.length === 1;
    return html`<li key=${id}>
      <a href=${to('topic', id)} aria-current=${id === chosen ? 'true' : undefined}><${Foreign} text=${name} most=${100} /></a>
      <span class="quiet"> ${figuresOf(node)}</span>
      ${
        below.length === 0
          ? ''
          : html`<details open=${isOpen}><summary aria-label=${`${below.length} below ${name.slice(0, 100)}`}>${formatNumber(below.length)} below</summary><${ClassTree} nodes=${below} chosen=${chosen} /></details>`
      }
    </li>`;
  })}</ul>`;
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
