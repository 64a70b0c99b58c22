import type { JobBackup } from '../../ports/operate/job-backup.ts';
import type { HeadOf } from './entry.ts';

/** A bundle that was begun again: what came of it so far is dropped. */
class Abandoned extends Error {}

/** Puts bundles whose pieces come one after the other, also over several parts. */
export class BundleSink {
  readonly #backup: JobBackup;
  #key: string | undefined;
  #next = 0;
  #give: ((piece: Uint8Array | 'end' | 'drop') => Promise<void>) | undefined;
  #put: Promise<void> = Promise.resolve();

  constructor(backup: JobBackup) {
    this.#backup = backup;
  }

  /** Whether a bundle has begun and not ended: its first pieces are needed again after a crash. */
  get isOpen(): boolean {
    return this.#key !== undefined;
  }

  /** Takes a piece. One that does not follow the one before is of a bundle whose beginning was lost: it is passed over. */
  async take({ key, start, size }: HeadOf<'bundle'>, piece: Uint8Array): Promise<void> {
    if (start === 0) await this.#begin(key);
    if (this.#key !== key || start !== this.#next) return;
    await this.#give?.(piece);
    this.#next += piece.length;
    if (this.#next < size) return;
    await this.#give?.('end');
    this.#key = undefined;
    await this.#put;
  }

  /** Drops a bundle that has not ended. */
  async drop(): Promise<void> {
    if (this.#key === undefined) return;
    await this.#give?.('drop');
    this.#key = undefined;
    await this.#put.catch((error: unknown) => {
      if (!(error instanceof Abandoned)) throw error;
    });
  }

  async #begin(key: string): Promise<void> {
    await this.drop();
    const { pieces, give } = handedOn();
    this.#key = key;
    this.#next = 0;
    const put = this.#backup.putBundle(key, pieces);
    put.catch(() => undefined);
    this.#put = put;
    // A store that refuses the bundle takes no more pieces.
    this.#give = (piece) => Promise.race([give(piece), put]);
  }
}

/** Pieces that one side gives and the other takes, one at a time. */
function handedOn(): {
  readonly pieces: AsyncIterable<Uint8Array>;
  give(piece: Uint8Array | 'end' | 'drop'): Promise<void>;
} {
  let taken: (() => void) | undefined;
  let arrive: ((piece: Uint8Array | 'end' | 'drop') => void) | undefined;
  let arriving = new Promise<Uint8Array | 'end' | 'drop'>((resolve) => {
    arrive = resolve;
  });
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const piece = await arriving;
      arriving = new Promise((resolve) => {
        arrive = resolve;
      });
      if (piece === 'drop') throw new Abandoned();
      if (piece === 'end') return taken?.();
      yield piece;
      taken?.();
    }
  }
  return {
    pieces: pieces(),
    give: (piece) =>
      new Promise((resolve) => {
        taken = resolve;
        arrive?.(piece);
        if (piece === 'drop') resolve();
      }),
  };
}
