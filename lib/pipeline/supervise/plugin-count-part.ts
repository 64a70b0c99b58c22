import type { TurnPart } from '../turn/part.ts';
import type { Turn } from '../turn/turn.ts';

/** Counts for the turn's report how often plug-ins failed. */
export function openPluginCount({ harvest }: Turn): TurnPart {
  return {
    name: 'plug-in failures',
    visited({ visited }) {
      for (const id of visited.failedPlugins ?? []) {
        harvest.pluginFailures[id] = (harvest.pluginFailures[id] ?? 0) + 1;
      }
      return undefined;
    },
  };
}
