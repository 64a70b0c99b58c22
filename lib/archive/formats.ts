/** Records of WARC and frames of their compression, as they stand in a file. */
export { cdxjLines, filenameOf } from './warc/cdxj.ts';
export {
  bundleEndingOf,
  type Compression,
  compressionOf,
  compressionOfName,
  isBundleName,
} from './warc/compression.ts';
export { asRevisit, copiedMember } from './warc/copied-member.ts';
export { encodeMember, encodeParts, readMember } from './warc/member.ts';
export { memberFault } from './warc/member-fault.ts';
export { encodeRecord } from './warc/warc-record.ts';
export { zstdAtOnce, zstdOptions } from './warc/zstd-frame.ts';
