import { defined } from '../../base/defined.ts';
import type { PluginSettings } from '../../base/setting-kinds/plugin-settings.ts';
import { factorOf, isSection, nameOf } from '../../base/setting-kinds/section.ts';
import { sinkTypes } from '../../capabilities/sink-types.ts';
import type { ExtractRule } from '../../documents/settings.ts';
import type { JobSettings, SettingsOverride } from '../../domain/settings/settings.ts';
import type { SinkSettings } from '../../domain/sinks/sink-settings.ts';
import { type ScopeList, type ScopeRule, textsOf } from '../../rules/settings.ts';
import type { FilterSettings } from '../../topic/settings.ts';
import { knownSections, nodeAt } from '../schema/known-keys.ts';
import { settingPlace, valueThere } from './setting-place.ts';

/** One key of a job.yaml with the value that holds, as `SettingInForce` of lib/pipeline describes it. */
export interface EffectiveSetting {
  readonly key: string;
  readonly value?: unknown;
  readonly unit?: string;
  readonly source: string;
}

/** Kept with file and line of each of their entries. */
const lists = new Set(['hosts', 'allow', 'exclude', 'excludeExtensions'].map((name) => `scope.${name}`));
/** No settings: where the installation is, and what is shown entry by entry. */
const notShown = new Set(['data', 'overrides']);

/** All settings in the order of the documentation. */
export function effectiveSettings(settings: JobSettings): readonly EffectiveSetting[] {
  return knownSections()
    .flatMap(({ keys }) => keys)
    .filter(({ path }) => !notShown.has(path))
    .map(({ path }) => settingOf(path, settings, settings.origins[path] ?? 'default'));
}

/** What an override sets. */
export function overrideSettings({ settings, origins }: SettingsOverride): readonly EffectiveSetting[] {
  return Object.entries(origins).map(([path, source]) => settingOf(path, settings, source));
}

function settingOf(key: string, settings: object, source: string): EffectiveSetting {
  const place = settingPlace(key);
  const node = nodeAt(key.split('.'));
  // It is stored with its rate alone.
  const there = valueThere(settings, place) ?? (key === 'stop.harvestOver' ? node?.default : undefined);
  // Where it is off, there are no settings of it.
  const value = key === 'freshness.adaptive' ? 'freshness' in settings : asWritten(key, there, place.factor);
  return { key, ...defined({ value, unit: node?.unit }), source };
}

function asWritten(key: string, value: unknown, factor: number): unknown {
  if (key === 'analysers') return ((value ?? []) as readonly PluginSettings[]).map(pluginAsWritten);
  if (key === 'strategy.stages') return rulesAsWritten(value);
  if (key === 'sinks') return ((value ?? []) as readonly SinkSettings[]).map(sinkAsWritten);
  if (key === 'topic.filters' && value !== undefined)
    return (value as readonly FilterSettings[]).map(filterInShort);
  if (key === 'extract') return rulesByField(value as readonly ExtractRule[]);
  if (lists.has(key) && value !== undefined) return textsOf(value as ScopeList);
  if (key === 'scope.rules' && value !== undefined) return (value as readonly ScopeRule[]).map(ruleAsWritten);
  if (key === 'revisit.byMediaType') return inUnits(value as Readonly<Record<string, number>>, factor);
  return typeof value === 'number' ? value / factor : value;
}

function inUnits(values: Readonly<Record<string, number>>, factor: number): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value / factor]));
}

function ruleAsWritten({ word, test }: ScopeRule): Readonly<Record<string, unknown>> {
  if (test.kind === 'all') return { [word]: 'all' };
  return { [word]: { [test.kind]: 'list' in test ? textsOf(test.list) : test.limit } };
}

/** Texts are as long as their files: how many rows and words there are says enough. */
function filterInShort(filter: FilterSettings): object {
  if (filter.kind !== 'terms') return filter;
  const { definition, stopWords, ...rest } = filter;
  return { ...rest, rows: definition.split('\n').length, stopWords: stopWords.length };
}

function pluginAsWritten({
  id,
  file,
  options,
  deadlineMs,
}: PluginSettings): Readonly<Record<string, unknown>> {
  return { id, plugin: file, options, deadline: deadlineMs / 1_000 };
}

/** Stages whose rules name their plug-ins as a file does. */
function rulesAsWritten(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rulesAsWritten);
  if (typeof value !== 'object' || value === null) return value;
  const { plugin, ...rest } = value as { readonly plugin?: PluginSettings };
  const shown = Object.fromEntries(Object.entries(rest).map(([key, one]) => [key, rulesAsWritten(one)]));
  if (plugin === undefined) return shown;
  const { id: _, ...written } = pluginAsWritten(plugin);
  return { ...shown, ...written };
}

function sinkAsWritten({ name, to, where, settings }: SinkSettings): Readonly<Record<string, unknown>> {
  const keys = sinkTypes.get(to)?.keys ?? {};
  const own = Object.entries(keys).flatMap(([key, one]) => {
    const value = settings[nameOf(key, one)];
    return value === undefined
      ? []
      : [[key, typeof value === 'number' && !isSection(one) ? value / factorOf(one) : value]];
  });
  return { name, to, where, ...Object.fromEntries(own) };
}

function rulesByField(rules: readonly ExtractRule[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    rules.map(({ field, selector, attribute, type, many }) => {
      const more = {
        ...defined({ attribute, type: type === 'string' ? undefined : type, many: many || undefined }),
      };
      return [field, Object.keys(more).length === 0 ? selector : { selector, ...more }];
    }),
  );
}
