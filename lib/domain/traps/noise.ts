import type { TextSketch } from '../yield/text-sketch.ts';

/** How often a word stood before a number, in the pages that were looked at. */
interface Slot {
  pages: number;
  /** Area of its first page. */
  readonly area: number;
  /** It was met in another area as well. */
  spread: boolean;
}

/** Finds what a host writes into every page, another one each time: `Visitor number 48,211`, `made in 0.3 seconds`. */
export interface NoiseMeter {
  pages: number;
  /** By 16 bits of the word. */
  readonly slots: Map<number, Slot>;
}

const maxSlots = 16;
const fewestPages = 3;
const share = 0.75;

export function emptyNoise(): NoiseMeter {
  return { pages: 0, slots: new Map() };
}

/** Enters a page of an area. */
export function meter(noise: NoiseMeter, sketch: TextSketch, area: number): void {
  noise.pages++;
  for (const slot of new Set(sketch.slots)) {
    if (slot === 0) continue;
    const key = slot & 0xffff;
    const known = noise.slots.get(key);
    if (known === undefined) noise.slots.set(key, { pages: 1, area, spread: false });
    else {
      known.pages++;
      known.spread ||= known.area !== area;
    }
  }
  while (noise.slots.size > maxSlots) {
    const [rarest] = [...noise.slots].sort(([, a], [, b]) => a.pages - b.pages);
    if (rarest !== undefined) noise.slots.delete(rarest[0]);
  }
}

/** Whether a number behind this word is noise: on nearly every page, in more areas than one. */
export function isNoise(noise: NoiseMeter, slot: number): boolean {
  const known = slot === 0 ? undefined : noise.slots.get(slot & 0xffff);
  return known?.spread === true && known.pages >= Math.max(fewestPages, share * noise.pages);
}
