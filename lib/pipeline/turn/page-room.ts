import type { Clock } from '../../ports/clock.ts';

/**
 * What the pages of the turns of a process take of its memory, from their bytes to the commit. A large page is read when
 * there is room for it, and its turn ends with it: so whoever waits for room waits for nobody who waits.
 */
export interface PageRoom {
  join(): TurnRoom;
}

export interface TurnRoom {
  /**
   * Waits until a page of so many bytes may be read, in the order of asking; a page that is not large need not wait.
   * @returns whether there was room within `waitMs`
   */
  enter(bytes: number): Promise<boolean>;
  /** Keeps what was read, of so many characters, until the turn is over. */
  keep(characters: number): void;
  /** The turn had better commit what it has. */
  isFull(): boolean;
  /** The turn is over, whatever came of it. Harmless when it is over. */
  leave(): void;
}

export interface PageRoomOptions {
  readonly clock: Pick<Clock, 'sleep'>;
  /** Bytes of large pages that are at work at once; a page of more has the room for itself. */
  readonly largeBytes?: number;
  /** Characters kept by all turns after which each commits what it has. */
  readonly keptCharacters?: number;
  /** How long a large page waits for room. */
  readonly waitMs?: number;
}

/** Pages up to this are never waited for, bytes. */
export const smallBytes = 512 * 1024;
/** Characters that one turn keeps at most, and the page that goes beyond. */
const maxKept = 8_000_000;

export function openPageRoom(options: PageRoomOptions): PageRoom {
  const { clock, largeBytes = 16_000_000, keptCharacters = 32_000_000, waitMs = 20_000 } = options;
  let used = 0;
  let keptByAll = 0;
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
      return {
        async enter(bytes) {
          if (bytes <= smallBytes || share > 0) return true;
          const own = Math.min(bytes, largeBytes);
          const over = new AbortController();
          const asked = { share: own, begin: () => over.abort() };
          waiting.push(asked);
          admit();
          if (!over.signal.aborted) await clock.sleep(waitMs, over.signal).catch(() => undefined);
          if (over.signal.aborted) share = own;
          else waiting = waiting.filter((one) => one !== asked);
          // Those behind may be smaller.
          admit();
          return share > 0;
        },
        keep(characters) {
          kept += characters;
          keptByAll += characters;
        },
        isFull: () => share > 0 || kept > maxKept || (kept > 0 && keptByAll > keptCharacters),
        leave() {
          used -= share;
          keptByAll -= kept;
          share = 0;
          kept = 0;
          admit();
        },
      };
    },
  };
}
