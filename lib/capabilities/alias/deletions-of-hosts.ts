import { WinnowError } from '../../base/error.ts';
import { presentName } from '../../base/url/present-name.ts';
import type { CanonicalUrl, HostName } from '../../base/url/url.ts';
import { type DeleteRule, ruleFor } from '../../domain/control/delete-rule.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { Job } from '../../ports/jobs.ts';

/**
 * Checks that no rule of a deletion goes by the name of an alias: its pages would come back by the name of the preferred host.
 * @param settings those with the alias
 * @throws WinnowError `usage`
 */
export function mustKeepAway(
  { name, deletions = [] }: Job,
  settings: Pick<JobSettings, 'url'>,
  alias: HostName,
): void {
  for (const rule of deletions) {
    const url = exampleOf(rule, alias);
    if (ruleFor([rule], url) === undefined) continue;
    const present = presentName(settings, url);
    if (ruleFor(deletions, present) !== undefined) continue;
    throw new WinnowError(
      'usage',
      `job ${name}: the deletion ${rule.id} keeps pages of ${alias} away, which would come back as ${present}: delete them there, too, or end it (\`winnow delete --let-back ${rule.id}\`)`,
    );
  }
}

/** A URL of the host that the rule covers if it covers any. */
function exampleOf({ prefix, path = '/' }: DeleteRule, host: HostName): CanonicalUrl {
  const begin = prefix ?? `https://${host}${path.startsWith('/') ? '' : '/'}`;
  return `${begin}${prefix === undefined || path !== '/' ? path : ''}` as CanonicalUrl;
}
