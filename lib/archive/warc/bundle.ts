import { Buffer } from 'node:buffer';
import { type BundleEntry, encodeIndex } from './bundle-index.ts';
import { compressionOfName } from './compression.ts';
import { encodeMember } from './member.ts';
import type { PageMember } from './page-member.ts';
import { infoRecord } from './page-record.ts';
import { encodeRecord } from './warc-record.ts';

export interface AboutBundle {
  /** The name of its file, whose ending says how its members are compressed. */
  readonly name: string;
  readonly job: string;
  /** Epoch ms. */
  readonly at: number;
}

/** A WARC file that grows by one member for each page, and ends with an index of them. */
export interface Bundle {
  /** Bytes so far. */
  readonly size: number;
  readonly entries: readonly BundleEntry[];
  add(member: PageMember): void;
  /** Adds the index. Nothing may be added afterwards. */
  end(): void;
}

/** Begins a bundle. @param write takes the bytes in their order */
export function beginBundle(about: AboutBundle, write: (bytes: Uint8Array) => void): Bundle {
  const entries: BundleEntry[] = [];
  let size = 0;

  function append(bytes: Uint8Array): void {
    write(bytes);
    size += bytes.length;
  }

  append(encodeMember(encodeRecord(infoRecord(about)), compressionOfName(about.name)));
  return {
    entries,
    get size() {
      return size;
    },
    add({ entry, bytes }) {
      entries.push({ ...entry, offset: size, length: bytes.length });
      append(bytes);
    },
    end() {
      append(encodeIndex({ name: about.name, at: about.at, offset: size }, entries));
    },
  };
}

/** A whole bundle of some pages. */
export function wholeBundle(
  about: AboutBundle,
  members: readonly PageMember[],
): Pick<Bundle, 'entries'> & { readonly bytes: Uint8Array } {
  const parts: Uint8Array[] = [];
  const bundle = beginBundle(about, (bytes) => parts.push(bytes));
  for (const member of members) bundle.add(member);
  bundle.end();
  return { entries: bundle.entries, bytes: Buffer.concat(parts) };
}
