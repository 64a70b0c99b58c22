import { hash } from 'node:crypto';
import * as z from 'zod/mini';
import { WinnowError } from '../../domain/base/error.ts';
import { breadthFirst } from '../../domain/focus/focus-settings.ts';
import { mostLinksPerPage, skippableRelations } from '../../domain/links/link-settings.ts';
import { purposes } from '../../domain/rights/preferences.ts';
import { defaultRobotsSettings } from '../../domain/robots/robots-settings.ts';
import { listOf } from '../../domain/scope/scope-list.ts';
import { limitTests, listTests } from '../../domain/scope/scope-settings.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { locationPolicies } from '../../domain/sitemaps/location.ts';
import { defaultSitemapSettings } from '../../domain/sitemaps/policy.ts';
import { defaultTrapSettings } from '../../domain/traps/policy.ts';
import { parseOnly } from '../../domain/url/url-settings.ts';
import { withoutSuperseded } from '../job/superseded-settings.ts';
import { storedFetch, storedIdentity, storedNetwork } from './stored-connection.ts';
import { storedFreshness } from './stored-freshness.ts';
import { storedStop } from './stored-stop.ts';
import { storedAnalysers, storedTopic } from './stored-topic.ts';

/** Grows when the stored form changes in a way that an older Winnow would misread. */
const formVersion = 2;
/** The oldest form that is still read. */
const oldestForm = 1;

const whole = z.int().check(z.minimum(0));
const positive = z.int().check(z.minimum(1));

const extract = z.array(
  z.strictObject({
    field: z.string(),
    selector: z.string(),
    attribute: z.exactOptional(z.string()),
    type: z.enum(['string', 'number', 'boolean', 'url', 'html']),
    many: z.boolean(),
  }),
);

const scopeList = z.array(z.strictObject({ file: z.string(), line: whole, entries: z.array(z.string()) }));
/** In the oldest form a list of hosts was one of strings. */
const hosts = z.union([
  scopeList,
  z.pipe(
    z.array(z.string()),
    z.transform((names) => listOf(names, 'job.yaml')),
  ),
]);
const scopeRule = z.strictObject({
  word: z.enum(['accept', 'reject']),
  source: z.string(),
  test: z.union([
    z.strictObject({ kind: z.literal('all') }),
    z.strictObject({ kind: z.enum(listTests), list: scopeList }),
    z.strictObject({ kind: z.enum(limitTests), limit: whole }),
  ]),
});
const scope = z.strictObject({
  hosts,
  allow: z._default(scopeList, []),
  exclude: z._default(scopeList, []),
  excludeExtensions: z._default(scopeList, []),
  rules: z._default(z.array(scopeRule), []),
  schemes: z._default(z.array(z.enum(['http', 'https'])), ['http', 'https']),
  maxDepth: whole,
  maxUrlLength: positive,
  maxHostHops: z.exactOptional(whole),
  share: z.exactOptional(z.strictObject({ part: positive, of: positive })),
  maxRepeats: z._default(positive, 1_000),
  maxParameters: z._default(whole, 1_000),
});

const links = z.strictObject({
  metaRefresh: z.enum(['follow', 'ignore']),
  canonical: z.enum(['link', 'ignore', 'trust']),
  fromText: z.enum(['all', 'plain', 'none']),
  skipRel: z._default(z.array(z.enum(skippableRelations)), []),
  maxPerPage: z._default(positive, mostLinksPerPage),
});

/**
 * What has come since the oldest form has a default (`z._default`): what holds for a job that was stored before there
 * was such a setting, so that a stack that is upgraded crawls on as it did until its jobs are deployed again.
 */
