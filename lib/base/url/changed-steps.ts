import type { UrlSettings } from './url-settings.ts';
import { optionalSteps } from './url-steps.ts';

/** A setting of the `url` section by which two jobs differ. */
export interface ChangedStep {
  /** The key in the `url` section. */
  readonly key: keyof UrlSettings;
  readonly before: UrlSettings[keyof UrlSettings];
}

/**
 * Returns the settings by which the canonical URL of a page may differ; empty if no URL can. A list is not compared
 * while its step is off, and its order does not matter. `repairHost` is not compared: it only gives URLs to links that
 * had none.
 */
export function changedSteps(before: UrlSettings, after: UrlSettings): readonly ChangedStep[] {
  const effectBefore = inEffect(before);
  const effectAfter = inEffect(after);
  // The list of a step that was off need not be known to turn the step off again.
  const wasOff = { sessionIds: !before.removeSessionIds, tracking: !before.removeTracking };
  const isUnused = (key: keyof UrlSettings): boolean =>
    Object.hasOwn(wasOff, key) && wasOff[key as keyof typeof wasOff];
  return effective
    .filter((key) => JSON.stringify(effectBefore[key]) !== JSON.stringify(effectAfter[key]) && !isUnused(key))
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
    https: settings.https.toSorted(),
    aliases: Object.entries(settings.aliases).sort(([a], [b]) => (a < b ? -1 : 1)),
  };
}

/** Whether a step may change the host of a URL. */
export function movesHosts({ key }: ChangedStep): boolean {
  return key === 'aliases' || key === 'dropTrailingDot';
}
