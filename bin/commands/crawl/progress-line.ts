import type { CrawlProgress } from '../../../lib/runtime/shared/installation.ts';
import type { Io } from '../../io.ts';
import { renderProgress } from '../../render/crawl/crawl.ts';

/** Between two lines where no line can be written over: often enough for a crawl that somebody waits for. */
const plainMs = 5_000;
const clearLine = '\r\u001b[2K';

export interface ProgressLine {
  readonly show: (progress: CrawlProgress) => void;
  /** A line of its own, above the live one. */
  say(text: string): void;
  /** Takes the live line away. */
  end(): void;
}

/**
 * How a crawl goes: one line that is written over on a terminal, else a plain one now and then.
 * @param everyMs between two plain ones
 */
export function progressLine(io: Io, everyMs = plainMs): ProgressLine {
  if (io.live) {
    return {
      show: (progress) => io.err(`${clearLine}${renderProgress(progress, io.columns - 1)}`),
      say: (text) => io.err(`${clearLine}${text}\n`),
      end: () => io.err(clearLine),
    };
  }
  let shownMs = 0;
  return {
    show: (progress) => {
      if (progress.elapsedMs - shownMs < everyMs) return;
      shownMs = progress.elapsedMs;
      io.err(`${renderProgress(progress)}\n`);
    },
    say: (text) => io.err(`${text}\n`),
    end: () => {},
  };
}
