import { dirname, resolve } from 'node:path';
import { defaultRuleDeadline } from '../../base/setting-kinds/plugin-settings.ts';
import { ownRulesOf, type Strategy } from '../../domain/strategy/strategy.ts';
import type { Layer } from '../layers/layer-file.ts';
import type { JobFile } from '../schema/job-schema.ts';
import { type PluginFile, type PluginGiven, pluginSettings } from './plugin-files.ts';

type Given = Readonly<Record<string, unknown>>;

/**
 * A job whose strategy has the plug-ins of its rules as settings have them.
 * @throws WinnowError `config` for a module that is not there
 */
export function withRules(file: JobFile, layers: readonly Layer[]): JobFile {
  const stages = resolved(
    file.strategy.stages,
    ['strategy', 'stages'],
    layers,
  ) as JobFile['strategy']['stages'];
  return { ...file, strategy: { ...file.strategy, stages } };
}

/** The modules of a strategy's rules, where they lie. */
export function rulePlugins({ stages }: Strategy, layers: readonly Layer[]): readonly PluginFile[] {
  return stages.flatMap((stage) =>
    ownRulesOf(stage).map(({ role, plugin: { file, digest } }) => ({
      ...{ file, digest, role },
      path: pathOf(file, layers),
    })),
  );
}

function resolved(value: unknown, path: readonly (string | number)[], layers: readonly Layer[]): unknown {
  if (Array.isArray(value)) return value.map((one, at) => resolved(one, [...path, at], layers));
  if (typeof value !== 'object' || value === null) return value;
  if (!('plugin' in value))
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, resolved(one, [...path, key], layers)]),
    );
  const { plugin, options, deadline = defaultRuleDeadline, ...rule } = value as PluginGiven & Given;
  const given = { plugin, options, deadline };
  const place = [...path, 'plugin'].join('.');
  // Only rules of ranking have a factor.
  const factor = path.at(-2) === 'rules' && path.at(-4) === 'ranking' ? { score: 1 } : {};
  return { ...factor, ...rule, plugin: pluginSettings(place, given, pathOf(plugin, layers)) };
}

/** Relative to the last file that sets the stages. */
function pathOf(file: string, layers: readonly Layer[]): string {
  const layer = layers.findLast(({ value }) => (value.strategy as Given | undefined)?.stages !== undefined);
  return resolve(dirname(layer?.file ?? ''), file);
}
