/** A class of a taxonomy, by the names on the way down to it: `/recreation/cycling`. The root is `/`. */
export type ClassPath = string;

export const rootPath: ClassPath = '/';

/** Longer names are no names: a text has come where a class was meant. */
const longestPath = 1_000;

/** A path as it was written, the slash at its beginning or end missing or not; or what is wrong with it. */
export function readClassPath(written: string): { readonly path: ClassPath } | { readonly problem: string } {
  if (written.length > longestPath) return { problem: `it is longer than ${longestPath} characters` };
  const names = written
    .normalize('NFC')
    .trim()
    .replace(/^\//, '')
    .replace(/\/$/, '')
    .split('/')
    .map((name) => name.trim());
  if (names.length === 1 && names[0] === '') return { path: rootPath };
  if (names.includes('')) return { problem: 'there is a name missing between two slashes' };
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they would break the lines of lists
  if (/[\u0000-\u001f\u007f]/.test(written)) return { problem: 'it has control characters in it' };
  return { path: `/${names.join('/')}` };
}

/** The class above; undefined for the root. */
export function parentOf(path: ClassPath): ClassPath | undefined {
  if (path === rootPath) return undefined;
  return path.slice(0, Math.max(1, path.lastIndexOf('/')));
}

/** Whether `path` is `above` or lies below it. A class of another model, which is no path, lies nowhere, not even below the root. */
export function isWithin(path: ClassPath, above: ClassPath): boolean {
  return path === above || path.startsWith(above === rootPath ? rootPath : `${above}/`);
}

/** The class and all above it, the root first. */
export function lineOf(path: ClassPath): readonly ClassPath[] {
  const above = parentOf(path);
  return above === undefined ? [path] : [...lineOf(above), path];
}

/** The last name; empty for the root. */
export function nameOf(path: ClassPath): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
