import type { Birth, Work } from '../../domain/frontier/entry.ts';
import { isKnown } from '../../domain/frontier/is-known.ts';
import { trapAccounts } from '../../domain/traps/host-state.ts';
import { idOfRevisit } from '../../domain/traps/made-up.ts';
import { observe, patternId } from '../../domain/traps/observe.ts';
import { takeUpQuestions } from '../../domain/traps/order.ts';
import { isProbe } from '../../domain/traps/probe.ts';
import { enterAgain } from '../../domain/traps/probe-answer.ts';
import { shapeOf } from '../../domain/traps/shape.ts';
import type { OwnLink, Sighting } from '../../domain/traps/sighting.ts';
import { type CanonicalUrl, hostOf } from '../../domain/url/url.ts';
import type { Turn } from '../turn/turn.ts';
import type { Visited } from '../turn/visited.ts';

/** Whether a visit tells of traps: the first that brought an answer does. */
function isTelling({ visit }: Work): boolean {
  return visit === undefined || visit.outcome === 'failed';
}

/** Id of the page's pattern, for the URLs that it leads to; 0 when nobody watches for traps. */
export function patternOf({ body, settings }: Turn, work: Work, kept: Visited['kept']): number {
  if (!settings.traps.hold) return 0;
  const accounts = trapAccounts(body);
  return isTelling(work)
    ? patternId(accounts, work, kept?.content.sketch)
    : idOfRevisit(accounts, work.url, kept?.content.sketch);
}

/** Enters what a visit tells of traps. @param births URLs of this host that it led to and nobody knew */
export function watchVisit(turn: Turn, work: Work, visited: Visited, births: readonly Birth[]): void {
  const accounts = trapAccounts(turn.body);
  const { traps } = turn.settings;
  const { kind } = visited.outcome;
  if (!traps.hold || kind === 'failed' || kind === 'listed') return;
  const { url, from, visit } = work;
  if (visit !== undefined && !isTelling(work)) {
    // What is new after a while may have been written meanwhile.
    enterAgain(accounts, url, visited.at - visit.at <= soon ? births : [], visited.kept?.content.sketch);
    return;
  }
  observe(accounts, traps, {
    ...{ url, from, births, seen: seenIn(turn, work, visited) },
    ...(isProbe(url) ? { links: ownLinks(turn, visited) } : {}),
  });
  takeUpQuestions(turn.body, work.depth);
}

/** One hour, in ms. */
const soon = 3_600_000;

function ownLinks({ key, body }: Turn, { kept }: Visited): readonly OwnLink[] {
  const own = kept?.content.targets.filter((url) => hostOf(url) === key.host) ?? [];
  return own.map((url) => ({ url, isNew: !isKnown(body, url) }));
}

function seenIn({ key }: Turn, { url, hops }: Work, { outcome, kept }: Visited): Sighting['seen'] {
  if (outcome.kind === 'redirected') {
    const { to } = outcome;
    // What other hosts have to say is theirs; but one that is led to by a redirect and leads on to its like is a link in a chain.
    const tells = hostOf(to) === key.host || (hops > 0 && isLike(url, to));
    return tells ? { kind: 'redirect', to } : { kind: 'other' };
  }
  if (kept === undefined) return { kind: 'other' };
  const { content, twin } = kept;
  return {
    kind: 'page',
    ...(content.sketch === undefined ? {} : { sketch: content.sketch }),
    ...(twin === undefined ? {} : { twin }),
  };
}

/** Whether URLs of two hosts differ, but not in their pattern. */
function isLike(url: CanonicalUrl, other: CanonicalUrl): boolean {
  const [a, b] = [new URL(url), new URL(other)];
  if (a.pathname + a.search === b.pathname + b.search) return false;
  return shapeOf(url).pattern === shapeOf(other).pattern;
}
