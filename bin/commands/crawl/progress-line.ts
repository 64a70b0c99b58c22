import { clip } from '../../../lib/base/printable.ts';
import type { CrawlProgress } from '../../../lib/runtime/shared/installation.ts';
import type { Io } from '../../io.ts';
import { clearLine } from '../../render/base/table.ts';

/** Time between two lines where the output is no terminal: short, because the user waits for the crawl. */
const plainMs = 5_000;

export interface ProgressLine {
  readonly show: (progress: CrawlProgress, line: string) => void;
  /** Prints a line above the live line. */
  say(text: string): void;
  /** Removes the live line. */
  end(): void;
}

/**
 * Opens the display of progress: on a terminal one line that is overwritten, elsewhere a new line every `everyMs`.
 * @param everyMs milliseconds between two lines where the output is no terminal
 */
export function openProgressLine(io: Io, everyMs = plainMs): ProgressLine {
  if (io.live) {
    return {
      show: (_, line) => io.err(`${clearLine}${clip(line, io.columns - 1)}`),
      say: (text) => io.err(`${clearLine}${text}\n`),
      end: () => io.err(clearLine),
    };
  }
  let shownMs = 0;
  return {
    show: ({ elapsedMs }, line) => {
      if (elapsedMs - shownMs < everyMs) return;
      shownMs = elapsedMs;
      io.err(`${line}\n`);
    },
    say: (text) => io.err(`${text}\n`),
    end: () => {},
  };
}
