/** What a page is for, as WCXB tells pages apart. */
export const pageKinds = [
  'article',
  'forum',
  'product',
  'collection',
  'listing',
  'documentation',
  'service',
] as const;

export type PageKind = (typeof pageKinds)[number];
