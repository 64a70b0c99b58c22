import type { Analysis } from '../../lib/documents/analyse.ts';

/** How many words a page has: runs of letters and digits. */
export const wordCount: Analysis = {
  name: 'wordCount',
  analyse: ({ text }) => text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0,
};
