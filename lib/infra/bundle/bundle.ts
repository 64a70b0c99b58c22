import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import type { Metafile } from 'esbuild';
import type { AnyFunctionName } from '../../config/stack/names.ts';
import { esbuild } from './esbuild.ts';

/** undici and others call `require` for built-in modules; ES modules have none, so the banner makes one. */
export const requireBanner =
  "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";

/**
 * Parts of undici that no function reaches (0.3 MB): a second HTTP parser, left out by the switch that Node.js builds
 * undici with; the parser for processors without SIMD; and upload forms, which undici loads only when it sends one.
 */
export const leanUndici = {
  define: { esbuildDetection: 'true' },
  external: ['../llhttp/llhttp-wasm.js', '../web/fetch/*', '../web/webidl'],
};

const root = join(import.meta.dirname, '..', '..', '..');
/** `.ts` in a checkout, `.js` in the package. */
const extension = extname(import.meta.filename);

/**
 * Modules of ours, without their endings, in place of parts of the SDK that no function reaches: a cache, with what it is made of
 * (8 KB in every function), streams of events (16 KB), places of credentials (0.1 MB), and traces of calls at once (2 KB).
 */
export const standIns = {
  '@aws-sdk/endpoint-cache': 'lib/infra/bundle/endpoint-cache',
  '@smithy/core/event-streams': 'lib/infra/bundle/event-streams',
  '@aws-sdk/credential-provider-node': 'lib/infra/bundle/credentials',
  '@aws/lambda-invoke-store': 'lib/infra/bundle/invoke-store',
} as const;

/** The code of the functions of a crawl; with `-rest`, of those that also answer at URLs. */
export type CodeName = AnyFunctionName | 'view-rest' | 'ops-rest';
/** The same, and that of the function that stores the jobs which are deployed with their app. */
export type BundleName = CodeName | 'jobs';

const telemetry = {
  'open-telemetry': join('lib', 'capabilities', 'telemetry', `open-telemetry${extension}`),
};
/** Threads and processes that a function starts (`lib/runtime/aws/aws-worker.ts`, `convert-batch.ts`), and what they load: bundled as modules beside it. */
const threads: Readonly<Partial<Record<BundleName, Readonly<Record<string, string>>>>> = {
  harvest: {
    'reader-worker': join('lib', 'adapters', 'reading', `reader-worker${extension}`),
    'eld-detector': join('lib', 'base', 'language', `eld-detector${extension}`),
    ...telemetry,
  },
  convert: {
    'convert-worker': join('lib', 'adapters', 'converting', `convert-worker${extension}`),
    'worker-process-main': join('lib', 'adapters', 'system', `worker-process-main${extension}`),
  },
  dispatch: telemetry,
  recycle: telemetry,
};

/**
 * Bundles a Lambda with the SDK into `<outDir>/index.mjs`, and the threads that it starts into `<outDir>/<thread>.mjs`;
 * the result needs no other files. Works offline. The same sources give the same bytes in every directory, so that
 * CloudFormation sees a change only where there is one.
 * @param outDir made when missing
 * @returns esbuild's metafile, for size budgets
 */
export function bundle(name: BundleName, outDir: string): Metafile {
  const { metafile, outputFiles } = esbuild().buildSync({
    absWorkingDir: root,
    entryPoints: { index: join('functions', `${name}${extension}`), ...threads[name] },
    // Source maps name sources relative to this directory: the real one would make the bytes depend on its path.
    outdir: join(root, 'bundle'),
    write: false,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    // Packages that offer an ES module shrink to the parts in use; by default esbuild prefers their CommonJS.
    mainFields: ['module', 'main'],
    minify: true,
    // Names of errors and middleware show in logs.
    keepNames: true,
    sourcemap: true,
    sourcesContent: false,
    banner: { js: requireBanner },
    define: leanUndici.define,
    alias: Object.fromEntries(
      Object.entries(standIns).map(([name, path]) => [name, `./${path}${extension}`]),
    ),
    external: leanUndici.external,
    metafile: true,
    logLevel: 'error',
  });
  mkdirSync(outDir, { recursive: true });
  for (const { path, contents } of outputFiles) writeFileSync(join(outDir, basename(path)), contents);
  return metafile;
}
