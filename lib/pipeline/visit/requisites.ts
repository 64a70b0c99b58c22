import { bodyDigest } from '../../base/bytes/body-digest.ts';
import { defined } from '../../base/defined.ts';
import { validatorsOf } from '../../base/fetch/validators.ts';
import { writtenRequisites } from '../../base/html/requisites.ts';
import { canonicalise } from '../../base/url/canonicalise.ts';
import { identityOf } from '../../base/url/identity.ts';
import { type CanonicalUrl, isOf } from '../../base/url/url.ts';
import { admitWithin } from '../../domain/frontier/body.ts';
import { isKnown } from '../../domain/frontier/is-known.ts';
import { leadsFurther, requisiteLevel, requisiteRank } from '../../domain/frontier/requisite.ts';
import { settingsFor } from '../../domain/settings/overrides.ts';
import { keepBeside, keepsBeside } from '../turn/keep-beside.ts';
import { endAnswered } from './end-visit.ts';
import type { AnsweredVisit, VisitEnd } from './steps.ts';

/**
 * Has the pictures, styles and scripts of a page wait for their visits, as far as they are new and of its own host: the scope speaks of
 * pages only.
 * @param level of what they are (`requisiteRank`)
 */
export function admitRequisites(
  { turn, work, settings }: Pick<AnsweredVisit, 'turn' | 'work' | 'settings'>,
  { body, mediaType }: { readonly body: Uint8Array; readonly mediaType: string },
  level = 0,
): void {
  if (!keepsBeside(settings)) return;
  const { addresses, base } = writtenRequisites(body, mediaType);
  const written = base === undefined ? undefined : canonicalise(base, work.url);
  const from = written?.ok ? written.url : work.url;
  const identity = identityOf(turn.settings);
  const found = new Set<CanonicalUrl>();
  for (const address of addresses) {
    const named = identity.canonicalise(address, from);
    if (named.ok && isOf(named.url, turn.key.host) && !isKnown(turn.body, named.url)) found.add(named.url);
  }
  const { depth } = work;
  const rank = requisiteRank(depth, level);
  const { budgets } = settingsFor(turn.settings, turn.key.host);
  admitWithin(
    turn.body,
    [...found].map((url) => ({ url, depth, rank })),
    budgets,
  );
}

/** Keeps a picture, a style or a script whole, and ends its visit: it is no page. */
export async function endRequisite(visit: AnsweredVisit): Promise<VisitEnd> {
  const { turn, work, result, at, spelling: url } = visit;
  const [essence = ''] = (result.headers['content-type'] ?? '').split(';', 1);
  const mediaType = essence.trim().toLowerCase() || 'application/octet-stream';
  const digest = bodyDigest(result.body).slice(0, 16);
  const level = requisiteLevel(work) ?? 0;
  if (digest !== work.visit?.digest || work.visit.unconditional) {
    await keepBeside(turn, { url, result, at }, Number.POSITIVE_INFINITY);
    if (leadsFurther(level)) admitRequisites(visit, { body: result.body, mediaType }, level + 1);
  }
  const seen = { status: result.status, ...defined(validatorsOf(result.headers)), digest };
  return endAnswered(visit, { kind: 'unsupported', mediaType }, { seen });
}
