import { hashOfBytes } from '../../base/bytes/hash.ts';
import { openNumbers } from '../../base/growing-numbers.ts';
import { openBornBits } from '../columns/born-bits.ts';
import type { ColumnSpace, ColumnWriter, NumberColumn } from '../columns/column.ts';
import { openPlaceRanges } from '../columns/place-ranges.ts';
import { eachPair } from '../columns/place-rows.ts';
import { numbersIn } from './page-columns.ts';
import { openUrlFile, type UrlFile } from './url-file.ts';
import { openUrlTable, type UrlBytes, type Urls, type UrlTable } from './url-table.ts';

/**
 * Gives the URLs of parts numbers, in the order in which the parts have them: a URL that several parts have gets one. The
 * numbers are the same in memory and out of it.
 */
export interface UrlNumbering {
  /** Adds the URLs of the next part. */
  add(urls: UrlBytes): void;
  /** To be called once, after all parts. */
  finish(): NumberedUrls;
}

export interface NumberedUrls {
  readonly size: number;
  /** The numbers of the URLs of all parts, part after part. */
  readonly numbers: NumberColumn;
  /** Takes the parts once more, and then has the URLs themselves. */
  readonly urls: UrlFile;
}

/** What parts have together: a URL counts in each part that has it. */
export interface PartSizes {
  readonly urls: number;
  readonly urlBytes: number;
}

export function openUrlNumbering(space: ColumnSpace, sizes: PartSizes): UrlNumbering {
  return space.atOnce === Number.POSITIVE_INFINITY ? numberedInMemory(space) : numberedApart(space, sizes);
}

function numberedInMemory(space: ColumnSpace): UrlNumbering {
  const table = openUrlTable();
  const numbers = space.writer<Uint32Array>(Uint32Array);
  const urls = { add: () => undefined, finish: (): Urls => table };
  return {
    add: (some) => numbers.addAll(numbersIn(table, some)),
    finish: () => ({ size: table.size(), numbers: numbers.finish(), urls }),
  };
}

/** Bytes of a table's URL beside its text, and of a number of `atOnce`. */
const perUrl = 24;
const perNumber = 4;
const mostPartitions = 128;

interface Partition {
  /** Place of each URL among those of all parts, and its length. */
  readonly places: ColumnWriter<Uint32Array>;
  readonly lengths: ColumnWriter<Uint32Array>;
  readonly bytes: ColumnWriter<Uint8Array>;
}

/** URLs go by their hashes into files, so that equal ones meet in one of which a table fits into memory. */
function numberedApart(space: ColumnSpace, { urls, urlBytes }: PartSizes): UrlNumbering {
  const needed = (urlBytes + perUrl * urls) / (perNumber * space.atOnce);
  const partitions = Array.from(
    { length: Math.min(mostPartitions, Math.ceil(needed) + 1) },
    (): Partition => {
      const [places, lengths] = [
        space.writer<Uint32Array>(Uint32Array),
        space.writer<Uint32Array>(Uint32Array),
      ];
      return { places, lengths, bytes: space.writer<Uint8Array>(Uint8Array) };
    },
  );
  let place = 0;
  return {
    add({ bytes, ends }) {
      let start = 0;
      for (const end of ends) {
        const one = partitions[hashOfBytes(bytes, start, end) % partitions.length] as Partition;
        one.places.add(place);
        one.lengths.add(end - start);
        one.bytes.addAll(bytes.subarray(start, end));
        place += 1;
        start = end;
      }
    },
    finish() {
      const born = openBornBits(place);
      const ranges = openPlaceRanges(space, place);
      for (const one of partitions)
        eachFirstPlace(space, one, (at, first) => {
          if (at === first) born.add(at);
          else ranges.add(at, first);
        });
      born.close();
      const numbers = space.writer<Uint32Array>(Uint32Array);
      ranges.finish((at, first) => numbers.add(born.before(first ?? at)));
      return { size: born.before(place), numbers: numbers.finish(), urls: openUrlFile(space) };
    },
  };
}

/** Calls `each` for every URL of a partition with its place, and the first place at which the URL stands. */
function eachFirstPlace(
  space: ColumnSpace,
  partition: Partition,
  each: (place: number, first: number) => void,
): void {
  const [places, lengths] = [partition.places.finish(), partition.lengths.finish()];
  const bytes = partition.bytes.finish();
  const table: UrlTable = openUrlTable();
  const firsts = openNumbers(Uint32Array);
  let start = 0;
  eachPair(space, places, lengths, (place, length) => {
    const text = bytes.subarray(start, start + length);
    const number = table.addBytes(text, 0, length);
    start += length;
    if (number === firsts.length()) firsts.add(place);
    each(place, firsts.values()[number] as number);
  });
  for (const column of [places, lengths, bytes]) column.drop?.();
}
