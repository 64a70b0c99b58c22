import type { PluginSettings } from '../../base/setting-kinds/plugin-settings.ts';
import { pluginFilters } from '../../topic/settings.ts';
import { ownRulesOf } from '../strategy/strategy.ts';
import type { JobSettings } from './settings.ts';

/** The plug-ins that a job names: analysers, filters, rules of its strategy. */
export function pluginsNamed({
  analysers = [],
  topic,
  strategy,
}: Partial<Pick<JobSettings, 'analysers' | 'topic' | 'strategy'>>): readonly PluginSettings[] {
  const rules = strategy?.stages.flatMap(ownRulesOf) ?? [];
  return [...analysers, ...pluginFilters(topic), ...rules.map(({ plugin }) => plugin)];
}
