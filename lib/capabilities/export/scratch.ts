import { WinnowError } from '../../base/error.ts';
import type { Scratch } from '../../pipeline/operation/made.ts';

/** Scratch in the memory of this process, for who has no other room. */
export function memoryScratch(): Scratch {
  const kept = new Map<string, Uint8Array>();
  return {
    put: (name, bytes) => void kept.set(name, bytes),
    read(name) {
      const bytes = kept.get(name);
      if (bytes === undefined) throw new WinnowError('corrupt', `there is no ${name} in the scratch`);
      return bytes;
    },
  };
}
