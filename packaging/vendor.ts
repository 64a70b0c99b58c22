import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { buildSync } from 'esbuild';

/**
 * Packages of which the program uses a small part, and which are large (16 MB together, of which 1.5 MB are used): the package ships
 * that part, compiled, in place of a dependency. They are development dependencies, for the checkout.
 */
export const vendored: readonly string[] = ['@opentelemetry/api', '@orama/stemmers', 'eld', 'hono', 'hucre'];

/** Imports of the vendored packages in compiled code. */
const imports = new RegExp(
  `(import \\{([^}]*)\\} from |from |import\\()(['"])((?:${vendored.join('|')})(?:/[\\w./-]+)?)\\3`,
  'g',
);

/** Every name that a module has: an import that names none may want any. */
const all = '*';

/**
 * Bundles what compiled code imports of the vendored packages into `<dist>/vendor`, with their licences, and has the code
 * import that.
 */
export function vendor(dist: string, root: string): void {
  const used = new Map<string, Set<string>>();
  for (const path of globSync('{lib,bin,functions}/**/*.js', { cwd: dist })) {
    const file = join(dist, path);
    const text = readFileSync(file, 'utf8');
    const changed = text.replaceAll(
      imports,
      (_, keyword: string, names: string | undefined, quote: string, specifier: string) => {
        const taken = names?.split(',').map((one) => one.trim().replace(/ as .*/, '')) ?? [all];
        used.set(specifier, new Set([...(used.get(specifier) ?? []), ...taken]));
        const target = relative(dirname(file), join(dist, fileOf(specifier)));
        return `${keyword}${quote}${target.startsWith('.') ? target : `./${target}`}${quote}`;
      },
    );
    if (changed !== text) writeFileSync(file, changed);
  }
  for (const [specifier, names] of used) {
    const exported = names.has(all) ? all : `{ ${[...names].join(', ')} }`;
    buildSync({
      stdin: { contents: `export ${exported} from '${specifier}';`, resolveDir: root },
      outfile: join(dist, fileOf(specifier)),
      bundle: true,
      platform: 'node',
      target: 'node24',
      format: 'esm',
      minify: true,
      logLevel: 'error',
    });
  }
  for (const name of vendored) {
    const target = join(dist, 'vendor', name.replace('/', '-'));
    mkdirSync(target, { recursive: true });
    for (const licence of globSync('LICENSE*', { cwd: join(root, 'node_modules', name) }))
      cpSync(join(root, 'node_modules', name, licence), join(target, licence));
  }
}

function fileOf(specifier: string): string {
  const name = vendored.find((one) => specifier === one || specifier.startsWith(`${one}/`)) ?? specifier;
  const part = specifier === name ? 'index' : specifier.slice(name.length + 1).replaceAll('/', '-');
  return join('vendor', name.replace('/', '-'), `${part}.js`);
}
