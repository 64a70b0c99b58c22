import type { DumpFolder } from '../../../lib/ports/operate/job-backup.ts';

/** A folder of a dump in memory, whose files a test can damage. */
export interface MemoryFolder extends DumpFolder {
  readonly files: Map<string, Uint8Array>;
}

export function memoryFolder(): MemoryFolder {
  const files = new Map<string, Uint8Array>();
  return {
    files,
    path: 'a-folder',
    read: async (name) => files.get(name),
    put: async (name, bytes) => void files.set(name, Buffer.from(bytes)),
    names: async () => [...files.keys()],
    remove: async (name) => void files.delete(name),
  };
}
