import { urlPattern } from '../../base/url/url-pattern.ts';
import type { Visit } from '../../domain/frontier/entry.ts';
import type { FrontierEntry } from '../../domain/frontier/list-pages.ts';
import { judgedVisit, type VisitVerdict } from '../../domain/reading/judged-visit.ts';
import { settingsFor } from '../../domain/settings/overrides.ts';
import { nothing } from '../../graph/web-graph.ts';
import { bestClassIn } from '../../topic/judge.ts';
import { type Copying, copyRange, type StepEnd } from './copying.ts';
import type { PageFacts } from './page-facts.ts';
import { rowOf, timeCell, timeText } from './row.ts';
import type { Cell } from './table.ts';

/** Adds a page of a host, with what the link graph knows of it. */
export async function addPage(copying: Copying, page: FrontierEntry, host: number): Promise<void> {
  const { tables, facts, numbers, settings, classes } = copying;
  const place = { id: numbers.addPage(page.url), host, facts };
  if (page.state !== 'visited') {
    const { url, depth, rank } = page;
    const state = page.state === 'unchecked' ? 'pending' : page.state;
    const region = urlPattern(url).regions.at(-1);
    await tables.add('pages', unvisitedRow(place, { url, state, depth, rank, region }));
    return;
  }
  const { topic } = settingsFor(settings, page.url);
  const best = bestClassIn(page.detail);
  if (best !== undefined) classes.add(best);
  const verdict = topic && judgedVisit(topic, page);
  await tables.add('pages', visitedRow(place, page, { verdict, best }));
  const { outcome, depth, at } = page;
  if (at <= (facts.web.last[place.id - 1] ?? 0)) return;
  const relevance = verdict?.relevance ?? null;
  await tables.add('visits', [place.id, timeText(at), outcome, relevance, best ?? null, depth, null]);
}

/** Adds the URLs that are in no frontier. */
export function copyKnown(copying: Copying, cursor: string | undefined): Promise<StepEnd> {
  const { tables, facts, numbers } = copying;
  return copyRange(copying, cursor, facts.reads.length, (node) => {
    if (numbers.hasPage(node)) return undefined;
    const place = { id: node + 1, host: numbers.hostOfNode(node), facts };
    return tables.add('pages', unvisitedRow(place, { url: facts.web.urls.urlOf(node), state: 'known' }));
  });
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
  page: {
    readonly url: string;
    readonly state: string;
    readonly depth?: number;
    readonly rank?: number;
    readonly region?: string | undefined;
  },
): readonly Cell[] {
  return rowOf('pages', { ...page, ...placeColumns(place), num_tries: 0, failures: 0, changes: 0 });
}

function placeColumns({ id, host, facts }: Place): {
  readonly [Column in 'id' | 'host' | 'hub' | 'authority' | 'page_rank' | 'moved_to']: Cell;
} {
  const { hubs, authorities, ranks } = facts;
  const node = facts.web.movedTo[id - 1] ?? nothing;
  return {
    ...{ id, host },
    hub: hubs[id - 1] ?? 0,
    authority: authorities[id - 1] ?? 0,
    page_rank: ranks[id - 1] ?? 0,
    moved_to: node === nothing ? null : node + 1,
  };
}
