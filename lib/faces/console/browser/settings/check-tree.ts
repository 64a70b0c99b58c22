import { nearest } from '../../../../base/nearest.ts';
import type { KnownSetting } from '../base/known-settings.ts';

export type Tree = Readonly<Record<string, unknown>>;

/** What is wrong with a text of settings, and at which of its lines. */
export interface SettingFault {
  readonly line: number;
  readonly says: string;
}

const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads settings as JSON. */
export function readTree(text: string): Tree | SettingFault {
  try {
    const read: unknown = JSON.parse(text);
    return isTree(read) ? read : { line: 1, says: 'this is no JSON object' };
  } catch (error) {
    const says = error instanceof Error ? error.message : String(error);
    const [, position] = /position (\d+)/.exec(says) ?? [];
    const [, named] = /line (\d+)/.exec(says) ?? [];
    const at = position === undefined ? text.length : Number(position);
    return { line: Number(named ?? lineAt(text, at)), says: says.replace(/ at position.*| in JSON.*/, '') };
  }
}

export function isFault(read: Tree | SettingFault): read is SettingFault {
  return typeof read.says === 'string' && typeof read.line === 'number';
}

/** Keys that there are not, and values that a key does not have. The server knows the rest. */
export function faultsOf(
  tree: Tree,
  text: string,
  known: ReadonlyMap<string, KnownSetting>,
): readonly SettingFault[] {
  const sections = new Set(
    [...known.keys()].flatMap((key) => key.split('.').map((_, at, all) => all.slice(0, at).join('.'))),
  );
  const look = (value: Tree, above: readonly string[]): readonly SettingFault[] =>
    Object.entries(value).flatMap(([name, inner]) => {
      const path = [...above, name];
      const key = path.join('.');
      const setting = known.get(key);
      if (setting === undefined && sections.has(key) && isTree(inner)) return look(inner, path);
      const says =
        setting === undefined ? unknownKey(key, [...sections, ...known.keys()]) : wrongValue(setting, inner);
      return says === undefined ? [] : [{ line: lineOf(text, path), says }];
    });
  return look(tree, []);
}

function unknownKey(key: string, names: readonly string[]): string {
  const near = nearest(key, names);
  return `there is no setting ${key}${near === undefined ? '' : `: is ${near} meant?`}`;
}

const kinds: ReadonlyMap<string, string> = new Map([
  ['boolean', 'true or false'],
  ['integer', 'a whole number'],
  ['number', 'a number'],
]);

function wrongValue({ key, choices, type = '' }: KnownSetting, value: unknown): string | undefined {
  if (choices !== undefined && !choices.includes(value)) return `${key} is one of ${choices.join(', ')}`;
  const fits = type === 'integer' ? Number.isInteger(value) : typeof value === type;
  return !kinds.has(type) || fits ? undefined : `${key} is ${kinds.get(type)}`;
}

/** The line at which the last name of a path stands, each name looked for behind the one before. */
function lineOf(text: string, path: readonly string[]): number {
  let at = 0;
  for (const name of path) at = Math.max(at, text.indexOf(JSON.stringify(name), at));
  return lineAt(text, at);
}

function lineAt(text: string, position: number): number {
  return text.slice(0, position).split('\n').length;
}
