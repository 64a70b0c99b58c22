import { hash } from 'node:crypto';
import type { TokeniserSettings } from '../learn/tokeniser.ts';

/** A text that a latent space is made of. */
export interface LatentText {
  /** Title or anchor; empty if there is none. Where it is labelled, the judge learns to judge as short a text by it. */
  readonly title: string;
  /** Only its first `latentTextLength` characters count. */
  readonly text: string;
  /** The language that it declares. */
  readonly declared?: string;
  /** How much it is on topic, 0 to 1; absent: nobody knows. */
  readonly label?: number;
  /** A filter takes it for off topic without being sure: where it lies near the topic all the same, it is learnt as off topic. */
  readonly isRefused?: boolean;
}

/** Characters of a text that count: what a reservoir of texts need keep. */
export const latentTextLength = 8_000;

export interface LatentOptions {
  /** Of the space; at most 100. */
  readonly dimensions: number;
  /** Words of the space: those in most texts. */
  readonly mostWords: number;
  /** How texts become words; the stemmers of its languages have to be loaded. */
  readonly tokeniser: TokeniserSettings;
}

/**
 * Cuts texts to what counts of them and brings them into an order that only they decide, each once: whoever hands them
 * over in another order gets the same model. Of equal texts, one with the higher label counts.
 */
export function inOwnOrder(texts: Iterable<LatentText>): readonly LatentText[] {
  const byDigest = new Map<string, LatentText>();
  for (const { text, ...rest } of texts) {
    const cut = { ...rest, text: text.slice(0, latentTextLength) };
    const digest = hash('sha256', JSON.stringify([rest.title, cut.text, rest.declared]));
    const before = byDigest.get(digest);
    if (before === undefined || (before.label ?? -1) < (cut.label ?? -1)) byDigest.set(digest, cut);
  }
  return [...byDigest].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text);
}
