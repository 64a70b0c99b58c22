const wordCharacter = /[\p{L}\p{N}\p{M}_]/u;
const asciiWord = Uint8Array.from({ length: 128 }, (_, code) =>
  wordCharacter.test(String.fromCharCode(code)) ? 1 : 0,
);

/**
 * Where words begin and end, by the letters of every script (`\b` is about those of ASCII).
 * @returns for each UTF-16 offset, the end included, 1 or 0
 */
export function wordBoundaries(text: string): Uint8Array {
  const boundaries = new Uint8Array(text.length + 1);
  const known = new Map<number, number>();
  let before = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    let isWord: number;
    if (unit < 128) isWord = asciiWord[unit] as number;
    else {
      const codePoint = text.codePointAt(at) as number;
      isWord = known.get(codePoint) ?? (wordCharacter.test(String.fromCodePoint(codePoint)) ? 1 : 0);
      known.set(codePoint, isWord);
      if (codePoint > 0xffff) {
        boundaries[at] = isWord ^ before;
        before = isWord;
        at += 1;
      }
    }
    boundaries[at] = isWord ^ before;
    before = isWord;
  }
  boundaries[text.length] = before;
  return boundaries;
}
