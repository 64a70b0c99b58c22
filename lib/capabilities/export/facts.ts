import type { PageRecord } from '../../domain/collection/record.ts';
import { languageOf } from '../../pipeline/collection/record-filter.ts';
import type { Outgoing } from '../../pipeline/feed/outgoing.ts';

/** What is told of a record in a line of a table. Times are epoch ms. */
export interface RecordFacts {
  readonly md5: string;
  readonly url: string;
  readonly title: string;
  readonly change: string;
  readonly language: string | null;
  readonly kind: string | null;
  readonly author: string | null;
  readonly published: string | null;
  readonly score: number | null;
  readonly class: string | null;
  readonly depth: number;
  readonly media_type: string;
  readonly status: number;
  readonly bytes: number;
  readonly urls: number;
  readonly links: number;
  readonly first_seen: number;
  readonly last_checked: number;
  readonly last_changed: number;
}

export function factsOf({ line, change }: Pick<Outgoing, 'line' | 'change'>): RecordFacts {
  const { record, md5 } = line;
  const { main, topic, response } = record;
  return {
    ...{ md5, url: firstUrl(record), title: record.title, change },
    language: languageOf(record) || null,
    ...{ kind: main?.kind ?? null, author: main?.author ?? null, published: main?.published ?? null },
    ...{ score: topic?.score ?? null, class: topic?.classes[0]?.id ?? null },
    ...{ depth: record.depth, media_type: record.mediaType },
    ...{ status: response.status, bytes: response.bytes },
    ...{ urls: record.urls.length, links: record.links.length },
    ...{ first_seen: record.firstSeen, last_checked: record.lastChecked, last_changed: record.lastChanged },
  };
}

/** The URL that stands for a record: the first that leads to it. */
export function firstUrl({ urls, finalUrl }: Pick<PageRecord, 'urls' | 'finalUrl'>): string {
  return urls[0] ?? finalUrl;
}
