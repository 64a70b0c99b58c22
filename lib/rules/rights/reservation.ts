import { preferencesOf, type UsagePreferences } from './preferences.ts';

/**
 * Reads the `tdm-reservation` of a header or a meta element (TDM Reservation Protocol). 1 reserves the rights to text
 * and data mining, which is taken to mean training models and feeding them; 0 does not reserve them; other values are
 * ignored. If the header was sent twice, the first value counts.
 */
export function reservation(value: string | undefined, where: string): UsagePreferences {
  const [, word] = /^\s*["']?([01])["']?\s*(?:[,;]|$)/.exec(value ?? '') ?? [];
  if (word === undefined) return {};
  const allowed = word === '0';
  return preferencesOf({ 'ai-input': allowed, 'ai-train': allowed }, `tdm-reservation: ${word} (${where})`);
}
