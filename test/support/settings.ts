import { earlierFetchSettings } from '../../lib/domain/fetch/fetch-settings.ts';
import { defaultFocus } from '../../lib/domain/focus/focus-settings.ts';
import { defaultHeadFirst, defaultLinkSettings } from '../../lib/domain/links/link-settings.ts';
import { defaultRobotsSettings } from '../../lib/domain/robots/robots-settings.ts';
import { defaultScope } from '../../lib/domain/scope/scope-settings.ts';
import type { JobSettings } from '../../lib/domain/settings/settings.ts';
import { defaultSitemapSettings } from '../../lib/domain/sitemaps/policy.ts';
import { defaultTrapSettings } from '../../lib/domain/traps/policy.ts';
import { defaultUrlSettings } from '../../lib/domain/url/url-settings.ts';

/** Settings of a job as the tests start from: every default, no gap, loopback allowed. */
export function testSettings(name: string): JobSettings {
  return {
    name,
    seeds: [],
    identity: { product: 'Winnow', contact: 'mailto:crawl@example.org', from: true },
    url: defaultUrlSettings,
    focus: defaultFocus,
    scope: { ...defaultScope, maxDepth: 100 },
    politeness: {
      gapMs: 0,
      maxCrawlDelayMs: 300_000,
      responseFactor: 0,
      maxResponseDelayMs: 30_000,
      firstBackoffMs: 60_000,
      maxBackoffMs: 86_400_000,
      parkAfter: 5,
      giveUpAfterMs: 2_592_000_000,
      unit: 'host',
    },
    turn: { maxPages: 5, maxMs: 60_000, maxWaitMs: 2_000 },
    fetch: {
      ...earlierFetchSettings,
      ...{
        timeoutMs: 10_000,
        maxBytes: 4_000_000,
        maxTries: 5,
        maxRedirects: 10,
        headFirst: defaultHeadFirst,
      },
    },
    revisit: {
      successMs: 1_000_000_000,
      movedMs: 15_552_000_000,
      notModifiedMs: 2_592_000_000,
      notFoundMs: 2_592_000_000,
      unavailableMs: 86_400_000,
      robotsDeniedMs: 2_592_000_000,
      orphans: 'keep',
      orphanMs: 15_552_000_000,
      byMediaTypeMs: {},
    },
    robots: defaultRobotsSettings,
    purpose: ['search'],
    offTopic: { keep: 'none' },
    documents: { keep: true },
    extract: [],
    network: { allow: ['127.0.0.0/8', '::1'], ports: ['1-65535'], insecureTls: [] },
    limits: {},
    budgets: { pendingPerHost: 1_000_000, newHosts: 3 },
    traps: defaultTrapSettings,
    sitemaps: defaultSitemapSettings,
    redirects: 'follow',
    links: defaultLinkSettings,
    autoRecycleLinks: true,
    crawl: { hosts: 16, patienceMs: 900_000 },
    deny: [],
    overrides: [],
    origins: {},
  };
}
