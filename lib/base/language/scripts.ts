/** Scripts that one language of the web is written in, mostly, by ranges of UTF-16 units in ascending order. */
const ranges: readonly (readonly [first: number, last: number, language: string])[] = [
  [0x370, 0x3ff, 'el'],
  [0x530, 0x58f, 'hy'],
  [0x590, 0x5ff, 'he'],
  [0x980, 0x9ff, 'bn'],
  [0xa00, 0xa7f, 'pa'],
  [0xa80, 0xaff, 'gu'],
  [0xb00, 0xb7f, 'or'],
  [0xb80, 0xbff, 'ta'],
  [0xc00, 0xc7f, 'te'],
  [0xc80, 0xcff, 'kn'],
  [0xd00, 0xd7f, 'ml'],
  [0xd80, 0xdff, 'si'],
  [0xe00, 0xe7f, 'th'],
  [0xe80, 0xeff, 'lo'],
  [0x1000, 0x109f, 'my'],
  [0x10a0, 0x10ff, 'ka'],
  [0x1100, 0x11ff, 'ko'],
  [0x1200, 0x137f, 'am'],
  [0x1780, 0x17ff, 'km'],
  [0x1f00, 0x1fff, 'el'],
  [0x3040, 0x30ff, 'ja'],
  [0x4e00, 0x9fff, 'zh'],
  [0xac00, 0xd7a3, 'ko'],
];

/** The language that a UTF-16 unit's script stands for; undefined for scripts of many languages, and for all else. */
export function scriptLanguage(unit: number): string | undefined {
  if (unit < 0x370) return undefined;
  let low = 0;
  let high = ranges.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const [first, last, language] = ranges[middle] as (typeof ranges)[number];
    if (unit < first) high = middle - 1;
    else if (unit > last) low = middle + 1;
    else return language;
  }
  return undefined;
}
