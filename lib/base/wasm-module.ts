import { Buffer } from 'node:buffer';

/** What a module of `wasm/` exports beside its functions. */
interface WithMemory {
  readonly memory: { readonly buffer: ArrayBuffer };
}

/** A module of `wasm/` that runs, and its memory as bytes. */
export interface WasmModule<Functions> {
  readonly run: Functions;
  /** The whole memory; a new array when the memory has grown. */
  bytes(): Buffer;
}

/**
 * @param base64 the file of the module in `wasm/`
 * @param host what the module calls of ours, by the file of the module that declares it
 */
export function wasmModule<Functions extends object>(
  base64: string,
  host: Readonly<Record<string, Record<string, (...values: number[]) => number>>> = {},
): WasmModule<Functions> {
  const { WebAssembly } = globalThis as unknown as WithWebAssembly;
  const module = new WebAssembly.Module(Buffer.from(base64, 'base64'));
  const run = new WebAssembly.Instance(module, host).exports as Functions & WithMemory;
  let bytes = Buffer.from(run.memory.buffer);
  return {
    run,
    bytes() {
      // Memory that grows moves: the array of before has no bytes any more.
      if (bytes.length === 0) bytes = Buffer.from(run.memory.buffer);
      return bytes;
    },
  };
}

/** Every Node has it; the types of Node do not. */
interface WithWebAssembly {
  readonly WebAssembly: {
    readonly Module: new (bytes: Uint8Array) => object;
    readonly Instance: new (module: object, imports: object) => { readonly exports: unknown };
  };
}
