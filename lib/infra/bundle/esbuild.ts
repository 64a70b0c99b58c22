import { createRequire } from 'node:module';
import { WinnowError } from '../../base/error.ts';

type Esbuild = typeof import('esbuild');

const require = createRequire(import.meta.url);

/** The bundler, loaded when it is used: who gives bundles need not have it. @throws WinnowError `config` when it is missing */
export function esbuild(): Esbuild {
  try {
    return require('esbuild') as Esbuild;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw cause;
    throw new WinnowError(
      'config',
      'the functions are bundled by esbuild, which is not installed: npm install --save-dev esbuild, or give the bundles as `code`',
      { cause },
    );
  }
}
