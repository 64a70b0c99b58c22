import type { Shown } from './shown.ts';

export const parts = ['words', 'links', 'cells', 'code'] as const;
export type Part = (typeof parts)[number];

/** How many entries two lists share, and how long they are. */
export interface Shared {
  readonly both: number;
  readonly page: number;
  readonly markdown: number;
}

export function sharedBy(page: Shown, markdown: Shown, part: Part): Shared {
  const left = new Map<string, number>();
  for (const one of page[part]) left.set(one, (left.get(one) ?? 0) + 1);
  let both = 0;
  for (const one of markdown[part]) {
    const more = left.get(one) ?? 0;
    if (more > 0) both += 1;
    left.set(one, more - 1);
  }
  return { both, page: page[part].length, markdown: markdown[part].length };
}

/** The harmonic mean of precision and recall over all pages. */
export function f1(pages: readonly Shared[]): number {
  const sum = (of: (page: Shared) => number) => pages.reduce((all, page) => all + of(page), 0);
  const all = sum(({ page }) => page) + sum(({ markdown }) => markdown);
  return all === 0 ? 1 : (2 * sum(({ both }) => both)) / all;
}
