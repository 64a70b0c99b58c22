import type { GivenOf, SettingsShape } from '../../base/setting-kinds/section.ts';
import { settingsOf } from '../../base/setting-kinds/section.ts';
import { sinkTypes } from '../../capabilities/sink-types.ts';
import type { SinkFilter, SinkSettings } from '../../domain/sinks/sink-settings.ts';
import { invalid, type Layer } from '../layers/layer-file.ts';
import type { SinkFile } from '../schema/sink-schema.ts';

/** The sinks of a job. @throws WinnowError `config` for two of one name, and for one that lacks what its type needs */
export function sinksOfJob(given: readonly SinkFile[], layers: readonly Layer[]): readonly SinkSettings[] {
  const layer = layers.findLast(({ value }) => value.sinks !== undefined);
  if (layer === undefined) return [];
  const { source, file } = layer;
  const problems = given.flatMap((one, at) => {
    const wrong = problemOf(one, given.slice(0, at));
    return wrong === undefined
      ? []
      : [{ ...source.position(['sinks', at]), message: `sinks.${at}: ${wrong}` }];
  });
  if (problems.length > 0) throw invalid(file, problems);
  return given.map(sinkSettings);
}

function problemOf(one: SinkFile, before: readonly SinkFile[]): string | undefined {
  if (before.some(({ name }) => name === one.name)) return `there is a sink ${one.name} before it`;
  const said = one as Readonly<Record<string, unknown>>;
  const missing = sinkTypes[one.to]?.needs?.find((key) => said[key] === undefined || isEmpty(said[key]));
  return missing === undefined ? undefined : `a sink of the type ${one.to} needs \`${missing}\``;
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** The settings of a sink, in internal units, from its entry. */
function sinkSettings({ name, to, where, ...rest }: SinkFile): SinkSettings {
  const keys = sinkTypes[to]?.keys ?? {};
  const settings = settingsOf(keys, rest as GivenOf<SettingsShape>) as Readonly<Record<string, unknown>>;
  return { name, to, where: where as SinkFilter, settings, secrets: secretsIn(keys, settings) };
}

function secretsIn(keys: SettingsShape, settings: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(keys).flatMap(([key, one]) => {
    const value = settings[key];
    const isSecret = 'is' in one && one.is.kind === 'text' && one.is.rules.form === 'secret name';
    return isSecret && typeof value === 'string' ? [value] : [];
  });
}
