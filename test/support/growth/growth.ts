/** A text of any length, of which a reader may take longer than its length tells. */
export interface Shape {
  readonly name: string;
  /** @param size characters, about */
  readonly text: (size: number) => string;
}

/** Something that reads what others wrote. */
export interface Reader {
  readonly name: string;
  /** What brings it into each of its states, before a run. */
  readonly heads: readonly string[];
  /** What it looks for: runs are made of these, beside those of single characters. */
  readonly marks: readonly string[];
  readonly read: (text: string) => unknown;
}

/** Lengths that are compared. */
export const sizes = [10_000, 20_000, 40_000] as const;

/** As many characters take as long in few long texts as in many short ones; in quadratic time four times as long. */
const mostTimes = 2.5;
/** The same for texts of twice the length: a reader that begins to do something beyond a length does not grow twice. */
const mostOnce = 1.4;
/** A time with which no collection of garbage has to do, ms. */
const obviousMs = 1_000;
/** What takes less time than this at the largest size is taken for linear, ms. */
const negligibleMs = 8;
/** Processor time is counted in steps: each size is read until it has taken about as long as ten of them, ms. */
const stepMs = 4;
const measuredMs = 40;
/** Collections of garbage only ever make it longer. */
const attempts = 8;

/**
 * Why the time of a reader grows faster than a shape; undefined: it does not.
 * @param scale of the lengths
 */
export async function excess(reader: Reader, shape: Shape, scale = 1): Promise<string | undefined> {
  const texts = sizes.map((size) => shape.text(size * scale));
  const [small = '', , large = ''] = texts;
  // Compilers get to know a reader at its first text, and whoever else is on the machine only makes it slower.
  await reader.read(small);
  const once = Math.min(await waited(reader, large), await waited(reader, large));
  if (once <= negligibleMs) return undefined;
  // On a busy machine a text waits, and costs less than the clock says.
  const spent = Math.max(stepMs, Math.min(once, await cost(reader, large, 1)));
  const rounds = Math.ceil(measuredMs / spent);
  let least = sizes.map(() => Number.POSITIVE_INFINITY);
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    for (const [at, text] of texts.entries()) {
      const times = rounds * 2 ** (texts.length - 1 - at);
      least = least.with(at, Math.min(least[at] ?? 0, (await cost(reader, text, times)) / rounds));
    }
    const [first = 0, second = 0, third = 0] = least;
    if (third <= negligibleMs) return undefined;
    // What made the shorter texts take longer once, such as a compiler at work, does not do so twice.
    if (attempt === 0) continue;
    if (third <= first * mostTimes || third <= second * mostOnce) return undefined;
    if (third > obviousMs) break;
  }
  const lengths = sizes.map((size) => size * scale);
  return `${shape.name}: ${least.map((ms) => ms.toFixed(1)).join(', ')} ms for ${lengths.at(-1)} characters, in texts of ${lengths.join(', ')}`;
}

async function waited({ read }: Reader, text: string): Promise<number> {
  const began = performance.now();
  await read(text);
  return performance.now() - began;
}

/** Processor time of this thread, ms: what a busy machine does not make longer. */
async function cost({ read }: Reader, text: string, times: number): Promise<number> {
  const before = process.threadCpuUsage();
  for (let time = 0; time < times; time += 1) await read(text);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
