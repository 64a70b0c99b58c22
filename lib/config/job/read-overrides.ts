import { readSurtPrefix, type SurtPrefix } from '../../base/url/surt-prefix.ts';
import type { SettingsOverride, SettingsPatch } from '../../domain/settings/settings.ts';
import { overridable } from '../../domain/settings/settings.ts';
import type { YamlProblem } from '../file/yaml-source.ts';
import { jobSettings } from '../layers/job-settings.ts';
import { type Layer, placeOf } from '../layers/layer-file.ts';
import { settingPlace, valueThere } from '../layers/setting-place.ts';
import { jobSchema } from '../schema/job-schema.ts';
import { domain, host } from '../schema/job-values.ts';
import { matchKeys } from '../schema/overrides-schema.ts';
import { readScope } from './read-scope.ts';

type Entry = Readonly<Record<string, unknown>>;

/** The overrides of a file that its schema has let through, and what only a look at the whole of one tells. */
export function readOverrides(layer: Layer): {
  readonly overrides: readonly SettingsOverride[];
  readonly problems: readonly YamlProblem[];
} {
  const entries = (layer.value.overrides ?? []) as readonly Entry[];
  const problems = entries.flatMap((entry, index) => problemsOf(layer, entry, index));
  if (problems.length > 0) return { overrides: [], problems };
  return { overrides: entries.map((entry, index) => overrideOf(layer, entry, index)), problems };
}

function problemsOf({ source }: Layer, entry: Entry, index: number): readonly YamlProblem[] {
  const path = ['overrides', index];
  const given = matchKeys.filter((key) => Object.hasOwn(entry, key));
  const one = `expected one of ${matchKeys.join(', ')}`;
  if (given.length !== 1) {
    const got = given.length === 0 ? 'none of them' : given.join(' and ');
    return [{ ...source.position(path), message: `overrides.${index}: ${one}, got ${got}` }];
  }
  const match = matchOf(entry);
  if (!('host' in match) || match.path === undefined) return [];
  return sectionsOf(entry).flatMap(([name]) =>
    overridable[name as keyof typeof overridable].reach === 'page'
      ? []
      : [
          {
            ...source.keyPosition(path, name),
            message: `overrides.${index}.${name}: holds for all of a host: expected a host, a domain or a SURT prefix without a path, got ${JSON.stringify(entry.surt)}`,
          },
        ],
  );
}

function overrideOf(layer: Layer, entry: Entry, index: number): SettingsOverride {
  const key = matchKeys.find((one) => Object.hasOwn(entry, one)) ?? 'surt';
  const sections = sectionsOf(entry);
  const whole = jobSettings(jobSchema.parse(Object.fromEntries(sections)), 'override');
  const settings: Record<string, unknown> = {};
  const origins: Record<string, string> = {};
  for (const [name, section] of sections) {
    const path = ['overrides', index];
    if (name === 'extract') {
      settings.extract = whole.extract;
      origins.extract = placeOf(layer, path, name);
      continue;
    }
    const keys = Object.keys(section);
    settings[name] = {
      ...Object.fromEntries(
        keys.map((inner) => {
          const place = settingPlace(`${name}.${inner}`);
          return [place.path.at(-1), valueThere(whole, place)];
        }),
      ),
      ...(name === 'scope' ? readScope(layer, [...path, name]) : {}),
    };
    for (const inner of keys) origins[`${name}.${inner}`] = placeOf(layer, [...path, name], inner);
  }
  const label = `${key === 'surt' ? 'SURT prefix' : key} ${String(entry[key])}`;
  return { match: matchOf(entry), label, settings: settings as SettingsPatch, origins };
}

function sectionsOf(entry: Entry): readonly (readonly [string, object])[] {
  return Object.entries(entry).filter(([key]) => Object.hasOwn(overridable, key)) as [string, object][];
}

function matchOf(entry: Entry): SurtPrefix {
  if (entry.host !== undefined) return { host: host.parse(entry.host) };
  if (entry.domain !== undefined) return { domain: domain.parse(entry.domain) };
  return readSurtPrefix(String(entry.surt)) as SurtPrefix;
}
