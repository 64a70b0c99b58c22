/** What a parsed page is about: blocks, main content, Markdown, data. */
export type { BlockTree } from './blocks/block.ts';
export { withBlocks } from './blocks/link-blocks.ts';
export { readData } from './data/read-data.ts';
export { readMain } from './main-content/read-main.ts';
export { markdownWriter } from './markdown/markdown.ts';
