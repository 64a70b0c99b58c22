import { identityOf } from '../../base/url/identity.ts';
import { presentHost } from '../../base/url/present-name.ts';
import type { CanonicalUrl, HostName } from '../../base/url/url.ts';
import { holdOn } from '../../domain/control/hold.ts';
import type { Spelling } from '../../domain/frontier/body.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { Turn } from './turn.ts';

/**
 * Whether the host's URLs belong to another host now, and move there. The pages of a blocked host stay, so that they do not
 * come back under another name.
 */
export function isLeaving({ settings, key, job }: Turn): boolean {
  return presentHost(settings, key.host) !== key.host && holdOn(job.holds, key.host)?.verb !== 'block';
}

/** The present name of a URL of a host. A URL that the settings would give to another host keeps its name. */
export function spellingIn(settings: Pick<JobSettings, 'url'>, host: HostName): Spelling {
  const identity = identityOf(settings);
  return (url) => {
    const canonical = identity.refine(url);
    return canonical.ok && canonical.host === host ? canonical.url : url;
  };
}

/** The URLs of a message with their present names. */
export function inPresentNames<T extends { readonly url: CanonicalUrl }>(
  candidates: readonly T[],
  spell: Spelling,
): readonly T[] {
  return candidates.map((one) => {
    const url = spell(one.url);
    return url === one.url ? one : { ...one, url };
  });
}
