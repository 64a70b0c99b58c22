import { defaultsOf } from '../../lib/base/setting-kinds/section.ts';
import { jobSections } from '../../lib/capabilities/declared.ts';
import { defaultFocus } from '../../lib/domain/focus/focus-settings.ts';
import type { JobSettings } from '../../lib/domain/settings/settings.ts';

export const defaultContentSettings = defaultsOf(jobSections.content);

/** Settings of a job as the tests start from: every default, no gap, loopback allowed. */
export function testSettings(name: string): JobSettings {
  const usual = defaultsOf({ keys: jobSections });
  return {
    ...usual,
    name,
    identity: { ...usual.identity, contact: 'mailto:crawl@example.org' },
    focus: defaultFocus,
    scope: { ...usual.scope, maxDepth: 100 },
    politeness: { ...usual.politeness, gapMs: 0 },
    turn: { ...usual.turn, maxPages: 5 },
    fetch: {
      ...usual.fetch,
      timeoutMs: 10_000,
      headersTimeoutMs: 150_000,
      idleTimeoutMs: 150_000,
      maxBytes: 4_000_000,
    },
    network: { ...usual.network, allow: ['127.0.0.0/8', '::1'], ports: ['1-65535'] },
    crawl: { ...usual.crawl, hosts: 16 },
    deny: [],
    overrides: [],
    origins: {},
  };
}
