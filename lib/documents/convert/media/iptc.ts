import { charsetOf, decode, type Guess } from '../../charset/charset.ts';

/** Datasets of the second record (IPTC-IIM 4.2 §6), and the names that pages give these. */
const datasets: Readonly<Record<number, string>> = {
  5: 'title',
  25: 'keywords',
  55: 'date',
  80: 'author',
  105: 'title',
  116: 'rights',
  120: 'description',
};

/** Datasets that are looked at, and characters that those of one name have together. */
const maxDatasets = 1_000;
const maxText = 10_000;

/** What the IPTC block of a picture says. */
export function readIptc(bytes: Buffer, guess: Guess): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  let at = bytes.indexOf(Buffer.from([0x1c, 2]));
  for (
    let count = 0;
    at >= 0 && at + 5 <= bytes.length && bytes[at] === 0x1c && count < maxDatasets;
    count++
  ) {
    const length = bytes.readUInt16BE(at + 3);
    if (length > 0x7fff) break;
    const name = bytes[at + 1] === 2 ? datasets[bytes[at + 2] ?? 0] : undefined;
    const before = name === undefined ? undefined : found[name];
    if (name !== undefined && (before?.length ?? 0) < maxText) {
      const raw = bytes.subarray(at + 5, at + 5 + length);
      const text = decode(raw, charsetOf(raw, undefined, 'none', guess)).trim();
      if (text !== '') found[name] = before === undefined ? text : `${before}, ${text}`;
    }
    at += 5 + length;
  }
  return found;
}
