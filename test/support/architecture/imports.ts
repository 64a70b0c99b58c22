import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout. */
export const root = fileURLToPath(new URL('../../../', import.meta.url));

/** A source file of ours. Paths are from the checkout, with slashes. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
  /** The text without comments. */
  readonly code: string;
  /** What it imports or exports from, types and lazy imports too: paths of ours resolved, packages as they stand. */
  readonly imports: readonly { readonly own: boolean; readonly name: string }[];
}

/** All TypeScript files below some folders. */
export function sourceFiles(...folders: readonly string[]): readonly SourceFile[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => read(`${folder}/${name.replaceAll('\\', '/')}`))
      .sort((a, b) => (a.path < b.path ? -1 : 1)),
  );
}

function read(path: string): SourceFile {
  const text = readFileSync(join(root, path), 'utf8');
  const code = withoutComments(text);
  const imports = specifiers(code).map((name) =>
    name.startsWith('.') ? { own: true, name: posix.join(posix.dirname(path), name) } : { own: false, name },
  );
  return { path, text, code, imports };
}

const statement = /(?:^|[;}\s])(?:import|export)\s(?:[^'"`;()]*?\sfrom\s*)?(['"])([^'"\n]+)\1/g;
const lazy = /\b(?:import|require)\(\s*(['"])([^'"\n]+)\1/g;

/** Everything that is imported or re-exported in a text without comments. */
export function specifiers(code: string): readonly string[] {
  return [...code.matchAll(statement), ...code.matchAll(lazy)].flatMap(([, , name]) => name ?? []);
}

/**
 * Comments blanked, so that examples in them are no code; strings, templates and regular expressions are passed
 * over, so that `https://` begins no comment.
 */
export function withoutComments(text: string): string {
  return text.replace(
    /(['"])(?:\\.|(?!\1)[^\\\n])*\1|`(?:\\.|[^\\`])*`|(?<=[=(,:[!&|?]\s*)\/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g,
    (part) => (part.startsWith('/*') || part.startsWith('//') ? ' ' : part),
  );
}
