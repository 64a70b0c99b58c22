import { refusalOf } from '../rights/preferences.ts';
import type { JobSettings } from '../settings/settings.ts';
import type { Robots } from './robots.ts';

/**
 * A robots.txt as it decides for a job: beside its rules, a delay may be so long that the host is not crawled, and what
 * the job is for may be refused. Both are known before anything is fetched.
 */
export function robotsForJob(
  robots: Robots,
  { robots: settings, politeness, purpose }: Pick<JobSettings, 'robots' | 'politeness' | 'purpose'>,
): Robots {
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
