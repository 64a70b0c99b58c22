import type { FetchSettings } from '../../domain/fetch/fetch-settings.ts';
import type { FocusSettings } from '../../domain/focus/focus-settings.ts';
import type { RobotsSettings } from '../../domain/robots/robots-settings.ts';
import { defaultScope } from '../../domain/scope/scope-settings.ts';
import type { ExtractRule, JobSettings } from '../../domain/settings/settings.ts';
import type { SitemapSettings } from '../../domain/sitemaps/policy.ts';
import { freshnessSettings } from '../schema/freshness-schema.ts';
import type { JobFile } from '../schema/job-schema.ts';
import { stopSettings } from '../schema/stop-schema.ts';

/** The settings of a job, in internal units, from what stands in its file. */
export function jobSettings(file: JobFile, name: string): JobSettings {
  const { userAgent, politeness, turn, revisit, limits } = file;
  const stop = stopSettings(file.stop);
  const freshness = freshnessSettings(file.freshness);
  const { aliases: _, aliasFile: __, ...urlSteps } = file.url;
  return {
    name,
    seeds: file.seeds,
    identity: {
      product: userAgent.product,
      from: userAgent.from,
      ...(userAgent.contact === undefined ? {} : { contact: userAgent.contact }),
    },
    url: { ...urlSteps, aliases: {} },
    scope: scopeSettings(file.scope),
    politeness: {
      gapMs: ms(politeness.waitIntervalHost),
      maxCrawlDelayMs: ms(politeness.maxCrawlDelay),
      responseFactor: politeness.responseFactor,
      maxResponseDelayMs: ms(politeness.maxResponseDelay),
      firstBackoffMs: ms(politeness.firstBackoff),
      maxBackoffMs: ms(politeness.maxBackoff),
      parkAfter: politeness.parkAfter,
      giveUpAfterMs: ms(politeness.giveUpAfter),
      unit: politeness.unit,
      ...(politeness.window === undefined ? {} : { window: politeness.window }),
    },
    turn: { maxPages: turn.maxPages, maxMs: ms(turn.maxSeconds), maxWaitMs: ms(turn.maxWait) },
    fetch: fetchSettings(file.fetch),
    revisit: {
      successMs: ms(revisit.success),
      movedMs: ms(revisit.moved),
      notModifiedMs: ms(revisit.notModified),
      notFoundMs: ms(revisit.notFound),
      unavailableMs: ms(revisit.unavailable),
      robotsDeniedMs: ms(revisit.robotsDenied),
      orphans: revisit.orphans,
      orphanMs: ms(revisit.orphan),
      byMediaTypeMs: Object.fromEntries(
        Object.entries(revisit.byMediaType).map(([type, rest]) => [type, ms(rest)]),
      ),
    },
    robots: robotsSettings(file.robots),
    purpose: file.purpose,
    offTopic: file.offTopic,
    documents: file.documents,
    extract: Object.entries(file.extract).map(([field, rule]) => extractRule(field, rule)),
    network: { ...defined(file.network), ports: file.network.ports.map(String) },
    limits: defined(limits),
    ...(stop === undefined ? {} : { stop }),
    ...(freshness === undefined ? {} : { freshness }),
    budgets: defined(file.budgets),
    focus: focusSettings(file),
    traps: file.traps,
    sitemaps: sitemapSettings(file.sitemaps),
    redirects: file.redirects,
    links: file.links,
    autoRecycleLinks: file.autoRecycleLinks,
    crawl: { hosts: file.crawl.hosts, patienceMs: ms(file.crawl.patience) },
    deny: [],
    overrides: [],
    origins: {},
  };
}

function fetchSettings(fetch: JobFile['fetch']): FetchSettings {
  const { timeout, connectTimeout, headersTimeout, idleTimeout, ...rest } = fetch;
  return {
    ...defined(rest),
    timeoutMs: ms(timeout),
    connectTimeoutMs: ms(connectTimeout),
    headersTimeoutMs: ms(headersTimeout),
    idleTimeoutMs: ms(idleTimeout),
  };
}

function sitemapSettings({ revisit, ...rest }: JobFile['sitemaps']): SitemapSettings {
  return { ...rest, revisitMs: ms(revisit) };
}

function robotsSettings({ maxAge, outage, ...rest }: JobFile['robots']): RobotsSettings {
  return { ...rest, maxAgeMs: ms(maxAge), outageMs: ms(outage) };
}

/** Lists and rules come out of the files that name them (`readScope`). */
function scopeSettings({
  schemes,
  maxDepth,
  maxHostHops,
  share,
  maxUrlLength,
  maxRepeats,
  maxParameters,
}: JobFile['scope']) {
  return {
    ...defaultScope,
    ...{ schemes, maxDepth, maxUrlLength, maxRepeats, maxParameters },
    ...(maxHostHops === undefined ? {} : { maxHostHops }),
    ...(share === undefined ? {} : { share }),
  };
}

/** Whoever says that links of pages off topic are followed means soft focus. */
function focusSettings({ focus, topic }: JobFile): FocusSettings {
  return { ...focus, mode: focus.mode ?? (topic.followOffTopic ? 'soft' : 'hard') };
}

/** A name for a job whose file does not give one: that of its directory, as far as it can be one. */
export function nameFromDirectory(directory: string): string | undefined {
  const name = directory
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, 40)
    .replace(/-+$/, '');
  return name === '' ? undefined : name;
}

function extractRule(field: string, rule: JobFile['extract'][string]): ExtractRule {
  if (typeof rule === 'string') return { field, selector: rule, type: 'string', many: false };
  const { selector, attribute, type, many } = rule;
  return { field, selector, ...(attribute === undefined ? {} : { attribute }), type, many };
}

function ms(seconds: number): number {
  return Math.round(seconds * 1_000);
}

/** Without the keys that were not given: a setting that is absent has no key. */
function defined<T extends object>(values: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;
}
