import { refusalOf } from '../rights/preferences.ts';
import type { Purpose } from '../rights/purposes.ts';
import type { Robots } from './parse-robots.ts';
import type { RobotsSettings } from './robots-settings.ts';

/** What a job says of robots.txt and of its purpose. */
interface OwnRules {
  readonly robots: RobotsSettings;
  readonly politeness: { readonly maxCrawlDelayMs: number };
  readonly purpose: readonly Purpose[];
}

/**
 * Returns a robots.txt with the verdicts of a job. Beside the rules, two things may deny a URL before it is fetched: a
 * delay over `politeness.maxCrawlDelay` (if `robots.longCrawlDelay` is `deny`), and a usage preference that refuses the
 * job's purpose.
 */
export function robotsForJob(robots: Robots, { robots: settings, politeness, purpose }: OwnRules): Robots {
  return {
    ...robots,
    verdict(url, product) {
      const verdict = robots.verdict(url, product);
      if (!verdict.allowed) return verdict;
      if (settings.longCrawlDelay === 'deny') {
        const asked = robots.asksForDelay(product);
        if (asked !== undefined && asked.ms > politeness.maxCrawlDelayMs)
          return { allowed: false, rule: `${asked.rule}: longer than politeness.maxCrawlDelay` };
      }
      const refusal = refusalOf(robots.usage(url, product), purpose);
      return refusal === undefined ? verdict : { allowed: false, rule: refusal, by: 'purpose' };
    },
  };
}
