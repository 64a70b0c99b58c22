import type { FetchResult } from '../domain/fetch-result.ts';
import type { Visit, Work } from '../domain/host/entry.ts';
import type { FailureReason, Outcome } from '../domain/outcome.ts';
import { settingsFor } from '../domain/overrides.ts';
import { describeRefusal, scopeOf } from '../domain/scope/scope.ts';
import { isBeginning, meaningOf, outcomeOfStatus } from '../domain/status-outcome.ts';
import { identityOf } from '../domain/url/identity.ts';
import { knownValidators, revalidated, validatorsOf } from '../domain/validators.ts';
import { askForPage } from './ask-page.ts';
import type { PutOff } from './courier.ts';
import { type Kept, keepPage } from './keep-page.ts';
import { pageResponse } from './page-response.ts';
import type { TurnContext } from './turn-context.ts';

/** How one visit ended, and what it brought. */
export interface Visited {
  readonly kind: 'visited';
  readonly outcome: Outcome;
  /** Epoch ms, the end of the visit. */
  readonly at: number;
  /** What the answer said, as far as the entry keeps it. */
  readonly seen: Pick<Visit, 'etag' | 'lastModified' | 'status'>;
  /** The page itself when it was parsed. */
  readonly kept?: Kept;
  /** Decoded bytes of the answer. */
  readonly bytes: number;
}

/** Visits one URL: scope, robots.txt, fetch, and what the answer makes of it. Never throws for what the web does. */
export async function visit(turn: TurnContext, work: Work, ordinal: number): Promise<Visited | PutOff> {
  const { ports } = turn;
  const settings = settingsFor(turn.settings, work.url);
  const { url, depth } = work;
  const scope = scopeOf(settings).verdict({ url, depth, hostHops: turn.hostHops });
  if (!scope.accepted)
    return ended(turn, work, { kind: 'denied', by: 'scope', rule: describeRefusal(scope) });

  const answer = await turn.robots(work.url);
  if (answer.kind === 'put-off') return answer;
  if (answer.kind === 'unreachable') return ended(turn, work, unreachable(answer.detail));
  const verdict = answer.robots.verdict(work.url, settings.identity.product);
  if (!verdict.allowed) {
    return ended(turn, work, {
      kind: 'denied',
      by: 'robots',
      ...(verdict.rule === undefined ? {} : { rule: verdict.rule }),
    });
  }

  const asked = await askForPage(turn, work, answer.robots, settings);
  if (asked.kind === 'put-off') return asked;
  const { result, conditional, spelling } = asked;
  if (result.kind === 'error')
    return ended(turn, work, { kind: 'failed', reason: result.reason, detail: result.detail });
  const at = ports.clock.now();
  const bytes = result.body.length;
  const outcome = outcomeOfStatus(result, {
    ...{ url, spelling, hops: work.hops, maxHops: settings.fetch.maxRedirects },
    identity: identityOf(turn.settings),
    ...(conditional && work.visit?.md5 !== undefined ? { known: work.visit.md5 } : {}),
  });
  if (outcome) return { kind: 'visited', outcome, at, bytes, seen: seenIn(result, work, outcome) };

  const whole = isBeginning(result) ? { ...result, truncated: true } : result;
  const kept = await keepPage(turn, work, pageResponse(url, whole, at), result.body, ordinal);
  return {
    kind: 'visited',
    at,
    bytes,
    seen: seenIn(result, work, kept.outcome),
    outcome: kept.outcome,
    ...(kept.page ? { kept: kept.page } : {}),
  };
}

function ended(turn: TurnContext, work: Work, outcome: Outcome): Visited {
  const seen = outcome.kind === 'failed' ? knownValidators(work.visit) : {};
  return { kind: 'visited', outcome, at: turn.ports.clock.now(), seen, bytes: 0 };
}

/** No answer at all is the host's failure; an answer that forbids is a denial. */
function unreachable(detail: string): Outcome {
  const reason = detail.slice(0, detail.indexOf(':'));
  if (detail.startsWith('status '))
    return { kind: 'denied', by: 'robots-unreachable', rule: `robots.txt: ${detail}` };
  return { kind: 'failed', reason: reason as FailureReason, detail: `robots.txt: ${detail}` };
}

type Answer = Extract<FetchResult, { kind: 'response' }>;

/** Validators are those of the version that is known: what an error page says of itself is not about the page. */
function seenIn({ status, headers }: Answer, work: Work, outcome: Outcome): Visited['seen'] {
  const known = knownValidators(work.visit);
  switch (meaningOf(status)) {
    case 'page':
    case 'part':
      return { status, ...(outcome.kind === 'failed' ? known : validatorsOf(headers)) };
    case 'not-modified':
      return { status, ...revalidated(known, headers) };
    default:
      return { status, ...(outcome.kind === 'failed' && status !== 412 ? known : {}) };
  }
}