const base = z.strictObject({
  name: z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/)),
  seeds: z.array(z.string()),
  identity: storedIdentity,
  scope,
  politeness: z.strictObject({
    gapMs: whole,
    maxCrawlDelayMs: whole,
    responseFactor: z._default(z.number(), 0),
    maxResponseDelayMs: z._default(whole, 30_000),
    firstBackoffMs: z._default(positive, 60_000),
    maxBackoffMs: positive,
    parkAfter: z._default(positive, 5),
    giveUpAfterMs: z._default(positive, 2_592_000_000),
    unit: z._default(z.enum(['host', 'domain', 'address']), 'host'),
    window: z.exactOptional(z.string()),
  }),
  turn: z.strictObject({ maxPages: positive, maxMs: positive, maxWaitMs: whole }),
  fetch: storedFetch,
  revisit: z.strictObject({
    successMs: positive,
    movedMs: z._default(positive, 1_000_000_000),
    notModifiedMs: positive,
    notFoundMs: positive,
    unavailableMs: positive,
    robotsDeniedMs: positive,
    orphans: z._default(z.enum(['keep', 'rarer', 'release']), 'keep'),
    orphanMs: z._default(positive, 15_552_000_000),
    byMediaTypeMs: z._default(z.record(z.string(), positive), {}),
  }),
  robots: z.strictObject({
    maxAgeMs: positive,
    outageMs: z._default(positive, defaultRobotsSettings.outageMs),
    afterOutage: z._default(z.enum(['deny', 'allow']), defaultRobotsSettings.afterOutage),
    longCrawlDelay: z._default(z.enum(['cap', 'deny']), defaultRobotsSettings.longCrawlDelay),
  }),
  purpose: z._default(z.array(z.enum(purposes)), ['search']),
  documents: z.strictObject({ keep: z.boolean() }),
  extract,
  network: storedNetwork,
  limits: z.strictObject({
    pagesPerDay: z.exactOptional(positive),
    dollarsPerMonth: z.exactOptional(z.number()),
  }),
  redirects: z._default(z.enum(['follow', 'link']), 'link'),
  links: z._default(links, {
    metaRefresh: 'follow',
    canonical: 'link',
    fromText: 'plain',
    skipRel: [],
    maxPerPage: mostLinksPerPage,
  }),
  autoRecycleLinks: z.boolean(),
  crawl: z.strictObject({ hosts: positive, patienceMs: z._default(whole, 900_000) }),
});

const budgets = z.strictObject({
  pagesPerHost: z.exactOptional(positive),
  bytesPerHost: z.exactOptional(positive),
  pendingPerHost: z._default(positive, 1_000_000),
  depthPerHost: z.exactOptional(whole),
  pagesPerDomain: z.exactOptional(positive),
  bytesPerDomain: z.exactOptional(positive),
  hostsPerDomain: z.exactOptional(positive),
  newHosts: z._default(positive, 3),
});

const traps = z.strictObject({
  hold: z.boolean(),
  patience: positive,
  retryShare: z.number(),
  accept: z.array(z.string()),
});

const sitemaps = z.strictObject({
  follow: z.boolean(),
  wellKnown: z.array(z.string()),
  location: z.enum(locationPolicies),
  revisitMs: positive,
  maxUrls: positive,
  maxBytes: positive,
  lastmod: z.boolean(),
  changefreq: z.boolean(),
});

const urlSteps = z.strictObject({
  repairHost: z.boolean(),
  encodeBackslash: z.boolean(),
  dropTrailingDot: z.boolean(),
  dropUserinfo: z.boolean(),
  dropFragment: z.boolean(),
  normalisePercent: z.boolean(),
  removeSessionIds: z.boolean(),
  sessionIds: z.array(z.string()),
  collapseSlashes: z.boolean(),
  removeTracking: z.boolean(),
  tracking: z.array(z.string()),
  dropEmptyParameters: z.boolean(),
  collapseRepeated: z.boolean(),
  sortQuery: z.boolean(),
  aliases: z.record(z.string(), z.string()),
});

const focus = z.strictObject({
  mode: z.enum(['unfocused', 'hard', 'soft']),
  order: z.enum(['relevance', 'breadth-first', 'arrival', 'hash']),
  parents: z.enum(['mean', 'best']),
  linkScores: z.boolean(),
  tunnel: whole,
});

