import { type Purpose, purposes } from './purposes.ts';

/** The preference of an owner for one purpose, and its source. */
export interface Preference {
  readonly allowed: boolean;
  /** The line or header as written, and its place: `Content-Signal: ai-train=no (robots.txt line 4)`. */
  readonly by: string;
}

/** The preferences of an owner for a page, by purpose; absent: not stated. */
export type UsagePreferences = { readonly [P in Purpose]?: Preference };

/** The statement of one line or header: allowed (true) or refused (false), by purpose. */
export type Statement = { readonly [P in Purpose]?: boolean };

/** Adds the source to a statement. `by` is cut off, so that a hostile header cannot enlarge a record. */
export function preferencesOf(statement: Statement, by: string): UsagePreferences {
  const source = by.slice(0, 200);
  return Object.fromEntries(
    purposes.flatMap((purpose) => {
      const allowed = statement[purpose];
      return allowed === undefined ? [] : [[purpose, { allowed, by: source }]];
    }),
  );
}

/**
 * Combines preferences: a refusal overrides any permission; of equal ones, the first is kept (draft-ietf-aipref-vocab,
 * 'Combining Preferences').
 */
export function combinePreferences(all: readonly UsagePreferences[]): UsagePreferences {
  const combined: { [P in Purpose]?: Preference } = {};
  for (const preferences of all) {
    for (const purpose of purposes) {
      const next = preferences[purpose];
      const known = combined[purpose];
      if (next !== undefined && (known === undefined || (known.allowed && !next.allowed)))
        combined[purpose] = next;
    }
  }
  return combined;
}

/** Returns why a page may not be used for the job's purposes: `ai-train refused by …`; undefined if it may. */
export function refusalOf(preferences: UsagePreferences, declared: readonly Purpose[]): string | undefined {
  for (const purpose of declared) {
    const preference = preferences[purpose];
    if (preference?.allowed === false) return `${purpose} refused by ${preference.by}`;
  }
  return undefined;
}
