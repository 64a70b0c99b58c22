import { type ListLevel, listCounter } from './list-numbers.ts';

interface Override {
  readonly id: number;
  readonly levels: (ListLevel | undefined)[];
  readonly starts: (number | undefined)[];
}

/** Formats of numbers by their code (MS-OSHARED §2.2.1.3). */
const formats: Readonly<Record<number, string>> = {
  0: 'decimal',
  1: 'upperRoman',
  2: 'lowerRoman',
  3: 'upperLetter',
  4: 'lowerLetter',
  5: 'ordinal',
  22: 'decimalZero',
  23: 'bullet',
  255: 'none',
};

/** Lists of a document that are read. */
const maxLists = 5_000;

/** The lists of a document (MS-DOC §2.9.131 and §2.9.150). @returns the label of the next item; undefined: it has a bullet */
export function readDocLists(
  main: Buffer,
  table: Buffer,
): (list: number, level: number) => string | undefined {
  if (main.length < 0x2f2) return () => '';
  const lists = readLists(table, main.readUInt32LE(0x2e2));
  const overrides = readOverrides(
    table.subarray(main.readUInt32LE(0x2ea)).subarray(0, main.readUInt32LE(0x2ee)),
  );
  const counter = listCounter();
  const begun = new Set<number>();
  return (list, level) => {
    const override = overrides[list - 1];
    if (override === undefined || level > 8) return '';
    const definition = lists.get(override.id) ?? [];
    const levels = Array.from({ length: 9 }, (_, at) => override.levels[at] ?? definition[at]);
    const key = String(override.id);
    if (!begun.has(list)) {
      begun.add(list);
      for (const [at, start] of override.starts.entries()) {
        if (start !== undefined) counter.restart(key, at, start);
      }
    }
    return counter.next(key, level, levels);
  };
}

/** Behind all the lists follow the levels of each, nine, or one of a simple list. */
function readLists(table: Buffer, at: number): ReadonlyMap<number, readonly (ListLevel | undefined)[]> {
  const lists = new Map<number, readonly (ListLevel | undefined)[]>();
  if (at === 0 || at + 2 > table.length) return lists;
  const count = Math.min(maxLists, table.readUInt16LE(at));
  let level = at + 2 + count * 28;
  for (let index = 0; index < count; index++) {
    const list = at + 2 + index * 28;
    if (list + 28 > table.length) break;
    const isSimple = ((table[list + 26] ?? 0) & 1) === 1;
    const levels: ListLevel[] = [];
    for (let number = 0; number < (isSimple ? 1 : 9) && level + 28 <= table.length; number++) {
      const read = readLevel(table, level);
      levels.push(read.level);
      level = read.end;
    }
    lists.set(table.readInt32LE(list), levels);
  }
  return lists;
}

/** A level (§2.9.150): 28 bytes, properties of paragraph and number, then the text with places for numbers. */
function readLevel(table: Buffer, at: number): { readonly level: ListLevel; readonly end: number } {
  const flags = table[at + 5] ?? 0;
  const text = at + 28 + (table[at + 25] ?? 0) + (table[at + 24] ?? 0);
  const length = text + 2 <= table.length ? table.readUInt16LE(text) : 0;
  const end = text + 2 + length * 2;
  // A character below 9 stands for the number of that level.
  const printed = table
    .toString('utf16le', text + 2, end)
    .replace(/[\s\S]/g, (char) => (char.charCodeAt(0) < 9 ? `%${char.charCodeAt(0) + 1}` : char));
  return {
    level: {
      start: table.readInt32LE(at),
      format: formats[table[at + 4] ?? 0] ?? 'decimal',
      text: printed,
      isLegal: (flags & 4) !== 0,
      restartAfter: (flags & 8) !== 0 ? (table[at + 26] ?? 0) : undefined,
    },
    end,
  };
}

function readOverrides(plf: Buffer): readonly Override[] {
  if (plf.length < 4) return [];
  const count = Math.min(maxLists, plf.readUInt32LE(0));
  const overrides: Override[] = [];
  let data = 4 + count * 16;
  for (let index = 0; index < count && 4 + index * 16 + 16 <= plf.length; index++) {
    const at = 4 + index * 16;
    const override: Override = { id: plf.readInt32LE(at), levels: [], starts: [] };
    const levels = plf[at + 12] ?? 0;
    data += 4;
    for (let number = 0; number < levels && data + 8 <= plf.length; number++) {
      const start = plf.readInt32LE(data);
      const flags = plf[data + 4] ?? 0;
      const place = flags & 0xf;
      data += 8;
      if ((flags & 0x20) !== 0 && data + 28 <= plf.length) {
        const read = readLevel(plf, data);
        override.levels[place] = read.level;
        data = read.end;
      } else if ((flags & 0x10) !== 0) override.starts[place] = start;
    }
    overrides.push(override);
  }
  return overrides;
}
