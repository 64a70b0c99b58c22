import type { ThreadMemory } from './thread-memory.ts';

/** What the process around a thread is told. */
export type ProcessAsk =
  | { readonly kind: 'message'; readonly message: unknown }
  | { readonly kind: 'memory' };

/** What it says: a message of the thread, why the thread died, what it takes, that nothing comes any more. */
export type ProcessSaid =
  | { readonly kind: 'message'; readonly message: unknown }
  | { readonly kind: 'error'; readonly detail: string }
  | { readonly kind: 'memory'; readonly memory: ThreadMemory | undefined }
  | { readonly kind: 'ended' };
