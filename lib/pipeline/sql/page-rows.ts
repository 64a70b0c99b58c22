import type { Visit } from '../../domain/frontier/entry.ts';
import type { FrontierEntry } from '../../domain/frontier/list-pages.ts';
import { nothing } from '../../domain/graph/page-columns.ts';
import { judgedVisit, type VisitVerdict } from '../../domain/report/judged-visit.ts';
import { settingsFor } from '../../domain/settings/overrides.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { PageFacts } from '../../domain/sql/page-facts.ts';
import { rowOf, timeCell, timeText } from '../../domain/sql/row.ts';
import type { Cell } from '../../domain/sql/table.ts';
import { bestClassIn } from '../../domain/topic/describe-verdict.ts';
import type { HostNumbers } from './host-numbers.ts';
import type { SlicedWriter } from './sliced-writer.ts';

export interface Copying {
  readonly tables: SlicedWriter;
  readonly facts: PageFacts;
  readonly numbers: HostNumbers;
}

export interface PageRows {
  add(page: FrontierEntry, host: number): Promise<void> | undefined;
  readonly isCopied: (node: number) => boolean;
  readonly classes: ReadonlySet<string>;
}

/** Adds pages of hosts, each with what the link graph knows of it. */
export function openPageRows({ tables, facts, numbers }: Copying, settings: JobSettings): PageRows {
  const copied = new Uint8Array(facts.web.urls.size());
  const classes = new Set<string>();
  return {
    async add(page, host) {
      const id = numbers.pageOf(page.url);
      if (id <= copied.length) copied[id - 1] = 1;
      if (page.state !== 'visited') {
        const { url, depth, rank } = page;
        const state = page.state === 'held' ? 'held' : 'pending';
        await tables.add('pages', unvisitedRow({ id, host, facts }, { url, state, depth, rank }));
        return;
      }
      const { topic } = settingsFor(settings, page.url);
      const best = bestClassIn(page.detail);
      if (best !== undefined) classes.add(best);
      const verdict = topic && judgedVisit(topic, page);
      await tables.add('pages', visitedRow({ id, host, facts }, page, { verdict, best }));
      const seen = id <= copied.length ? (facts.web.last[id - 1] as number) : 0;
      if (page.at <= seen) return;
      const { outcome, depth, at } = page;
      const relevance = verdict?.relevance ?? null;
      await tables.add('visits', [id, timeText(at), outcome, relevance, best ?? null, depth, null]);
    },
    isCopied: (node) => copied[node] === 1,
    classes,
  };
}

const dayMs = 86_400_000;

interface Place {
  readonly id: number;
  readonly host: number;
  readonly facts: PageFacts;
}

interface Judged {
  readonly verdict: VisitVerdict | undefined;
  readonly best: string | undefined;
}

function visitedRow(place: Place, visit: Visit, judged: Judged): readonly Cell[] {
  const { url, outcome, status, tries, depth, firstSeen, md5, detail } = visit;
  const { relevance, onTopic } = judged.verdict ?? {};
  return rowOf('pages', {
    ...{ url, outcome, status, depth, md5, detail, relevance, class: judged.best },
    ...placeColumns(place),
    state: 'visited',
    num_tries: Math.max(1, (place.facts.reads[place.id - 1] ?? 0) + tries),
    failures: tries,
    on_topic: onTopic === undefined ? null : Number(onTopic),
    first_visit: timeText(firstSeen),
    first_visit_day: firstSeen / dayMs,
    last_visit: timeText(visit.at),
    changed: timeText(visit.changedAt),
    next_visit: timeCell(visit.next),
    changes: visit.revisions ?? 0,
  });
}

function unvisitedRow(
  place: Place,
  page: { readonly url: string; readonly state: string; readonly depth?: number; readonly rank?: number },
): readonly Cell[] {
  return rowOf('pages', { ...page, ...placeColumns(place), num_tries: 0, failures: 0, changes: 0 });
}

function placeColumns({ id, host, facts }: Place): {
  readonly [Column in 'id' | 'host' | 'hub' | 'authority' | 'page_rank' | 'moved_to']: Cell;
} {
  const { hubs, authorities, ranks } = facts;
  const node = facts.movedTo[id - 1] ?? nothing;
  return {
    ...{ id, host },
    hub: hubs[id - 1] ?? 0,
    authority: authorities[id - 1] ?? 0,
    page_rank: ranks[id - 1] ?? 0,
    moved_to: node === nothing ? null : node + 1,
  };
}

/** Adds the URLs that are in no frontier. */
export async function addKnownUrls(copying: Copying & Pick<PageRows, 'isCopied'>): Promise<void> {
  const { tables, facts, numbers, isCopied } = copying;
  const { web, reads } = facts;
  for (let node = 0; node < reads.length; node += 1) {
    if (isCopied(node)) continue;
    const place = { id: node + 1, host: numbers.ofNode(node), facts };
    await tables.add('pages', unvisitedRow(place, { url: web.urls.urlOf(node), state: 'known' }));
  }
}
