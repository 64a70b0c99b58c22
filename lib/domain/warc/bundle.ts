import { type BundleEntry, encodeIndex } from './bundle-index.ts';
import { encodeMember } from './member.ts';
import {
  type ArchivedFetch,
  type DocumentedPage,
  infoRecord,
  type Payload,
  responseRecord,
  revisitRecord,
} from './page-record.ts';
import { encodeRecord } from './warc-record.ts';

/** A WARC file that grows by one gzip member for each page, and ends with an index of them. */
export interface Bundle {
  /** Bytes so far. */
  readonly size: number;
  /**
   * Adds a page.
   * @param earlier a fetch that brought the same payload and is in the archive: the page becomes a `revisit`
   */
  add(page: DocumentedPage['record'], payload: Payload, earlier?: ArchivedFetch): void;
  /** Adds the index. Nothing may be added afterwards. */
  end(): void;
}

/** Begins a bundle. @param write takes the bytes in their order */
export function beginBundle(
  about: { readonly name: string; readonly job: string; readonly at: number },
  write: (bytes: Uint8Array) => void,
): Bundle {
  const entries: BundleEntry[] = [];
  let size = 0;

  function append(bytes: Uint8Array): void {
    write(bytes);
    size += bytes.length;
  }

  append(encodeMember(encodeRecord(infoRecord(about))));
  return {
    get size() {
      return size;
    },
    add(page, payload, earlier) {
      const record =
        earlier === undefined ? responseRecord(page, payload) : revisitRecord(page, payload, earlier);
      const member = encodeMember(encodeRecord(record), earlier === undefined && payload.isGzip);
      const { finalUrl: url, md5, mediaType, response } = page;
      entries.push({
        type: earlier === undefined ? 'response' : 'revisit',
        ...{ host: new URL(url).host, url, at: response.fetchedAt, md5, status: response.status, mediaType },
        ...{ digest: payload.digest, offset: size, length: member.length },
      });
      append(member);
    },
    end() {
      append(encodeIndex({ name: about.name, at: about.at, offset: size }, entries));
    },
  };
}
