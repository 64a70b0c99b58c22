import { type DocParagraph, readProperties } from './doc-paragraphs.ts';

/** What a style says of its paragraphs. */
export type DocStyle = Pick<DocParagraph, 'list' | 'level' | 'outline'> & {
  /** 1 to 9 of the styles `heading 1` to `heading 9`, 1 of a title. */
  readonly heading?: number | undefined;
};

interface StoredStyle extends DocStyle {
  readonly base: number;
}

const none = 0xfff;
const maxBases = 20;

/** The style sheet (MS-DOC §2.9.271): styles by their index, with what they have from those that they are based on. */
export function readDocStyles(main: Buffer, table: Buffer): (index: number) => DocStyle {
  if (main.length < 0xaa) return () => ({});
  const at = main.readUInt32LE(0xa2);
  const sheet = table.subarray(at, at + main.readUInt32LE(0xa6));
  if (sheet.length < 12) return () => ({});
  const headBytes = sheet.readUInt16LE(0);
  const count = sheet.readUInt16LE(2);
  const baseBytes = sheet.readUInt16LE(4);
  const styles: (StoredStyle | undefined)[] = [];
  let next = 2 + headBytes;
  for (let index = 0; index < count && next + 2 <= sheet.length; index++) {
    const length = sheet.readUInt16LE(next);
    styles.push(length === 0 ? undefined : readStyle(sheet.subarray(next + 2, next + 2 + length), baseBytes));
    next += 2 + length + (length & 1);
  }
  return (index) => {
    let found: DocStyle = {};
    let style = styles[index];
    for (let steps = 0; style !== undefined && steps < maxBases; steps++) {
      found = {
        list: found.list ?? style.list,
        level: found.level ?? style.level,
        outline: found.outline ?? style.outline,
        heading: found.heading ?? style.heading,
      };
      style = style.base === none ? undefined : styles[style.base];
    }
    return found;
  };
}

function readStyle(style: Buffer, baseBytes: number): StoredStyle {
  if (style.length < 10) return { base: none };
  const identifier = style.readUInt16LE(0) & 0xfff;
  const kind = style.readUInt16LE(2) & 0xf;
  const base = style.readUInt16LE(2) >> 4;
  // Built-in styles have a number: 1 to 9 are the headings, 62 the title (§2.9.260).
  const heading = identifier >= 1 && identifier <= 9 ? identifier : identifier === 62 ? 1 : undefined;
  if (kind !== 1 || baseBytes + 2 > style.length) return { base, heading };
  let at = baseBytes + 2 + style.readUInt16LE(baseBytes) * 2 + 2;
  at += at & 1;
  if (at + 4 > style.length) return { base, heading };
  const length = style.readUInt16LE(at);
  const { list, level, outline } = readProperties(style.subarray(at + 4, at + 2 + length));
  return { base, heading, list, level, outline };
}
