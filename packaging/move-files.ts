/**
 * Moves files and folders of ours and all that names them: imports, links of documentation, paths in strings.
 *
 *     node packaging/move-files.ts < moves
 *
 * Each line of the input is `OLD NEW`, paths from the checkout; a folder takes all that is in it along. A line `names OLD NEW NAME …` moves
 * nothing, and has everybody import these names from the other file. Then `npx biome check --write`, which puts imports in order, and
 * `npx tsc`. Paths that are put together at run time (`join('lib', …)`, names without an ending) are not found: look for them.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dirname, join as joined, relative } from 'node:path/posix';

const root = join(import.meta.dirname, '..');
const code = /\.(?:ts|mts|js|mjs)$/;
const text = /\.(?:ts|mts|js|mjs|md|json|ya?ml)$/;

/** Names that are imported from another file from now on. */
interface MovedNames {
  readonly from: string;
  readonly to: string;
  readonly names: ReadonlySet<string>;
}

const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(root, path)));
const isFile = new Set(tracked);
/** New paths of files, and of the folders that are moved whole. */
const files = new Map<string, string>();
const folders = new Map<string, string>();
const names: MovedNames[] = [];

for (const line of readFileSync(0, 'utf8').split('\n')) {
  const [first = '', second = '', ...rest] = line.trim().split(/\s+/);
  if (first === '' || first.startsWith('#')) continue;
  if (first === 'names') {
    const [to = '', ...moved] = rest;
    names.push({ from: second, to, names: new Set(moved) });
  } else addMove(first, second);
}

for (const path of tracked) {
  if (!text.test(path) || path.startsWith('test/fixtures/')) continue;
  const before = readFileSync(join(root, path), 'utf8');
  const after = withPaths(path.endsWith('.md') ? withLinks(path, before) : withImports(path, before));
  if (after !== before) writeFileSync(join(root, path), after);
}
for (const [from, to] of files) {
  mkdirSync(join(root, dirname(to)), { recursive: true });
  execFileSync('git', ['mv', from, to], { cwd: root });
}

function addMove(from: string, to: string): void {
  const inside = tracked.filter((path) => path === from || path.startsWith(`${from}/`));
  if (inside.length === 0) throw new Error(`there is no ${from}`);
  for (const path of inside) files.set(path, to + path.slice(from.length));
  if (!isFile.has(from)) folders.set(from, to);
}

function withImports(path: string, source: string): string {
  if (!code.test(path)) return source;
  const place = files.get(path) ?? path;
  const named = names.reduce((now, moved) => withNames(path, now, moved), source);
  return named.replace(
    /(['"`])(\.\.?\/[^'"`\n${}]*\w[^'"`\n${}]*)\1/g,
    (whole, quote: string, written: string) => {
      const target = joined(dirname(path), written).replace(/\/$/, '');
      const isFolder = tracked.some((one) => one.startsWith(`${target}/`));
      if (!isFile.has(target) && !isFolder) return whole;
      const to = files.get(target) ?? folders.get(target) ?? target;
      return place === path && to === target ? whole : quote + pathTo(place, to) + quote;
    },
  );
}

/** The imports of a file, of which those of some names come from another file. */
function withNames(path: string, source: string, { from, to, names: moved }: MovedNames): string {
  return source.replace(
    /^import( type)? \{([^}]*)\} from '([^']+)';\n/gm,
    (whole, type: string | undefined, list: string, written: string) => {
      if (joined(dirname(path), written) !== from) return whole;
      const all = list.split(',').flatMap((one) => (one.trim() === '' ? [] : [one.trim()]));
      const isMoved = (one: string): boolean => moved.has(one.replace(/^type /, '').split(' ')[0] ?? '');
      const statement = (some: readonly string[], where: string): string =>
        some.length === 0 ? '' : `import${type ?? ''} { ${some.join(', ')} } from '${where}';\n`;
      const others = all.filter((one) => !isMoved(one));
      return (
        statement(others, written) + (path === to ? '' : statement(all.filter(isMoved), pathTo(path, to)))
      );
    },
  );
}

function withLinks(path: string, source: string): string {
  return source.replace(/\]\(([^)#\s:]+)(#[^)]*)?\)/g, (whole, written: string, part = '') => {
    const target = joined(dirname(path), written).replace(/\/$/, '');
    const to = files.get(target) ?? folders.get(target);
    return to === undefined ? whole : `](${relative(dirname(files.get(path) ?? path), to)}${part})`;
  });
}

/** Whole paths in strings and texts, and the last two parts of a path between backquotes. */
function withPaths(source: string): string {
  let now = source;
  for (const [from, to] of [...files, ...folders]) {
    if (now.includes(from)) now = now.replace(new RegExp(`(?<![\\w./-])${escaped(from)}(?![\\w-])`, 'g'), to);
    now = now.replaceAll(`\`${lastTwo(from)}\``, `\`${lastTwo(to)}\``);
  }
  return now;
}

function pathTo(from: string, to: string): string {
  const path = relative(dirname(from), to);
  return path.startsWith('.') ? path : `./${path}`;
}

function lastTwo(path: string): string {
  return path.split('/').slice(-2).join('/');
}

function escaped(path: string): string {
  return path.replaceAll('.', '\\.');
}
