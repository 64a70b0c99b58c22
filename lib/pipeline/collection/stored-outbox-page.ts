import { defined } from '../../base/defined.ts';
import { toldOf } from '../../domain/collection/content-of.ts';
import type { OutboxPage } from '../../domain/collection/outbox.ts';
import type { Work } from '../../domain/frontier/entry.ts';
import type { StoredPage } from './stored-pages.ts';

/** The outbox entry of a visited page whose record is made or changed from stored content. @param at epoch ms of the change */
export function outboxPage(
  {
    work,
    stored,
    at,
  }: {
    readonly work: Pick<Work, 'url' | 'depth'>;
    readonly stored: StoredPage;
    readonly at: number;
  },
  document: string | undefined,
): OutboxPage {
  const { md5, digest, response, firstSeen, lastChanged } = stored.record;
  return {
    ...{ md5, digest, firstSeen, lastChanged, at },
    ...toldOf(stored.record),
    response: { url: work.url, ...response },
    depth: work.depth,
    ...defined({ document }),
  };
}
