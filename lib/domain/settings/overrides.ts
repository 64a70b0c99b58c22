import type { SurtPrefix } from '../../base/url/surt-prefix.ts';
import { type CanonicalUrl, type HostName, hostOf } from '../../base/url/url.ts';
import type { JobSettings, SettingsOverride } from './settings.ts';

/**
 * The settings that hold for a host, or for one URL: the job's, and over them every override that matches, the most
 * specific last. That order is the one of SURT prefixes, the longer over the shorter: domain, subdomain, host, host with
 * its port, path, longer path; of two for the same the later in the file. For a host those count that are for all of it.
 * Values are replaced, lists of a scope and rules of `extract` added to.
 *
 * The same settings give the same object for the same combination of overrides, so that others may memoise on it, and
 * themselves when nothing matches. It may be asked of what it returned: the answer is that for the job's own settings.
 */
export function settingsFor(settings: JobSettings, hostOrUrl: CanonicalUrl | HostName): JobSettings {
  if (settings.overrides.length === 0) return settings;
  return layersOf(settings).settings(hostOrUrl);
}

/** The overrides that hold for a host or for some of its paths. */
export function overridesWithin(settings: JobSettings, host: HostName): readonly SettingsOverride[] {
  return settings.overrides.length === 0 ? [] : layersOf(settings).within(host);
}

interface Layers {
  settings(hostOrUrl: CanonicalUrl | HostName): JobSettings;
  within(host: HostName): readonly SettingsOverride[];
}

/** An override with its place in the order. */
interface Ranked {
  readonly override: SettingsOverride;
  readonly index: number;
  readonly weight: number;
}

/** What is known of a host: its settings, and what there is besides for some of its paths. */
interface HostLayers {
  readonly settings: JobSettings;
  readonly whole: readonly Ranked[];
  readonly paths: readonly (Ranked & { readonly path: string })[];
}

/** Hosts that are remembered per settings; then memory is begun anew. */
const rememberedHosts = 10_000;

const compiled = new WeakMap<JobSettings, Layers>();

function layersOf(settings: JobSettings): Layers {
  let layers = compiled.get(settings);
  if (layers === undefined) {
    layers = openLayers(settings);
    compiled.set(settings, layers);
  }
  return layers;
}

function openLayers(root: JobSettings): Layers {
  const byName = Map.groupBy(ranked(root.overrides), ({ override }) => nameOf(override.match));
  const derived = new Map<string, JobSettings>([['', root]]);
  const hosts = new Map<string, HostLayers>();

  function derive(matching: readonly Ranked[]): JobSettings {
    const inOrder = matching.toSorted((a, b) => a.weight - b.weight || a.index - b.index);
    const combination = inOrder.map(({ index }) => index).join();
    let settings = derived.get(combination);
    if (settings === undefined) {
      settings = inOrder.reduce((below, { override }) => laidOver(below, override), root);
      derived.set(combination, settings);
      compiled.set(settings, layers);
    }
    return settings;
  }

  function ofHost(host: string): HostLayers {
    let found = hosts.get(host);
    if (found === undefined) {
      const matching = namesOf(host).flatMap((name) => byName.get(name) ?? []);
      const paths = matching.flatMap((one) => {
        const path = pathOf(one.override.match);
        return path === undefined ? [] : [{ ...one, path }];
      });
      const whole = matching.filter(({ override }) => pathOf(override.match) === undefined);
      found = { settings: derive(whole), whole, paths };
      if (hosts.size >= rememberedHosts) hosts.clear();
      hosts.set(host, found);
    }
    return found;
  }

  const layers: Layers = {
    settings(hostOrUrl) {
      const scheme = hostOrUrl.indexOf('://');
      if (scheme === -1) return ofHost(hostOrUrl).settings;
      const { settings, whole, paths } = ofHost(hostOf(hostOrUrl as CanonicalUrl));
      if (paths.length === 0) return settings;
      const start = hostOrUrl.indexOf('/', scheme + 3);
      const under = paths.filter(({ path }) => hostOrUrl.startsWith(path, start));
      return under.length === 0 ? settings : derive([...whole, ...under]);
    },
    within(host) {
      const { whole, paths } = ofHost(host);
      return [...whole, ...paths].map(({ override }) => override);
    },
  };
  return layers;
}

/** More than any domain, and any host, can weigh: no name is longer than 253 characters (RFC 1035 §2.3.4). */
const hostWeight = 1_000;
const pathWeight = 10_000;

function ranked(overrides: readonly SettingsOverride[]): readonly Ranked[] {
  return overrides.map((override, index) => {
    const { match } = override;
    const path = pathOf(match);
    // A port adds less than a character of path does.
    const port = 'host' in match && portAt(match.host) !== -1 ? 1 : 0;
    const weight =
      'domain' in match
        ? match.domain.length
        : path === undefined
          ? hostWeight
          : pathWeight + 2 * path.length;
    return { override, index, weight: weight + port };
  });
}

function pathOf(match: SurtPrefix): string | undefined {
  return 'host' in match ? match.path : undefined;
}

/** Hosts and domains in one table: a domain begins with a dot, as no host does. */
function nameOf(match: SurtPrefix): string {
  return 'domain' in match ? `.${match.domain}` : match.host;
}

/** All under which something may be said about a host: itself, without its port, and the domains that it is in. */
function namesOf(host: string): readonly string[] {
  const port = portAt(host);
  const name = port === -1 ? host : host.slice(0, port);
  const names = port === -1 ? [name] : [host, name];
  for (let dot = 0; dot !== -1; dot = name.indexOf('.', dot + 1)) {
    names.push(dot === 0 ? `.${name}` : name.slice(dot));
  }
  return names;
}

/** Where the port of a host begins, colon included; -1 when it has none. */
function portAt(host: string): number {
  return host.endsWith(']') ? -1 : host.lastIndexOf(':');
}

function laidOver(below: JobSettings, { label, settings, origins }: SettingsOverride): JobSettings {
  const { extract, scope, ...sections } = settings;
  const over = Object.entries(sections).map(([name, patch]) => [
    name,
    { ...(below[name as keyof JobSettings] as object), ...patch },
  ]);
  const set = Object.entries(origins).map(([name, source]) => [name, `${source} (override for ${label})`]);
  return {
    ...below,
    ...Object.fromEntries(over),
    ...(scope === undefined ? {} : { scope: withLists(below.scope, scope) }),
    ...(extract === undefined ? {} : { extract: withRules(below.extract, extract) }),
    origins: { ...below.origins, ...Object.fromEntries(set) },
  };
}

const scopeLists = ['hosts', 'allow', 'exclude', 'excludeExtensions', 'rules'] as const;

/** Lists of a scope are added to those below, behind them: of rules the last has its way. */
function withLists(below: JobSettings['scope'], over: Partial<JobSettings['scope']>): JobSettings['scope'] {
  const added = scopeLists.flatMap((name) => {
    const more = over[name];
    return more === undefined ? [] : [[name, [...below[name], ...more]]];
  });
  return { ...below, ...over, ...Object.fromEntries(added) };
}

/** Rules for other fields stay. */
function withRules(below: JobSettings['extract'], over: JobSettings['extract']): JobSettings['extract'] {
  const fields = new Set(over.map(({ field }) => field));
  return [...below.filter(({ field }) => !fields.has(field)), ...over];
}
