import type { Outcome } from '../../base/fetch/outcome.ts';
import type { CanonicalUrl } from '../../base/url/url.ts';
import { type Allowed, takeNext, takeVisit } from '../../domain/frontier/body.ts';
import type { Work } from '../../domain/frontier/entry.ts';
import { settingsFor } from '../../domain/settings/overrides.ts';
import type { Turn } from '../turn/turn.ts';

/** Redirects on one host that follow each other in a turn. */
export interface RedirectChain {
  /** What the last visit redirected to, if it may be visited now. @param allowed what may be visited for the first time */
  next(allowed: () => Allowed): Work | undefined;
  /** A visit begins. */
  asked(work: Work): void;
  /** The last visit is over. */
  ended(outcome: Outcome): void;
}

/**
 * Follows redirects to URLs that wait on the host of a turn. With `fetch.cookies` a chain may lead to URLs that redirected
 * before, and back to where it began: browsers ask again with the cookies that were set on the way. So a URL comes again in
 * a chain when it gets other cookies now, and a chain is never longer than `fetch.maxRedirects`.
 */
export function redirectChain({ body, key, settings, session }: Turn): RedirectChain {
  const { cookies, maxRedirects } = settingsFor(settings, key.host).fetch;
  /** The cookies with which each URL of the chain was asked for. */
  const sent = new Map<CanonicalUrl, string | undefined>();
  let target: CanonicalUrl | undefined;
  let length = 0;

  const again = (url: CanonicalUrl): Work | undefined => {
    const known = body.visits.get(url)?.visit;
    if (!cookies || known?.outcome !== 'redirected') return undefined;
    if (sent.has(url) && sent.get(url) === session.cookiesFor(url)) return undefined;
    return takeVisit(body, url);
  };

  return {
    next(allowed) {
      if (target === undefined || length > maxRedirects) return undefined;
      return takeNext(body, target, allowed()) ?? again(target);
    },
    asked({ url }) {
      if (url !== target) {
        sent.clear();
        length = 0;
      }
      sent.set(url, session.cookiesFor(url));
      length += 1;
    },
    ended(outcome) {
      target = outcome.kind === 'redirected' && settings.redirects === 'follow' ? outcome.to : undefined;
    },
  };
}
