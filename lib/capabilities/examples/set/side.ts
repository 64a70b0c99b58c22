/** `in`: what the crawl is about. `out`: what it is not about. */
export const sides = ['in', 'out'] as const;
export type Side = (typeof sides)[number];
