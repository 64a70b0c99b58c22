import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** The files of the package's exports. */
const entries = { '.': 'open-crawl', './cdk': 'cdk', './extend': 'extend' } as const;

/** An exported declaration as the compiler writes it, with its comments. */
export interface Declaration {
  readonly entry: keyof typeof entries;
  readonly name: string;
  readonly text: string;
}

/** What the package exports, in the order of its entries and of the names in them. Takes some seconds: the compiler runs. */
export function declarations(): readonly Declaration[] {
  const out = mkdtempSync(join(tmpdir(), 'winnow-declarations-'));
  try {
    writeDeclarations(out);
    return Object.entries(entries).flatMap(([entry, file]) =>
      exportedBy(join(out, 'lib', 'api', `${file}.d.ts`)).map(({ name, from }) => ({
        entry: entry as keyof typeof entries,
        name,
        text: declarationIn(readFileSync(from, 'utf8'), name),
      })),
    );
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

/** Writes the declarations of all that the package exports into a folder. */
export function writeDeclarations(out: string): void {
  const compiler = join(
    dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
    'bin',
    'tsc',
  );
  const config = join(out, 'tsconfig.json');
  writeFileSync(
    config,
    JSON.stringify({
      extends: join(import.meta.dirname, 'tsconfig.json'),
      compilerOptions: {
        ...{ rootDir: root, outDir: out, noEmit: false, emitDeclarationOnly: true, sourceMap: false },
        ...{ noCheck: true, typeRoots: [join(root, 'node_modules', '@types')] },
      },
      include: [],
      files: Object.values(entries).map((file) => join(root, 'lib', 'api', `${file}.ts`)),
    }),
  );
  execFileSync(process.execPath, [compiler, '-p', config], { cwd: root, stdio: 'inherit' });
}

interface Exported {
  readonly name: string;
  /** The file that declares it. */
  readonly from: string;
}

function exportedBy(file: string): readonly Exported[] {
  const text = readFileSync(file, 'utf8');
  const passedOn = [...text.matchAll(/^export (?:type )?\{([^}]*)\} from ['"]([^'"]+)['"];/gm)].flatMap(
    ([, names = '', path = '']) =>
      names
        .split(',')
        .map((name) => name.replace(/^\s*type\s+/, '').trim())
        .filter((name) => name !== '')
        .map((name) => ({ name, from: join(dirname(file), path.replace(/\.[jt]s$/, '.d.ts')) })),
  );
  const own = [...text.matchAll(/^export declare (?:abstract )?(?:class|function|const) (\w+)/gm)].map(
    ([, name = '']) => ({ name, from: file }),
  );
  return [...own, ...passedOn];
}

/** A top-level declaration, with the comment before it, up to the line that ends it. */
function declarationIn(text: string, name: string): string {
  const lines = text.split('\n');
  const at = lines.findIndex((line) =>
    new RegExp(`^export (?:declare )?(?:abstract )?(?:class|interface|type|function|const) ${name}\\b`).test(
      line,
    ),
  );
  if (at < 0) throw new Error(`there is no declaration of ${name}`);
  // It ends where its braces are closed again.
  let end = at;
  let open = bracesOf(lines[at]);
  while (open > 0 && end < lines.length) {
    end += 1;
    open += bracesOf(lines[end]);
  }
  let begin = at;
  if (/\*\/$/.test(lines[at - 1] ?? '')) {
    begin = at - 1;
    while (begin > 0 && !/^\/\*\*/.test(lines[begin] ?? '')) begin -= 1;
  }
  return lines.slice(begin, end + 1).join('\n');
}

function bracesOf(line = ''): number {
  return line.split('{').length - line.split('}').length;
}

/** The same without comments. */
export function withoutComments(text: string): string {
  return text.replaceAll(/^ *\/\*\*[\s\S]*?\*\/\n/gm, '').replaceAll(/^\s*\n/gm, '');
}
