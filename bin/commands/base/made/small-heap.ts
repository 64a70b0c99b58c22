import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Made } from '../../../../lib/pipeline/operation/made.ts';

/** Bytes of young objects, in two halves. V8 would take 64 MB: a third of the memory of an export (bench/results/export.md). */
const youngBytes = 16_777_216;
/** What buffers outside of the heap, and the heap itself, grow by until garbage is collected: V8 waits longer. */
const [bufferBytes, heapBytes] = [16_000_000, 28_000_000];
/** So many pieces pass between two looks, or so much time; a long piece counts for all of them. */
const [piecesPerLook, msPerLook] = [32, 50];
const longPiece = 65_536;

/**
 * Holds the heap of this process down while much passes through it that is soon forgotten. What V8 does not do, as another release
 * may not, costs memory and nothing else.
 * @returns is called with each piece that has passed
 */
export function holdHeapDown(): (made: Made) => void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as NonNullable<typeof globalThis.gc>;
  // What loading the program has left; it also takes back the room for young objects, which grows anew.
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  growYoung(() => collect({ type: 'minor' }));
  const atFirst = process.memoryUsage();
  const tooMany = (): boolean => process.memoryUsage().arrayBuffers > atFirst.arrayBuffers + bufferBytes;
  const tooMuch = (): boolean => process.memoryUsage().heapUsed > atFirst.heapUsed + heapBytes;
  let [pieces, lookedAt] = [0, performance.now()];
  return (made) => {
    const bytes = 'bytes' in made ? made.bytes : 'whole' in made ? made.whole : undefined;
    pieces += bytes !== undefined && bytes.length > longPiece ? piecesPerLook : 1;
    const now = performance.now();
    if (pieces < piecesPerLook && now - lookedAt < msPerLook) return;
    [pieces, lookedAt] = [0, now];
    if (tooMany()) collect({ type: 'minor' });
    // What has lived through two of these is collected with all the rest.
    if (tooMany() || tooMuch()) collect({ type: 'major', execution: 'sync' });
  };
}

/** Has the room for young objects grow once, and then no more. */
function growYoung(collect: () => void): void {
  setFlagsFromString('--semi-space-growth-factor=8');
  const survivors: unknown[] = [];
  for (let tries = 0; tries < 8 && youngNow() < youngBytes; tries++) {
    survivors.push(Array.from({ length: 10_000 }, (_, at) => ({ at })));
    collect();
  }
  setFlagsFromString('--semi-space-growth-factor=1');
}

function youngNow(): number {
  return getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0;
}
