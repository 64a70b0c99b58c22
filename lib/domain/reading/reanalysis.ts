import type { PageContent } from '../../base/page/page-content.ts';

/** What came of analysing stored pages again, or would come of it. */
export interface Reanalysis {
  /** Records whose pages were looked at. */
  readonly pages: number;
  readonly same: number;
  readonly changed: number;
  /** Records with a field that differs, by its name. */
  readonly fields: Readonly<Record<string, number>>;
  /** Their raw documents are not kept, or damaged. */
  readonly missing: number;
  /** Their documents are read as another text now: they change when they are fetched again. */
  readonly other: number;
}

/** Not made of the bytes alone, or scored by the topic: they stay as they are. */
const kept: ReadonlySet<string> = new Set(['topic', 'links', 'moreLinks', 'robots']);

/** A page as it was read now, with what its record has from elsewhere. */
export function reanalysed(stored: PageContent, read: PageContent): PageContent {
  const { topic, links, moreLinks, robots } = stored;
  const { topic: _t, moreLinks: _m, ...fresh } = read;
  return {
    ...fresh,
    links,
    robots,
    ...(moreLinks === undefined ? {} : { moreLinks }),
    ...(topic === undefined ? {} : { topic }),
  };
}

/** The fields in which two contents differ, by name. */
export function differingFields(stored: PageContent, now: PageContent): readonly string[] {
  const names = new Set([...Object.keys(stored), ...Object.keys(now)]) as Set<keyof PageContent>;
  return [...names].filter(
    (name) => !kept.has(name) && JSON.stringify(stored[name]) !== JSON.stringify(now[name]),
  );
}

export function openReanalysis() {
  const fields: Record<string, number> = {};
  const counts = { pages: 0, same: 0, changed: 0, missing: 0, other: 0 };
  return {
    /** @param differing names of fields; empty: it is the same */
    add(result: 'missing' | 'other' | readonly string[]): void {
      counts.pages += 1;
      if (typeof result === 'string') counts[result] += 1;
      else if (result.length === 0) counts.same += 1;
      else {
        counts.changed += 1;
        for (const name of result) fields[name] = (fields[name] ?? 0) + 1;
      }
    },
    result: (): Reanalysis => ({ ...counts, fields }),
  };
}
