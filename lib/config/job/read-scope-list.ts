import { basename, dirname, resolve } from 'node:path';
import { append } from '../../base/long-lists.ts';
import type { ListPart, ListTest, ScopeList } from '../../rules/settings.ts';
import { checkEntry } from '../file/list-entry.ts';
import { readListFile } from '../file/list-file.ts';
import type { YamlProblem } from '../file/yaml-source.ts';
import type { Layer } from '../layers/layer-file.ts';

/** Something wrong in a file: the one that is read, or one that it names. */
export interface FileProblem extends YamlProblem {
  readonly file: string;
}

type Item = string | { readonly file: string };

/**
 * A list of a scope as it stands in a layer: entries, and files of entries beside it, all in canonical form.
 * @param path where the list stands; it has passed the schema
 * @param problems what is wrong is added here
 * @throws WinnowError `config` for a file that cannot be read
 */
export function readScopeList(
  layer: Layer,
  path: readonly PropertyKey[],
  kind: ListTest,
  problems: FileProblem[],
): ScopeList {
  const value = path.reduce<unknown>((inner, step) => Reflect.get(inner as object, step), layer.value);
  const name = path.join('.');
  const parts: ListPart[] = [];
  const items = (Array.isArray(value) ? value : [value]) as readonly Item[];
  let run: { line: number; entries: string[] } | undefined;
  for (const [index, item] of items.entries()) {
    if (typeof item !== 'string') {
      run = undefined;
      parts.push(readFilePart(layer, item.file, name, kind, problems));
      continue;
    }
    const at = layer.source.position(Array.isArray(value) ? [...path, index] : path);
    const checked = checkEntry(kind, item.trim());
    if (!checked.ok) {
      const what = Array.isArray(value) ? `${name}.${index}` : name;
      problems.push({ file: layer.file, ...at, message: `${what}: ${complaint(checked, item)}` });
      continue;
    }
    if (run === undefined || at.line !== run.line + run.entries.length) {
      run = { line: at.line, entries: [] };
      parts.push({ file: basename(layer.file), ...run });
    }
    run.entries.push(checked.text);
  }
  return parts;
}

function readFilePart(
  layer: Layer,
  name: string,
  setting: string,
  kind: ListTest,
  problems: FileProblem[],
): ListPart {
  const file = resolve(dirname(layer.file), name);
  const { lines, problems: odd } = readListFile(file, `${setting} of ${layer.file}`);
  append(
    problems,
    odd.map((problem) => ({ ...problem, file })),
  );
  const entries = lines.map((text, index) => {
    if (text === '') return '';
    const checked = checkEntry(kind, text);
    if (checked.ok) return checked.text;
    problems.push({ file, line: index + 1, column: 1, message: complaint(checked, text) });
    return '';
  });
  return { file: name, line: 1, entries };
}

function complaint(
  { expected, why }: { readonly expected: string; readonly why?: string },
  text: string,
): string {
  const got = JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
  return `expected ${expected}, got ${got}${why === undefined ? '' : `: ${why}`}`;
}
