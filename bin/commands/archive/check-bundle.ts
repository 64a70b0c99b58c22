import { memberFault, readMember } from '../../../lib/archive/formats.ts';
import { faultOf } from '../../../lib/base/error.ts';
import { type OpenBundle, pagesOf, withBundle } from './read-bundle.ts';

/** Bytes of an empty record. */
const maxErased = 1_000;

export interface BundleFault {
  readonly file: string;
  readonly offset: number;
  readonly fault: string;
}

export interface BundleCheck {
  /** Pages that were read. */
  readonly pages: number;
  readonly faults: readonly BundleFault[];
}

/** What is wrong between two places of a bundle: only empty records, in place of erased pages, may stand there. */
function gapFault(bundle: OpenBundle, start: number, end: number): string | undefined {
  if (start === end) return undefined;
  if (start > end) return `the page before it ends at ${start}`;
  const bytes = bundle.read(start, end - start);
  try {
    for (let at = 0; at < bytes.length; ) at += readMember(bytes, at, maxErased).length;
    return undefined;
  } catch {
    return `${end - start} bytes before ${end} are no pages`;
  }
}

/** Reads all pages of a bundle. */
export function checkBundle(directory: string, file: string): BundleCheck {
  return withBundle(directory, file, (bundle) => {
    const faults: BundleFault[] = [];
    const tell = (offset: number, fault: string | undefined): void => {
      if (fault !== undefined) faults.push({ file, offset, fault });
    };
    try {
      const { entries, at, isIndexed } = pagesOf(bundle);
      let end = entries[0]?.offset ?? at;
      for (const entry of entries) {
        const { offset, length } = entry;
        tell(offset, memberFault(entry, bundle.read(offset, length)) ?? gapFault(bundle, end, offset));
        end = offset + length;
      }
      tell(end, gapFault(bundle, end, at));
      if (!isIndexed && !bundle.isOpen)
        tell(at, `it does not end with an index: ${bundle.size - at} bytes are no pages`);
      return { pages: entries.length, faults };
    } catch (error) {
      return { pages: 0, faults: [{ file, offset: bundle.size, fault: faultOf(error) }] };
    }
  });
}
