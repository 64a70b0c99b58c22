import { resolve } from 'node:path';
import { WinnowError } from '../../../../lib/base/error.ts';
import { printable } from '../../../../lib/base/printable.ts';
import { formatNumber } from '../../../../lib/base/quantity.ts';
import { fileFault } from '../../../../lib/config/file/file-fault.ts';
import { MadeFiles } from '../../../../lib/faces/made-files.ts';
import type { Requester } from '../../../../lib/operations/ask.ts';
import type { Made, MadeKind, MadeProgress } from '../../../../lib/pipeline/operation/made.ts';
import type { Io } from '../../../io.ts';
import { json } from '../../../render/base/json.ts';
import { clearLine } from '../../../render/base/table.ts';
import { holdHeapDown } from './small-heap.ts';

/** How the command line takes what an operation makes. */
export interface Taking {
  readonly io: Io;
  /** A path; `-` or absent: standard output. */
  readonly out: string | undefined;
  readonly isJson: boolean;
  readonly kind: MadeKind;
  /** The request, as it was typed. */
  readonly request: object;
  /** What is done with the pieces before they are kept. */
  readonly through: (pieces: AsyncIterable<Made>) => Promise<AsyncIterable<Made>>;
}

/** Takes the pieces of what is made into files, or hands them on as they come. @param ask has them made, from a mark on */
export async function takeMade(
  taking: Taking,
  ask: (more: Partial<Requester>) => Promise<AsyncIterable<Made>>,
): Promise<void> {
  const { io, out, kind } = taking;
  const isStdout = out === undefined || out === '-';
  if (isStdout && kind.isFolder) throw new WinnowError('usage', 'give --out <folder>: it makes many files');
  const files = isStdout ? undefined : new MadeFiles(out, kind, taking.request, { faultText: fileFault });
  if (files?.mark !== undefined) io.err('going on with what is there\n');
  io.standBack();
  const bar = progressBar(io);
  const passed = holdHeapDown();
  let made: object | undefined;
  try {
    const resume = files?.mark;
    const pieces = await ask({ ...(files && { scratch: files.scratch }), ...(resume && { resume }) });
    for await (const piece of await taking.through(pieces)) {
      if ('progress' in piece) bar.show(piece.progress);
      else if ('said' in piece) bar.say(printable(piece.said.text));
      else if (files !== undefined) files.take(piece);
      else if ('bytes' in piece) {
        io.out(piece.bytes);
        await io.drained();
      }
      if ('made' in piece) made = piece.made;
      passed(piece);
    }
  } finally {
    bar.end();
    files?.close();
  }
  if (made === undefined) return;
  const tell = isStdout ? io.err : io.out;
  tell(taking.isJson ? json(made) : summary(made, isStdout ? undefined : resolve(out)));
}

function summary(made: object, path: string | undefined): string {
  const counts = Object.entries(made).filter(
    ([name, count], at) => at === 0 || (count > 0 && name !== 'missing'),
  );
  const said = counts.map(([name, count]) => `${formatNumber(count)} ${name}`).join(', ');
  return `${said}${path === undefined ? '' : `: ${path}`}\n`;
}

const width = 24;

/** One line of a terminal, which is written over; nothing elsewhere. */
function progressBar(io: Io) {
  const began = performance.now();
  const line = ({ done, of }: MadeProgress): string => {
    const rate = `${formatNumber(Math.round((1_000 * done) / Math.max(1, performance.now() - began)))}/s`;
    if (!of) return `${formatNumber(done)} records, ${rate}`;
    const part = Math.min(1, done / of);
    const full = Math.round(width * part);
    const bar = `${'#'.repeat(full)}${'.'.repeat(width - full)}`;
    return `[${bar}] ${Math.round(100 * part)} % of ${formatNumber(of)} records, ${rate}`;
  };
  return {
    show(progress: MadeProgress): void {
      if (io.live) io.err(`${clearLine}${line(progress).slice(0, io.columns - 1)}`);
    },
    say: (text: string): void => io.err(`${io.live ? clearLine : ''}${text}\n`),
    end(): void {
      if (io.live) io.err(clearLine);
    },
  };
}
