import type { UnreadablePage } from './messages.ts';
import type { WorkerDeath } from './worker-thread.ts';

/** Pages that are remembered: of more, the first may be read once more. */
const maxKnown = 1_000;

/** The pages during whose reading workers ended. */
export interface DeadlyPages {
  /** Notes a death. @returns the pages that are not to be read again by that */
  note(url: string, death: Pick<WorkerDeath, 'why' | 'isCertain'>): readonly UnreadablePage[];
  /** All pages that are not to be read again. */
  unreadable(): readonly UnreadablePage[];
}

/** A page that took too long is to blame; one that was read when its worker ended for another reason is, the second time. */
export function deadlyPages(): DeadlyPages {
  const known = new Map<string, UnreadablePage & { readonly isRead: boolean }>();
  return {
    note(url, { why, isCertain }) {
      const page = { url, why, isRead: !isCertain && !known.has(url) };
      known.delete(url);
      known.set(url, page);
      const [oldest] = known.keys();
      if (known.size > maxKnown && oldest !== undefined) known.delete(oldest);
      return page.isRead ? [] : [{ url, why }];
    },
    unreadable: () =>
      [...known.values()].filter(({ isRead }) => !isRead).map(({ url, why }) => ({ url, why })),
  };
}
