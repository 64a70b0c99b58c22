import type { TopicVerdict } from '../../base/page/topic-verdict.ts';
import { isWithin, parentOf, rootPath } from '../taxonomy/class-path.ts';
import type { TopicFault } from './topic-file.ts';

/** A class as a class file has it. */
export interface TopicClass {
  readonly id: string;
  /** The class above it; of the same file. */
  readonly parent?: string;
  /** What people call it. */
  readonly label?: string;
}

export interface ClassFile {
  /** In the order of the file, without those that are at fault. */
  readonly classes: readonly TopicClass[];
  readonly faults: readonly TopicFault[];
}

const form = 'expected ID < PARENT = LABEL, of which the last two may be missing';
const longest = 1_000;

/**
 * Reads a class file: a class on each line, `ID < PARENT = LABEL`; comments that begin with `#`, empty lines. Never
 * throws: what is wrong is a fault, in the order of the lines.
 */
export function readClassFile(text: string): ClassFile {
  const faults: TopicFault[] = [];
  const lines = new Map<string, { readonly line: number; readonly raw: string; readonly one: TopicClass }>();
  const fault = (line: number, raw: string, problem: string): void =>
    void faults.push({ line, text: raw.slice(0, 200), problem });
  for (const [index, raw] of text
    .replace(/^\uFEFF/, '')
    .split(/\r\n?|\n/)
    .entries()) {
    const line = index + 1;
    if (raw.trim() === '' || raw.startsWith('#')) continue;
    const one = readRow(raw.trim());
    if (typeof one === 'string') fault(line, raw, one);
    else {
      const before = lines.get(one.id);
      if (before === undefined) lines.set(one.id, { line, raw, one });
      else fault(line, raw, `the class ${one.id} is there already, in line ${before.line}`);
    }
  }
  for (const { line, raw, one } of lines.values()) {
    const problem = problemAbove(one, (id) => lines.get(id)?.one);
    if (problem !== undefined) fault(line, raw, problem);
  }
  const wrong = new Set(faults.map(({ line }) => line));
  const classes = [...lines.values()].filter(({ line }) => !wrong.has(line)).map(({ one }) => one);
  return { classes, faults: faults.sort((a, b) => a.line - b.line) };
}

function readRow(written: string): TopicClass | string {
  if (written.length > longest) return `it is longer than ${longest} characters; ${form}`;
  const [head, label] = cutAt('=', written);
  const [id, parent] = cutAt('<', head);
  if (/^[<=]/.test(id)) return `no class before "${id[0]}"; ${form}`;
  if (parent === '' || cutAt('<', label ?? '').length > 1) return `no class after "<"; ${form}`;
  if (/\s<\s/.test(parent ?? '')) return `two parents; ${form}`;
  return {
    id,
    ...(parent === undefined ? {} : { parent }),
    ...(label === undefined || label === '' ? {} : { label }),
  };
}

/** What stands before and behind a sign, which stands apart; the whole if there is none. */
function cutAt(sign: '<' | '=', text: string): readonly [before: string, behind?: string] {
  const at = text.search(sign === '<' ? /(?<=\s)<(?!\S)/ : /(?<=\s)=(?!\S)/);
  return at < 0 ? [text] : [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}

/** What is wrong with the classes above one. */
function problemAbove(one: TopicClass, find: (id: string) => TopicClass | undefined): string | undefined {
  const way = [one.id];
  for (let { parent } = one; parent !== undefined; ) {
    const above = find(parent);
    if (above === undefined)
      return way.length === 1
        ? `its parent ${parent} is no class of the file; expected a line for it`
        : undefined;
    if (parent === one.id) return `it is above itself: ${[...way, one.id].join(' < ')}; expected a tree`;
    if (way.includes(parent)) return undefined;
    way.push(parent);
    parent = above.parent;
  }
  return undefined;
}

/** What is above what among classes, by a class file, and by paths (`/a/b` is below `/a`). */
export interface ClassHierarchy {
  /** Whether a class is another one or lies below it. */
  isWithin(id: string, above: string): boolean;
  /** The classes above one, the nearest first; of paths all but the root. */
  above(id: string): readonly string[];
  labelOf(id: string): string | undefined;
  has(id: string): boolean;
}

/** @param classes of a class file; none: paths alone say what is above what */
export function classHierarchy(classes: readonly TopicClass[] = []): ClassHierarchy {
  const byId = new Map(classes.map((one) => [one.id, one]));
  return {
    isWithin(id, above) {
      for (let at: string | undefined = id; at !== undefined; at = byId.get(at)?.parent) {
        if (at === above || (above.startsWith('/') && isWithin(at, above))) return true;
      }
      return false;
    },
    above(id) {
      const all: string[] = [];
      for (let at: string | undefined = byId.get(id)?.parent ?? above(id); at !== undefined; ) {
        all.push(at);
        at = byId.get(at)?.parent ?? above(at);
      }
      return all;
    },
    labelOf: (id) => byId.get(id)?.label,
    has: (id) => byId.has(id),
  };
}

/** The class above one that is a path; undefined for the uppermost, and for what is no path. */
function above(id: string): string | undefined {
  const parent = id.startsWith('/') ? parentOf(id) : undefined;
  return parent === rootPath ? undefined : parent;
}

/** A verdict whose classes have the labels of a class file. */
export function labelled(verdict: TopicVerdict, hierarchy: ClassHierarchy): TopicVerdict {
  const classes = verdict.classes.map((one) => {
    const label = hierarchy.labelOf(one.id);
    return label === undefined ? one : { ...one, label };
  });
  return { ...verdict, classes };
}

/** A class file beside the classes that terms speak for. */
export interface CheckedClasses extends ClassFile {
  /** Classes of terms that the file does not have. */
  readonly unknown: readonly string[];
  /** Classes of the file that no term speaks for, nor for any below them. */
  readonly idle: readonly string[];
}

/** @param used the classes of the terms of a topic definition */
export function checkClassFile(text: string, used: ReadonlySet<string>): CheckedClasses {
  const file = readClassFile(text);
  const { has, isWithin } = classHierarchy(file.classes);
  const idle = file.classes.map(({ id }) => id).filter((id) => ![...used].some((one) => isWithin(one, id)));
  return { ...file, unknown: [...used].filter((id) => !has(id)).sort(), idle };
}
