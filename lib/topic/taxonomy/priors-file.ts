import { type ClassPath, readClassPath, rootPath } from './class-path.ts';

/** How likely classes are beforehand, as a file says it. */
export interface PriorsFile {
  readonly priors: Readonly<Record<ClassPath, number>>;
  readonly faults: readonly { readonly line: number; readonly problem: string }[];
}

const most = 1_000_000_000_000;

/**
 * Reads lines `CLASS = NUMBER`: a class counts as so many examples. Comments that begin with `#`, empty lines. Never
 * throws: what cannot be read is a fault.
 * @param classes those that there are
 */
export function parsePriors(text: string, classes: readonly ClassPath[]): PriorsFile {
  const priors = new Map<ClassPath, number>();
  const faults: { line: number; problem: string }[] = [];
  for (const [index, raw] of text.split(/\r\n?|\n/).entries()) {
    if (raw.trim() === '' || raw.startsWith('#')) continue;
    const { written, number } = partsOf(raw);
    const read = readClassPath(written);
    const path = 'path' in read ? read.path : rootPath;
    const problem =
      problemOf(written, number, path, classes) ?? (priors.has(path) ? `${path} is there twice` : undefined);
    if (problem === undefined) priors.set(path, Number(number));
    else faults.push({ line: index + 1, problem });
  }
  return { priors: Object.fromEntries(priors), faults };
}

/** Both empty where the line is none of this form. */
function partsOf(line: string): { readonly written: string; readonly number: string } {
  const sign = line.lastIndexOf('=');
  const [written, number] = [line.slice(0, Math.max(0, sign)).trim(), line.slice(sign + 1).trim()];
  return written === '' || !/^\S+$/.test(number) ? { written: '', number: '' } : { written, number };
}

function problemOf(
  written: string,
  number: string,
  path: ClassPath,
  classes: readonly ClassPath[],
): string | undefined {
  if (written === '') return 'expected CLASS = NUMBER';
  if (!(Number(number) > 0 && Number(number) <= most))
    return `expected a number above 0 for ${path}, got ${number.slice(0, 40)}`;
  if (path === rootPath) return `${written.slice(0, 80)} is no class below the root`;
  if (!classes.includes(path)) return `there is no class ${path}`;
  return undefined;
}
