/** Many members in one file, its index, and how a page leaves it. */

export { type Bundle, beginBundle, wholeBundle } from './warc/bundle.ts';
export {
  type BundleEntry,
  decodeIndex,
  encodeIndex,
  footerLength,
  indexOffset,
} from './warc/bundle-index.ts';
export { type ErasedMember, eraseInBundle, isToBeErased } from './warc/erase-in-bundle.ts';
export { erasedMember } from './warc/erased-member.ts';
export { scanBundle } from './warc/scan-bundle.ts';
