import type { FetchResult } from '../domain/fetch-result.ts';
import type { Visit, Work } from '../domain/host/entry.ts';
import type { FailureReason, Outcome } from '../domain/outcome.ts';
import { settingsFor } from '../domain/overrides.ts';
import { describeRefusal, scopeOf } from '../domain/scope/scope.ts';
import type { JobSettings } from '../domain/settings.ts';
import { identityOf } from '../domain/url/identity.ts';
import { askForPage } from './ask-page.ts';
import { hopsTo, mayRedirect } from './candidates.ts';
import type { PutOff } from './courier.ts';
import { type Kept, keepPage } from './keep-page.ts';
import { maxHeader, pageResponse } from './page-response.ts';
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
  if (!scope.accepted) return ended(turn, { kind: 'denied', by: 'scope', rule: describeRefusal(scope) });

  const answer = await turn.robots(work.url);
  if (answer.kind === 'put-off') return answer;
  if (answer.kind === 'unreachable') return ended(turn, unreachable(answer.detail));
  const verdict = answer.robots.verdict(work.url, settings.identity.product);
  if (!verdict.allowed) {
    return ended(turn, {
      kind: 'denied',
      by: 'robots',
      ...(verdict.rule === undefined ? {} : { rule: verdict.rule }),
    });
  }

  const result = await askForPage(turn, work, answer.robots);
  if (result.kind === 'put-off') return result;
  if (result.kind === 'error')
    return ended(turn, { kind: 'failed', reason: result.reason, detail: result.detail });
  const at = ports.clock.now();
  const seen = seenIn(result);
  const outcome = outcomeOfStatus(result, work, turn.settings);
  if (outcome) return { kind: 'visited', outcome, at, seen, bytes: result.body.length };

  const bytes = result.body.length;
  const kept = await keepPage(turn, work, pageResponse(work.url, result, at), result.body, ordinal);
  return {
    kind: 'visited',
    at,
    seen,
    bytes,
    outcome: kept.outcome,
    ...(kept.page ? { kept: kept.page } : {}),
  };
}

function ended(turn: TurnContext, outcome: Outcome): Visited {
  return { kind: 'visited', outcome, at: turn.ports.clock.now(), seen: {}, bytes: 0 };
}

/** No answer at all is the host's failure; an answer that forbids is a denial. */
function unreachable(detail: string): Outcome {
  const reason = detail.slice(0, detail.indexOf(':'));
  if (detail.startsWith('status '))
    return { kind: 'denied', by: 'robots-unreachable', rule: `robots.txt: ${detail}` };
  return { kind: 'failed', reason: reason as FailureReason, detail: `robots.txt: ${detail}` };
}

type Answer = Extract<FetchResult, { kind: 'response' }>;

/** A validator that is too long is not kept at all: cut off, it would never match, and whole it would swell the body. */
function seenIn(result: Answer): Visited['seen'] {
  const { etag, 'last-modified': lastModified } = result.headers;
  return {
    status: result.status,
    ...(fits(etag) ? { etag } : {}),
    ...(fits(lastModified) ? { lastModified } : {}),
  };
}

function fits(validator: string | undefined): validator is string {
  return validator !== undefined && validator.length <= maxHeader;
}

/** The outcome where the status alone decides it (RFC 9110 §15); undefined for a page to be read. */
function outcomeOfStatus(result: Answer, work: Work, settings: JobSettings): Outcome | undefined {
  const { status } = result;
  if (status >= 200 && status < 300) return undefined;
  if (status === 304 && work.visit?.md5 !== undefined) return { kind: 'unchanged', md5: work.visit.md5 };
  if (status >= 300 && status < 400) return redirection(result, work, settings);
  if (status >= 500 || status === 408 || status === 425 || status === 429) {
    return { kind: 'failed', reason: 'status', detail: `status ${status}`, status };
  }
  if (status >= 400) return { kind: 'gone', status };
  return { kind: 'failed', reason: 'protocol', detail: `unexpected status ${status}`, status };
}

function redirection(result: Answer, work: Work, settings: JobSettings): Outcome {
  const { url } = work;
  const { location } = result.headers;
  const target = location === undefined ? undefined : identityOf(settings).canonicalise(location, url);
  if (!target?.ok) {
    const detail =
      location === undefined
        ? `status ${result.status} without Location`
        : `Location is not a URL: ${location.slice(0, 200)}`;
    return { kind: 'failed', reason: 'protocol', detail, status: result.status };
  }
  if (target.url === url || !mayRedirect(work)) {
    const detail = target.url === url ? 'redirects to itself' : `${hopsTo(work)} in a row led here`;
    return { kind: 'failed', reason: 'too-many-redirects', detail, status: result.status };
  }
  return { kind: 'redirected', status: result.status, to: target.url };
}
