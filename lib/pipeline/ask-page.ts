import type { FetchResult } from '../domain/fetch-result.ts';
import type { Visit, Work } from '../domain/host/entry.ts';
import type { Robots } from '../domain/robots/robots.ts';
import type { JobSettings } from '../domain/settings.ts';
import { identityOf } from '../domain/url/identity.ts';
import { type CanonicalUrl, canonicalise, hostOf } from '../domain/url.ts';
import type { PutOff } from './courier.ts';
import type { TurnContext } from './turn-context.ts';

/**
 * Asks for a page. A server that leads to the page itself in another spelling (with the session id that its name goes
 * without) is asked for that spelling too, once, on the same host and as far as robots.txt and the gap let us.
 */
export async function askForPage(
  turn: TurnContext,
  work: Work,
  robots: Robots,
): Promise<FetchResult | PutOff> {
  const headers = conditions(work.visit);
  const answer = await turn.courier.request(work.url, headers);
  const spelling = answer.kind === 'response' ? otherSpelling(answer, work.url, turn.settings) : undefined;
  if (spelling === undefined) return answer;
  if (!robots.verdict(spelling, turn.settings.identity.product).allowed) return answer;
  const second = await turn.courier.request(spelling, headers);
  return second.kind === 'put-off' ? answer : second;
}

/** Where a redirect leads that is one of the page to itself, if it is written otherwise than the page's name. */
function otherSpelling(
  { status, headers }: Extract<FetchResult, { kind: 'response' }>,
  url: CanonicalUrl,
  settings: JobSettings,
): CanonicalUrl | undefined {
  if (status < 300 || status >= 400 || headers.location === undefined) return undefined;
  const target = identityOf(settings).canonicalise(headers.location, url);
  const written = canonicalise(headers.location, url);
  if (!target.ok || target.url !== url || !written.ok || written.url === url) return undefined;
  return written.host === hostOf(url) ? written.url : undefined;
}

function conditions(visit: Visit | undefined): Record<string, string> | undefined {
  if (visit?.md5 === undefined) return undefined;
  return {
    ...(visit.etag === undefined ? {} : { 'if-none-match': visit.etag }),
    ...(visit.lastModified === undefined ? {} : { 'if-modified-since': visit.lastModified }),
  };
}
