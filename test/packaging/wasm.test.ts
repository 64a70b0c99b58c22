import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compileWasm, pathOfModule, wasmModules, writtenModule } from '../../packaging/build-wasm.ts';

describe('the modules in WebAssembly', () => {
  it.each(wasmModules())('%s is what its source gives: else run npm run wasm', async (name) => {
    expect(readFileSync(pathOfModule(name), 'utf8')).toBe(writtenModule(await compileWasm(name)));
  });

  it('are some', () => {
    expect(wasmModules()).not.toEqual([]);
  });
});
