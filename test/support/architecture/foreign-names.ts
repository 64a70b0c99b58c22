import type { SourceFile } from './imports.ts';

/** A constant of a module. */
const table =
  /^(?:export )?const (\w+)\s*:\s*(?:Readonly<\s*)?Record<\s*string\b(?:[^=]|=>)*=\s*\{\s*[^\s}]/gm;
/** `name in table` as a condition or a value; not that of a loop or a type, nor that of a sentence. */
const inOperator =
  /(?<=[(!]|&& |\|\| |=> |= |return )(?!Symbol\.)(\w+(?:\.\w+)*) in (\w+)(?=\)| &&| \|\||;| \?|\n)/g;

/** Tables of names that are objects. */
export function objectTables(code: string): readonly string[] {
  return [...code.matchAll(table)].map(([, name]) => name as string);
}

/**
 * Places that look a name up where each object has names of its own (`constructor`): a table that is an object, by a name that is not
 * written there, and the operator `in`.
 */
export function foreignNameFaults(files: readonly Pick<SourceFile, 'path' | 'code'>[]): readonly string[] {
  const tables = files.flatMap(({ path, code }) => objectTables(code).map((name) => ({ path, name })));
  return files.flatMap(({ path, code }) => {
    const known = tables.filter((one) => one.path === path || isImported(code, one)).map(({ name }) => name);
    const lookedUp = known.filter((name) => new RegExp(`(?<![\\w.])${name}\\[[^'"\\]]`).test(code));
    const asked = code
      .split('\n')
      .filter((line) => !/\bfor \(/.test(line))
      .flatMap((line) => [...`${line}\n`.matchAll(inOperator)].map(([whole]) => whole));
    return [...lookedUp.map((name) => `${path}: ${name}[…]`), ...asked.map((whole) => `${path}: ${whole}`)];
  });
}

function isImported(code: string, { path, name }: { readonly path: string; readonly name: string }): boolean {
  const file = path.slice(path.lastIndexOf('/') + 1).replaceAll('.', '\\.');
  return new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from '[^']*${file}'`).test(code);
}
