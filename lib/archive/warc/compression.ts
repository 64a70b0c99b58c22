import { isZstd } from './zstd-frame.ts';

/** How the members of a bundle are compressed: all of one file alike. */
export type Compression = 'gzip' | 'zstd';

/** What the names of WARC files end with. */
const endings: Readonly<Record<Compression, string>> = { gzip: '.warc.gz', zstd: '.warc.zst' };

export function bundleEndingOf(compression: Compression): string {
  return endings[compression];
}

/** By the name of a file. */
export function compressionOfName(name: string): Compression {
  return name.endsWith(endings.zstd) ? 'zstd' : 'gzip';
}

/** By the bytes of a member. */
export function compressionOf(member: Uint8Array): Compression {
  return isZstd(member) ? 'zstd' : 'gzip';
}

/** Whether a file is a bundle, by its name. */
export function isBundleName(name: string): boolean {
  return Object.values(endings).some((ending) => name.endsWith(ending));
}
