import { faultOf } from '../../../lib/domain/base/error.ts';
import { readMember } from '../../../lib/domain/warc/member.ts';
import { memberFault } from '../../../lib/domain/warc/member-fault.ts';
import { indexOf, type OpenBundle, withBundle } from './read-bundle.ts';

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

/** Reads all members that the index of a bundle names. */
export function checkBundle(directory: string, file: string): BundleCheck {
  return withBundle(directory, file, (bundle) => {
    const faults: BundleFault[] = [];
    try {
      const { entries, at } = indexOf(bundle);
      let end = entries[0]?.offset ?? at;
      for (const entry of entries) {
        const { offset, length } = entry;
        const fault = memberFault(entry, bundle.read(offset, length)) ?? gapFault(bundle, end, offset);
        if (fault !== undefined) faults.push({ file, offset, fault });
        end = offset + length;
      }
      const fault = gapFault(bundle, end, at);
      if (fault !== undefined) faults.push({ file, offset: end, fault });
      return { pages: entries.length, faults };
    } catch (error) {
      return { pages: 0, faults: [{ file, offset: bundle.size, fault: faultOf(error) }] };
    }
  });
}
