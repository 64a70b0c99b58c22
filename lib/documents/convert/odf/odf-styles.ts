import { byName } from '../../../base/by-name.ts';
import { readXml } from '../base/read-xml.ts';
import { type ListLevel, listCounter } from '../word/list-numbers.ts';

/** What styles say of a text: what nobody sees, and how items of lists are numbered (ODF 1.3 part 3, §16). */
export interface OdfStyles {
  /** Styles of texts that nobody sees (§20.336). */
  readonly hidden: ReadonlySet<string>;
  /** Levels of lists by the style of the list. */
  readonly lists: ReadonlyMap<string, readonly (ListLevel | undefined)[]>;
}

const formats = byName({
  1: 'decimal',
  a: 'lowerLetter',
  A: 'upperLetter',
  i: 'lowerRoman',
  I: 'upperRoman',
});

/** @param sources parts that have styles, those that count more behind the others */
export function readOdfStyles(sources: readonly string[]): OdfStyles {
  const hidden = new Set<string>();
  const lists = new Map<string, (ListLevel | undefined)[]>();
  for (const source of sources) readStyles(source.slice(0, endOfStyles(source)), hidden, lists);
  return { hidden, lists };
}

function endOfStyles(source: string): number {
  const end = source.indexOf('<office:body');
  return end < 0 ? source.length : end;
}

function readStyles(
  source: string,
  hidden: Set<string>,
  lists: Map<string, (ListLevel | undefined)[]>,
): void {
  let style = '';
  let levels: (ListLevel | undefined)[] = [];
  readXml(source, {
    open({ qualified, name, attributes }) {
      if (qualified === 'style:style') style = attributes.name ?? '';
      else if (qualified === 'style:text-properties' && attributes.display === 'none') hidden.add(style);
      else if (name === 'list-style') {
        levels = [];
        lists.set(attributes.name ?? '', levels);
      } else if (name.startsWith('list-level-style-')) {
        const level = Number(attributes.level ?? 1) || 1;
        if (level > 0 && level < 10) levels[level - 1] = levelOf(name, level, attributes);
      }
    },
    close(name) {
      if (name === 'style') style = '';
    },
  });
}

function levelOf(name: string, level: number, said: Readonly<Record<string, string>>): ListLevel {
  const format =
    name === 'list-level-style-number' ? (formats.get(said['num-format'] ?? '') ?? 'none') : 'bullet';
  const shown = Math.min(level, Math.max(1, Number(said['display-levels'] ?? 1) || 1));
  const numbers = Array.from({ length: shown }, (_, at) => `%${level - shown + at + 1}`).join('.');
  return {
    start: Number(said['start-value'] ?? 1) || 0,
    format,
    text: format === 'none' ? '' : `${said['num-prefix'] ?? ''}${numbers}${said['num-suffix'] ?? ''}`,
    isLegal: false,
  };
}

/** Numbers the items of lists, which stand in each other. */
export interface OdfLists {
  open(attributes: Readonly<Record<string, string>>): void;
  close(): void;
  /** An item begins. */
  item(attributes: Readonly<Record<string, string>>): void;
  /** How the paragraph that begins is labelled: the first of an item has its number or bullet. */
  label(): { readonly isItem?: boolean; readonly label?: string };
}

export function odfLists({ lists }: OdfStyles): OdfLists {
  const counter = listCounter();
  const styles: string[] = [];
  /** What the items of the outermost list count under. */
  let key = '';
  let count = 0;
  let begins = false;
  return {
    open(attributes) {
      if (styles.length === 0 && attributes['continue-numbering'] !== 'true') key = String(++count);
      styles.push(attributes['style-name'] ?? styles.at(-1) ?? '');
    },
    close() {
      styles.pop();
      begins = false;
    },
    item(attributes) {
      begins = true;
      const start = attributes['start-value'];
      if (start !== undefined) counter.restart(key, styles.length - 1, Number(start) || 0);
    },
    label() {
      const levels = lists.get(styles.at(-1) ?? '');
      if (!begins || styles.length === 0 || levels === undefined) return {};
      begins = false;
      const label = counter.next(key, styles.length - 1, levels);
      return label === undefined ? { isItem: true } : { label };
    },
  };
}
