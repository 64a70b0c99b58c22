import { faultOf } from '../../../lib/domain/base/error.ts';
import { memberFault } from '../../../lib/domain/warc/member-fault.ts';
import { indexOf, withBundle } from './read-bundle.ts';

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

/** Reads all members that the index of a bundle names. */
export function checkBundle(directory: string, file: string): BundleCheck {
  return withBundle(directory, file, (bundle) => {
    const faults: BundleFault[] = [];
    try {
      const { entries, at } = indexOf(bundle);
      let end = entries[0]?.offset ?? at;
      for (const entry of entries) {
        const { offset, length } = entry;
        const fault =
          offset === end
            ? memberFault(entry, bundle.read(offset, length))
            : `the page before it ends at ${end}`;
        if (fault !== undefined) faults.push({ file, offset, fault });
        end = offset + length;
      }
      if (end !== at) faults.push({ file, offset: end, fault: `the index begins at ${at}` });
      return { pages: entries.length, faults };
    } catch (error) {
      return { pages: 0, faults: [{ file, offset: bundle.size, fault: faultOf(error) }] };
    }
  });
}
