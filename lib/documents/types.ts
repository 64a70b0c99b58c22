/** Types, encodings and digests of bytes, and links of an answer that stand in its head. */
export { charsetOf, decode } from './charset/charset.ts';
export { contentMd5 } from './parsing/content-md5.ts';
export { type HeaderLinks, headerLinks, headerRefresh, linksOfHead } from './parsing/header-links.ts';
export { linksInHeader } from './parsing/link-header.ts';
export { saysNothing, sniffListType, sniffMediaType } from './sniff/sniff-media-type.ts';
