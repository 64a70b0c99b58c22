import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { buildSync, type Metafile } from 'esbuild';
import type { FunctionName } from '../config/stack/names.ts';

/** undici and others call `require` for built-in modules, which an ES module does not have. */
export const requireBanner =
  "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";

/**
 * What undici carries and a function never reaches (0.3 MB): a second HTTP parser, left out by the switch that Node.js
 * builds it with; the first one for processors without SIMD; and forms to upload, which it asks for when it sends one.
 */
const leanUndici = {
  define: { esbuildDetection: 'true' },
  external: ['../llhttp/llhttp-wasm.js', '../web/fetch/*', '../web/webidl'],
};

/**
 * Ways to credentials that a Lambda never takes, as it has them in its environment, which is looked into first: the SDK
 * would load these when it is not so (0.1 MB in every function).
 */
const otherCredentials = [
  '@aws-sdk/credential-provider-sso',
  '@aws-sdk/credential-provider-ini',
  '@aws-sdk/credential-provider-process',
  '@aws-sdk/credential-provider-web-identity',
  '@aws-sdk/credential-provider-http',
  '@smithy/credential-provider-imds',
];

const root = join(import.meta.dirname, '..', '..');

/** Threads that a function starts: modules of their own beside it (`lib/runtime/aws/aws-worker.ts`). */
const threads: Readonly<Partial<Record<FunctionName, Readonly<Record<string, string>>>>> = {
  harvest: { 'reader-worker': join('lib', 'adapters', 'reading', 'reader-worker.ts') },
};

/**
 * Bundles one Lambda, SDK and all, into `<outDir>/index.mjs`, and the threads that it starts into `<outDir>/<thread>.mjs`:
 * it runs from an empty folder. Works offline. The same sources give the same bytes, wherever they are written to, so that CloudFormation
 * sees a change only where there is one.
 * @param outDir made when it is not there
 * @returns esbuild's account of what went in, for size budgets
 */
export function bundle(name: FunctionName, outDir: string): Metafile {
  const { metafile, outputFiles } = buildSync({
    absWorkingDir: root,
    entryPoints: { index: join('functions', `${name}.ts`), ...threads[name] },
    // The source maps name their sources from here: the real directory would make the bytes depend on where it is.
    outdir: join(root, 'bundle'),
    write: false,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    // Packages that offer an ES module shrink to what is used; the default prefers their CommonJS.
    mainFields: ['module', 'main'],
    minify: true,
    // Error names and middleware names show in logs.
    keepNames: true,
    sourcemap: true,
    sourcesContent: false,
    banner: { js: requireBanner },
    define: leanUndici.define,
    external: [...leanUndici.external, ...otherCredentials],
    metafile: true,
    logLevel: 'error',
  });
  mkdirSync(outDir, { recursive: true });
  for (const { path, contents } of outputFiles) writeFileSync(join(outDir, basename(path)), contents);
  return metafile;
}