const origins = z.record(z.string(), z.string());
const { shape } = base;
const override = z.strictObject({
  match: z.union([
    z.strictObject({ domain: z.string() }),
    z.strictObject({ host: z.string(), path: z.exactOptional(z.string()) }),
  ]),
  label: z.string(),
  settings: z.strictObject({
    scope: z.exactOptional(patch(shape.scope)),
    politeness: z.exactOptional(patch(shape.politeness)),
    turn: z.exactOptional(patch(shape.turn)),
    fetch: z.exactOptional(patch(shape.fetch)),
    revisit: z.exactOptional(patch(shape.revisit)),
    robots: z.exactOptional(patch(shape.robots)),
    documents: z.exactOptional(patch(shape.documents)),
    extract: z.exactOptional(extract),
    budgets: z.exactOptional(patch(budgets)),
    traps: z.exactOptional(patch(traps)),
    sitemaps: z.exactOptional(patch(sitemaps)),
  }),
  origins,
});

const settingsSchema = z.extend(base, {
  topic: z.exactOptional(storedTopic),
  offTopic: z._default(z.strictObject({ keep: z.enum(['none', 'text', 'all']) }), { keep: 'none' }),
  analysers: z.exactOptional(storedAnalysers),
  deny: z._default(scopeList, []),
  overrides: z._default(z.array(override), []),
  origins: z._default(origins, {}),
  url: z._default(urlSteps, { ...parseOnly, sessionIds: [], tracking: [] }),
  stop: z.exactOptional(storedStop),
  freshness: z.exactOptional(storedFreshness),
  budgets: z._default(budgets, { pendingPerHost: 1_000_000, newHosts: 3 }),
  focus: z._default(focus, breadthFirst),
  traps: z._default(traps, { ...defaultTrapSettings, hold: false, accept: [] }),
  sitemaps: z._default(sitemaps, { ...defaultSitemapSettings, follow: false, wellKnown: [] }),
}) satisfies z.ZodMiniType<JobSettings>;

/** Some of the keys of a section; no default fills in what an override does not say. */
function patch<S extends z.core.$ZodShape>(section: z.ZodMiniObject<S>) {
  const keys = Object.entries(section.shape).map(([key, value]) => [
    key,
    z.exactOptional(value instanceof z.ZodMiniDefault ? value.def.innerType : value),
  ]);
  return z.strictObject(Object.fromEntries(keys) as { [K in keyof S]: z.ZodMiniExactOptional<S[K]> });
}

const formSchema = z.looseObject({ v: z.int() });

/** Settings as the immutable object that an installation stores: canonical JSON, so equal settings give equal text. */
export function encodeSettings(settings: JobSettings): string {
  return canonicalJson({ v: formVersion, ...settings });
}

/**
 * Settings back from the stored text.
 * @throws WinnowError `newer` when a newer Winnow wrote them, `corrupt` when they do not validate.
 */
export function parseSettings(text: string): JobSettings {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new WinnowError('corrupt', 'stored settings are not JSON', { cause: error });
  }
  const form = formSchema.safeParse(value);
  if (!form.success) throw new WinnowError('corrupt', 'stored settings do not say their version');
  const { v, ...rest } = form.data;
  if (v > formVersion) {
    throw new WinnowError(
      'newer',
      `settings of version ${v} were stored by a newer Winnow; this one reads up to ${formVersion}`,
    );
  }
  const settings = settingsSchema.safeParse(withoutSuperseded(rest).value);
  if (v < oldestForm || !settings.success) {
    const issue = settings.error?.issues[0];
    const where = issue === undefined ? `version ${v}` : `${issue.path.join('.')} (${issue.code})`;
    throw new WinnowError('corrupt', `stored settings do not validate: ${where}`, { cause: settings.error });
  }
  return settings.data;
}

/** The version of settings, derived from them: 16 hex digits of a SHA-256 over their stored form. */
export function settingsVersion(settings: JobSettings): string {
  return hash('sha256', encodeSettings(settings)).slice(0, 16);
}

/** JSON with the keys of every object in order and nothing undefined. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
      : inner,
  );
}
