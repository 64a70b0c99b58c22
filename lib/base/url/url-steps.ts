import { namePatterns } from './name-pattern.ts';
import { normalisePercent } from './percent.ts';
import { sorted, withoutEmptyParameters, withoutParameters, withoutRepeated } from './query.ts';
import { withoutSessionIds } from './session-path.ts';
import { portStart, type UrlParts } from './url-parts.ts';
import { isSegmentPattern, type UrlSettings } from './url-settings.ts';

/** The steps after parsing that a job may turn on and off, in the order in which they run. */
export const optionalSteps = [
  'dropTrailingDot',
  'dropUserinfo',
  'dropFragment',
  'normalisePercent',
  'removeSessionIds',
  'collapseSlashes',
  'removeTracking',
  'dropEmptyParameters',
  'collapseRepeated',
  'sortQuery',
  'resolveAliases',
  'https',
] as const;
export type OptionalStep = (typeof optionalSteps)[number];

/**
 * One step, which changes the parts in place. No step may produce text that an earlier step, or the parser, would
 * change: so all steps together are idempotent. This is why session ids are removed before repeats are collapsed, and
 * percent-encoding is normalised before session ids are removed.
 */
export interface UrlStep {
  readonly name: OptionalStep;
  apply(parts: UrlParts): void;
}

type Apply = UrlStep['apply'];

/** Returns the steps that are on. Steps whose list is empty are left out. */
export function stepsOf(settings: UrlSettings): readonly UrlStep[] {
  const { sessionIds, tracking, aliases, https } = settings;
  const appliers: Readonly<Record<OptionalStep, Apply | false | undefined>> = {
    dropTrailingDot: settings.dropTrailingDot && dropTrailingDot,
    dropUserinfo: settings.dropUserinfo && dropUserinfo,
    dropFragment: settings.dropFragment && dropFragment,
    normalisePercent: settings.normalisePercent && percentEncoding,
    removeSessionIds: settings.removeSessionIds && removeSessionIds(sessionIds),
    collapseSlashes: settings.collapseSlashes && collapseSlashes,
    removeTracking: settings.removeTracking && removeParameters(tracking),
    dropEmptyParameters: settings.dropEmptyParameters && dropEmptyParameters,
    collapseRepeated: settings.collapseRepeated && onQuery(withoutRepeated),
    sortQuery: settings.sortQuery && onQuery(sorted),
    resolveAliases: resolveAliases(aliases),
    https: secured(https),
  };
  return optionalSteps.flatMap((name) => {
    const apply = appliers[name];
    return apply ? [{ name, apply }] : [];
  });
}

/** Drops one dot, which marks a name as complete. A second dot would be an empty label: such a host is refused. */
function dropTrailingDot(parts: UrlParts): void {
  const { host } = parts;
  const end = portStart(host);
  if (host[end - 1] === '.') parts.host = host.slice(0, end - 1) + host.slice(end);
}

function dropUserinfo(parts: UrlParts): void {
  parts.userinfo = '';
}

function dropFragment(parts: UrlParts): void {
  parts.fragment = '';
}

function percentEncoding(parts: UrlParts): void {
  parts.path = normalisePercent(parts.path);
  parts.query = normalisePercent(parts.query);
}

function collapseSlashes(parts: UrlParts): void {
  if (parts.path.includes('//')) parts.path = parts.path.replace(/\/{2,}/g, '/');
}

function dropEmptyParameters(parts: UrlParts): void {
  const query = withoutEmptyParameters(parts.query.slice(1));
  parts.query = query === '' ? '' : `?${query}`;
}

/**
 * Applies a change to the query. The `?` is dropped if the change empties the query; a `?` without query before the
 * change stays.
 */
function onQuery(change: (query: string) => string): Apply {
  return (parts) => {
    if (parts.query === '') return;
    const before = parts.query.slice(1);
    const after = change(before);
    if (after !== before) parts.query = after === '' ? '' : `?${after}`;
  };
}

function removeParameters(patterns: readonly string[]): Apply | undefined {
  const unwanted = namePatterns(patterns);
  return unwanted && onQuery((query) => withoutParameters(query, unwanted));
}

function removeSessionIds(patterns: readonly string[]): Apply | undefined {
  const names = patterns.filter((pattern) => !isSegmentPattern(pattern));
  const parameters = namePatterns(names);
  const segments = namePatterns(patterns.filter(isSegmentPattern));
  const inQuery = removeParameters(names);
  if (parameters === undefined && segments === undefined) return undefined;
  return (parts) => {
    parts.path = withoutSessionIds(parts.path, { parameters, segments });
    inQuery?.(parts);
  };
}

function resolveAliases(aliases: UrlSettings['aliases']): Apply | undefined {
  const preferred = new Map(Object.entries(aliases));
  if (preferred.size === 0) return undefined;
  return (parts) => {
    parts.host = preferred.get(parts.host) ?? parts.host;
  };
}

/** Writes `https` for hosts that are asked on the usual port: with another one it is another server. */
function secured(hosts: UrlSettings['https']): Apply | undefined {
  if (hosts.length === 0) return undefined;
  const named = new Set(hosts);
  return (parts) => {
    const { scheme, host } = parts;
    if (scheme !== 'http://' || portStart(host) < host.length) return;
    if (named.has('*') || named.has(host)) parts.scheme = 'https://';
  };
}
