import type { UrlSettings } from './url-settings.ts';
import { optionalSteps } from './url-steps.ts';

export interface ChangedStep {
  /** Its key in the `url` section. */
  readonly key: keyof UrlSettings;
  readonly before: UrlSettings[keyof UrlSettings];
}

/**
 * What makes two settings name some page differently; nothing when they name all alike. A list does not matter while its
 * step is off, nor does its order; `repairHost` only names what had no name.
 */
export function changedSteps(before: UrlSettings, after: UrlSettings): readonly ChangedStep[] {
  const was = inEffect(before);
  const is = inEffect(after);
  // To set a step back that was off its list need not be known.
  const wasOff = { sessionIds: !before.removeSessionIds, tracking: !before.removeTracking };
  const isUnused = (key: keyof UrlSettings): boolean => key in wasOff && wasOff[key as keyof typeof wasOff];
  return effective
    .filter((key) => JSON.stringify(was[key]) !== JSON.stringify(is[key]) && !isUnused(key))
    .map((key) => ({ key, before: before[key] }));
}

const effective = [
  'encodeBackslash',
  ...optionalSteps.filter((step) => step !== 'resolveAliases'),
  'sessionIds',
  'tracking',
  'aliases',
] as const satisfies readonly (keyof UrlSettings)[];

function inEffect(settings: UrlSettings) {
  return {
    ...settings,
    sessionIds: settings.removeSessionIds ? settings.sessionIds.toSorted() : [],
    tracking: settings.removeTracking ? settings.tracking.toSorted() : [],
    aliases: Object.entries(settings.aliases).sort(([a], [b]) => (a < b ? -1 : 1)),
  };
}

/** Whether URLs may have another host by a step. */
export function movesHosts({ key }: ChangedStep): boolean {
  return key === 'aliases' || key === 'dropTrailingDot';
}
