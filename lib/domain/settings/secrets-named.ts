import type { HostName } from '../../base/url/url.ts';
import { overridesWithin } from './overrides.ts';
import type { JobSettings } from './settings.ts';

/** The secrets that the settings of a job name, each once. @param host absent: for all hosts */
export function secretsNamed(settings: JobSettings, host?: HostName): readonly string[] {
  const overrides = host === undefined ? settings.overrides : overridesWithin(settings, host);
  const named = [settings.fetch.credentials, ...overrides.map((one) => one.settings.fetch?.credentials)];
  const ofSinks = host === undefined ? (settings.sinks ?? []).flatMap(({ secrets }) => secrets) : [];
  return [...new Set([...named.filter((one) => one !== undefined), ...ofSinks])];
}
