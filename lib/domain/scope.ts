import type { JobSettings } from './settings.ts';
import { type CanonicalUrl, hostOf } from './url.ts';

/** Whether a URL belongs to the crawl, and the rule that said no. */
export type ScopeVerdict =
  | { readonly accepted: true }
  | {
      readonly accepted: false;
      readonly rule: 'scope.hosts' | 'scope.maxDepth' | 'scope.maxUrlLength';
      readonly detail: string;
    };

const accepted: ScopeVerdict = { accepted: true };

/** Judges a URL at a depth. Asked when a URL is admitted and again before it is fetched. */
export function scopeVerdict(url: CanonicalUrl, depth: number, scope: JobSettings['scope']): ScopeVerdict {
  if (url.length > scope.maxUrlLength) {
    return {
      accepted: false,
      rule: 'scope.maxUrlLength',
      detail: `${url.length} characters, more than ${scope.maxUrlLength}`,
    };
  }
  if (depth > scope.maxDepth) {
    return { accepted: false, rule: 'scope.maxDepth', detail: `depth ${depth}, more than ${scope.maxDepth}` };
  }
  if (scope.hosts.length > 0) {
    const host = hostOf(url);
    if (!scope.hosts.some((allowed) => coversHost(allowed, host))) {
      return { accepted: false, rule: 'scope.hosts', detail: `${host} is not one of scope.hosts` };
    }
  }
  return accepted;
}

/** A host covers itself and its subdomains; without a port it covers every port. */
function coversHost(allowed: string, host: string): boolean {
  if (host === allowed || host.endsWith(`.${allowed}`)) return true;
  const port = host.lastIndexOf(':');
  if (port === -1 || host.endsWith(']') || allowed.includes(':')) return false;
  const name = host.slice(0, port);
  return name === allowed || name.endsWith(`.${allowed}`);
}
