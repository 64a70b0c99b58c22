import { bodyDigest } from '../../base/bytes/body-digest.ts';
import { defined } from '../../base/defined.ts';
import { validatorsOf } from '../../base/fetch/validators.ts';
import { writtenRequisites } from '../../base/html/requisites.ts';
import { countsAsPage, maxLevels, roleRank } from '../../base/links/url-role.ts';
import { canonicalise } from '../../base/url/canonicalise.ts';
import { identityOf } from '../../base/url/identity.ts';
import { type CanonicalUrl, hostOf, isOf } from '../../base/url/url.ts';
import { admit, pendingCount } from '../../domain/frontier/body.ts';
import { isKnown } from '../../domain/frontier/is-known.ts';
import { settingsFor } from '../../domain/settings/overrides.ts';
import { admissible } from '../frontier/candidates.ts';
import { sendRequisite } from '../turn/departures.ts';
import { keepBeside, keepsBeside } from '../turn/keep-beside.ts';
import { endAnswered, endBeside, endUnanswered } from './end-visit.ts';
import { outcomeOf } from './sort-answer.ts';
import type { AnsweredVisit, PermittedVisit, VisitEnd } from './steps.ts';

type Naming = Pick<AnsweredVisit, 'turn' | 'work' | 'settings'>;

/** A style names at most so many; a page as many as are looked for. */
const mostOfStyle = 50;

/** Has the pictures, styles and scripts that a page, or a style, names wait for their visits. @param level of what they are (`UrlRole`) */
export function admitRequisites(
  naming: Naming,
  { body, mediaType }: { readonly body: Uint8Array; readonly mediaType: string },
  level = 0,
): void {
  const { turn, work, settings } = naming;
  if (!keepsBeside(settings)) return;
  const read = turn.ports.reader.readHere(work.url, () => writtenRequisites(body, mediaType));
  if ('unreadable' in read) return;
  const { addresses, base } = read.value;
  const written = base === undefined ? undefined : canonicalise(base, work.url);
  const from = written?.ok ? written.url : work.url;
  const identity = identityOf(turn.settings);
  const found = new Set<CanonicalUrl>();
  for (const address of level === 0 ? addresses : addresses.slice(0, mostOfStyle)) {
    const named = identity.canonicalise(address, from);
    if (named.ok) found.add(named.url);
  }
  admitAll(naming, [...found], level);
}

/** Has URLs of this host wait, and sends those of other hosts there. @param hops redirects in a row that led to them */
function admitAll({ turn, work }: Naming, urls: readonly CanonicalUrl[], level: number, hops = 0): void {
  const { body, key, settings, harvest } = turn;
  const role = { is: 'requisite', level, of: work.url } as const;
  const depth = countsAsPage(work) ? work.depth + 1 : work.depth;
  const rank = hops + roleRank(depth - 1, role);
  const named = urls.map((url) => ({ url, depth, rank, ...(hops === 0 ? {} : { hops }), role }));
  const own = named.filter(({ url }) => isOf(url, key.host) && !isKnown(body, url));
  const room = settingsFor(settings, key.host).budgets.pendingPerHost - pendingCount(body);
  admit(body, own.slice(0, Math.max(0, room)));
  const hostHops = (body.hostHops ?? 0) + 1;
  for (const one of named)
    if (!isOf(one.url, key.host) && admissible(one, hostHops, settings))
      sendRequisite(harvest.departures, hostOf(one.url), one);
}

/** Asks for what a page shows. */
export async function fetchRequisite(visit: PermittedVisit): Promise<AnsweredVisit | VisitEnd> {
  const { turn, work } = visit;
  const result = await turn.session.request(work.url, {});
  if (result.kind === 'put-off') return { end: result };
  if (result.kind === 'error') return endUnanswered(visit, { ...result, kind: 'failed' });
  return { ...visit, result, conditional: false, spelling: work.url, at: turn.ports.clock.now() };
}

/** Keeps it whole, and ends its visit: it is no page. What it redirects to is shown in its place. */
export async function keepRequisite(visit: AnsweredVisit): Promise<VisitEnd> {
  const { turn, work, result, at } = visit;
  const level = work.role?.level ?? 0;
  const outcome = outcomeOf(visit);
  if (outcome?.kind === 'redirected') admitAll(visit, [outcome.to], level, work.hops + 1);
  if (outcome !== undefined) return endBeside(visit, outcome);
  const [essence = ''] = (result.headers['content-type'] ?? '').split(';', 1);
  const mediaType = essence.trim().toLowerCase() || 'application/octet-stream';
  const digest = bodyDigest(result.body).slice(0, 16);
  if (digest !== work.visit?.digest || work.visit.unconditional) {
    await keepBeside(turn, { url: work.url, result, at }, Number.POSITIVE_INFINITY);
    if (level < maxLevels.requisite) admitRequisites(visit, { body: result.body, mediaType }, level + 1);
  }
  const seen = { status: result.status, ...defined(validatorsOf(result.headers)), digest };
  return endAnswered(visit, { kind: 'unsupported', mediaType }, { seen });
}
