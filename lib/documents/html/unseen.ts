const runs = /(?:\u034f|[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}])+/gu;

/** Scripts whose letters join or stack, so that a joiner or non-joiner between two changes them: Arabic to Myanmar, Khmer, Mongolian and others of their family. */
const joining =
  /[\u0600-\u109f\u1780-\u18af\u1900-\u1cff\ua800-\uabff\ufb50-\ufdff\ufe70-\ufefc\u{11000}-\u{11fff}]$/u;
/** Scripts without spaces, in which people mark the ends of words by U+200B: Thai, Lao, Myanmar, Khmer. */
const spaceless = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]$/u;
/** Signs that a joiner makes one picture of. */
const picture = /(?:\ufe0f|[\u2190-\u2bff\u{1f000}-\u{1faff}])$/u;
/** A flag that is spelt in tags (England, Scotland, Wales). */
const flag = /[\u{1f3f4}\u{e0020}-\u{e007f}]$/u;

/** Whether a UTF-16 unit may begin what nobody sees. */
export function mayBeUnseen(unit: number): boolean {
  if (unit < 0x2000) return unit === 0xad || unit === 0x34f || unit === 0x61c;
  if (unit <= 0x206f) {
    return unit >= 0x2060 || (unit >= 0x200b && unit <= 0x200f) || (unit >= 0x202a && unit <= 0x202e);
  }
  return unit === 0xfeff || unit === 0xdb40;
}

/**
 * A text without the characters that nobody sees: soft hyphens, spaces without width, joiners, marks of direction, byte
 * order marks, tags. Kept is what shows by what it does: joiners between letters of scripts that join and in pictures,
 * tags of flags, and U+200B in scripts without spaces. `wasm/markup/unseen.ts` does the same to bytes.
 * @param before what stands before the text
 */
export function withoutUnseen(text: string, before = ''): string {
  return text.replace(runs, (run: string, at: number) => {
    let kept = at === 0 ? before.slice(-2) : text.slice(Math.max(0, at - 2), at);
    const start = kept.length;
    for (const one of run) if (isKept(one, kept)) kept += one;
    return kept.slice(start);
  });
}

function isKept(one: string, before: string): boolean {
  if (one === '\u200b') return spaceless.test(before);
  if (one === '\u200c') return joining.test(before);
  if (one === '\u200d') return joining.test(before) || picture.test(before);
  return one >= '\udb40\udc20' && one.length === 2 && flag.test(before);
}
