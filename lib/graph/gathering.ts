/** Links and visits as they are gathered, chunk by chunk, before a graph is built of them. */
export { decodeGraphChunk, encodeGraphChunk } from './building/graph-chunk.ts';
export {
  type GatheringSizes,
  type GraphChunk,
  openPageGathering,
  type PageGathering,
} from './building/page-columns.ts';
export { pageLinksOf } from './building/page-links.ts';
