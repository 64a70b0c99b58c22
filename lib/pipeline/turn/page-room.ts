import { openBlocks, openByteRoom } from '../../base/bytes/byte-room.ts';
import type { Clock } from '../../ports/clock.ts';

/**
 * Bounds the memory that pages of all turns of a process take, from reading to commit. A large page is read when there is
 * room, and then its turn ends. So a turn that waits for room never waits for a turn that also waits. No turn waits to
 * share a write with one that has a large page, nor the other way round (`run-turn.ts`).
 */
export interface PageRoom {
  join(): TurnRoom;
}

export interface TurnRoom {
  /**
   * Waits until a page of so many bytes may be read, in the order of the calls. Small pages do not wait.
   * @param leftMs the longest wait; at most `waitMs`, which is also what an absent one means
   * @returns whether there was room in time
   */
  enter(bytes: number, leftMs?: number): Promise<boolean>;
  /** Keeps a text of what was read until the turn ends, and counts it. @returns its UTF-8, which is valid until then */
  keep(text: string): Uint8Array;
  /** Keeps bytes until the turn ends. */
  hold(bytes: Uint8Array): Uint8Array;
  /** Whether the turn should commit now. */
  isFull(): boolean;
  /** Ends the turn's share. Does nothing the second time. */
  leave(): void;
}

export interface PageRoomOptions {
  readonly clock: Pick<Clock, 'sleep'>;
  /** Bytes of large pages that are processed at once. A larger page is processed alone. */
  readonly largeBytes?: number;
  /** When all turns together keep this many characters, each commits. */
  readonly keptCharacters?: number;
  /** How long a large page waits for room. */
  readonly waitMs?: number;
}

/** Largest size of a page that need not wait, bytes. */
export const smallBytes = 512 * 1024;
/** Most characters that one turn keeps, without the page that exceeds this number. */
const maxKept = 8_000_000;
/** Blocks of 128 KB that stay allocated for turns to come: as much as all turns keep before each commits. */
const keptBlocks = 256;

export function openPageRoom(options: PageRoomOptions): PageRoom {
  const { clock, largeBytes = 16_000_000, keptCharacters = 32_000_000, waitMs = 20_000 } = options;
  let used = 0;
  let keptByAll = 0;
  const blocks = openBlocks(keptBlocks);
  let waiting: { readonly share: number; readonly begin: () => void }[] = [];

  const admit = (): void => {
    for (let [next] = waiting; next !== undefined && used + next.share <= largeBytes; [next] = waiting) {
      waiting = waiting.slice(1);
      used += next.share;
      next.begin();
    }
  };

  return {
    join() {
      let share = 0;
      let kept = 0;
      const bytes = openByteRoom(blocks);
      return {
        async enter(bytes, leftMs = waitMs) {
          if (bytes <= smallBytes || share > 0) return true;
          const own = Math.min(bytes, largeBytes);
          const admission = new AbortController();
          const request = { share: own, begin: () => admission.abort() };
          waiting.push(request);
          admit();
          if (!admission.signal.aborted)
            await clock.sleep(Math.min(waitMs, leftMs), admission.signal).catch(() => undefined);
          if (admission.signal.aborted) share = own;
          else waiting = waiting.filter((one) => one !== request);
          // The next pages in line may be smaller.
          admit();
          return share > 0;
        },
        keep(text) {
          kept += text.length;
          keptByAll += text.length;
          return bytes.keep(text);
        },
        hold: (what) => bytes.keep(what),
        isFull: () => share > 0 || kept > maxKept || (kept > 0 && keptByAll > keptCharacters),
        leave() {
          used -= share;
          keptByAll -= kept;
          share = 0;
          kept = 0;
          bytes.leave();
          admit();
        },
      };
    },
  };
}
