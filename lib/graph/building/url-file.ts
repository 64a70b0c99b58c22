import { hashOf, hashOfBytes } from '../../base/bytes/hash.ts';
import type { CanonicalUrl } from '../../base/url/url.ts';
import type { ColumnSpace, NumberColumn } from '../columns/column.ts';
import { openRowPlacing, startsOf } from '../columns/place-rows.ts';
import type { UrlBytes, Urls } from './url-table.ts';

/** Takes the URLs of a graph in the order of their numbers. */
export interface UrlFile {
  /** Adds those of a part that have no lower number. @param numbers by URL of the part */
  add(urls: UrlBytes, numbers: Uint32Array): void;
  finish(): Urls;
}

/** URLs as columns: whoever asks for all of them in order reads them through once. */
export function openUrlFile(space: ColumnSpace): UrlFile {
  const [bytes, ends] = [space.writer<Uint8Array>(Uint8Array), space.writer(Float64Array)];
  return {
    add(urls, numbers) {
      for (let at = 0; at < numbers.length; at += 1) {
        if (numbers[at] !== ends.length()) continue;
        bytes.addAll(urls.bytes.subarray(at === 0 ? 0 : urls.ends[at - 1], urls.ends[at]));
        ends.add(bytes.length());
      }
    },
    finish: () => urlsIn(space, bytes.finish(), ends.finish()),
  };
}

function urlsIn(space: ColumnSpace, bytes: NumberColumn<Uint8Array>, ends: NumberColumn<Float64Array>): Urls {
  const size = ends.length;
  function bytesOf(number: number): Uint8Array {
    const [before, end] = number === 0 ? [0, ...ends.subarray(0, 1)] : ends.subarray(number - 1, number + 1);
    return bytes.subarray(before, end);
  }
  const urlOf = (number: number): CanonicalUrl =>
    Buffer.from(bytesOf(number)).toString('latin1') as CanonicalUrl;
  let numbers: ((url: CanonicalUrl) => Uint32Array) | undefined;
  return {
    size: () => size,
    urlOf,
    numberOf(url) {
      numbers ??= indexOf(space, size, bytesOf);
      return numbers(url).find((number) => urlOf(number) === url);
    },
  };
}

/** URLs whose hashes are neighbours, on average. */
const perBucket = 4;

/** The numbers of the URLs whose hashes are near that of a URL. */
function indexOf(
  space: ColumnSpace,
  size: number,
  bytesOf: (number: number) => Uint8Array,
): (url: CanonicalUrl) => Uint32Array {
  const buckets = Math.ceil(size / perBucket);
  const lengths = new Uint32Array(buckets + 1);
  const bucketOf = (number: number): number => {
    const text = bytesOf(number);
    return hashOfBytes(text, 0, text.length) % buckets;
  };
  for (let number = 0; number < size; number += 1) {
    const bucket = bucketOf(number);
    lengths[bucket] = (lengths[bucket] as number) + 1;
  }
  const starts = startsOf(lengths);
  const placing = openRowPlacing<Uint32Array>(space, Uint32Array, starts);
  for (let number = 0; number < size; number += 1) placing.add(bucketOf(number), number);
  const writer = space.writer<Uint32Array>(Uint32Array);
  placing.finish(({ values }) => writer.addAll(values));
  const numbers = writer.finish();
  return (url) => {
    const bucket = buckets === 0 ? 0 : hashOf(url) % buckets;
    return numbers.subarray(starts[bucket], starts[bucket + 1]);
  };
}
