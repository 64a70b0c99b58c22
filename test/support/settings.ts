import { defaultScope } from '../../lib/domain/scope/scope-settings.ts';
import type { JobSettings } from '../../lib/domain/settings.ts';
import { defaultTrapSettings } from '../../lib/domain/traps/policy.ts';
import { defaultUrlSettings } from '../../lib/domain/url/url-settings.ts';

/** Settings of a job as the tests start from: every default, no gap, loopback allowed. */
export function testSettings(name: string): JobSettings {
  return {
    name,
    seeds: [],
    identity: { product: 'Winnow', contact: 'mailto:crawl@example.org' },
    url: defaultUrlSettings,
    scope: { ...defaultScope, maxDepth: 100 },
    politeness: { gapMs: 0, maxCrawlDelayMs: 300_000, maxBackoffMs: 86_400_000 },
    turn: { maxPages: 5, maxMs: 60_000, maxWaitMs: 2_000 },
    fetch: { timeoutMs: 10_000, maxBytes: 4_000_000, maxTries: 5 },
    revisit: {
      successMs: 1_000_000_000,
      notModifiedMs: 2_592_000_000,
      notFoundMs: 2_592_000_000,
      unavailableMs: 86_400_000,
      robotsDeniedMs: 2_592_000_000,
    },
    robots: { maxAgeMs: 86_400_000 },
    documents: { keep: true },
    extract: [],
    network: { allow: ['127.0.0.0/8', '::1'], ports: ['1-65535'] },
    limits: {},
    budgets: { pendingPerHost: 1_000_000, newHosts: 3 },
    traps: defaultTrapSettings,
    autoRecycleLinks: true,
    crawl: { hosts: 16 },
    deny: [],
    overrides: [],
    origins: {},
  };
}
