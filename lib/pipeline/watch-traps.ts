import type { Work } from '../domain/host/entry.ts';
import { observe, patternId } from '../domain/traps/observe.ts';
import type { Birth, Sighting } from '../domain/traps/sighting.ts';
import { hostOf } from '../domain/url.ts';
import type { Turn } from './turn.ts';
import type { Visited } from './visit.ts';

/** Whether a visit tells of traps: the first that brought an answer does. */
function isTelling({ visit }: Work): boolean {
  return visit === undefined || visit.outcome === 'failed';
}

/** Id of the page's pattern, for the URLs that it leads to; 0 when nobody watches for traps. */
export function patternOf(turn: Turn, work: Work): number {
  return turn.body.trapSettings.hold && isTelling(work) ? patternId(turn.body.traps, work) : 0;
}

/** Enters what a visit tells of traps. @param births URLs of this host that it led to and nobody knew */
export function watchVisit(turn: Turn, work: Work, visited: Visited, births: readonly Birth[]): void {
  const { traps, trapSettings } = turn.body;
  const { kind } = visited.outcome;
  if (!trapSettings.hold || !isTelling(work) || kind === 'failed' || kind === 'listed') return;
  const { url, from } = work;
  observe(traps, trapSettings, { url, from, births, seen: seenIn(turn, visited) });
}

function seenIn({ key }: Turn, { outcome, kept }: Visited): Sighting['seen'] {
  if (outcome.kind === 'redirected') {
    return hostOf(outcome.to) === key.host ? { kind: 'redirect', to: outcome.to } : { kind: 'other' };
  }
  if (kept === undefined) return { kind: 'other' };
  const { content, twin } = kept;
  return {
    kind: 'page',
    ...(content.sketch === undefined ? {} : { sketch: content.sketch }),
    ...(twin === undefined ? {} : { twin }),
  };
}
