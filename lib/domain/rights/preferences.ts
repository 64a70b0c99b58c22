/** What a crawl can be for. Owners of sites say of each whether it may be (`docs/robots.md`). */
export const purposes = ['search', 'archive', 'ai-input', 'ai-train'] as const;

export type Purpose = (typeof purposes)[number];

/** What an owner says of one purpose, and where. */
export interface Preference {
  readonly allowed: boolean;
  /** The line or header as it was written, and where it stands: `Content-Signal: ai-train=no (robots.txt line 4)`. */
  readonly by: string;
}

/** What owners say of a page; of what is not in it they say nothing. */
export type UsagePreferences = { readonly [P in Purpose]?: Preference };

/** What one line or header says. */
export type Statement = { readonly [P in Purpose]?: boolean };

/** A statement with its source. `by` is cut: a hostile header must not swell a record. */
export function preferencesOf(statement: Statement, by: string): UsagePreferences {
  const source = by.slice(0, 200);
  return Object.fromEntries(
    purposes.flatMap((purpose) => {
      const allowed = statement[purpose];
      return allowed === undefined ? [] : [[purpose, { allowed, by: source }]];
    }),
  );
}

/** A refusal holds against any permission; of several that say the same, the first is named (draft-ietf-aipref-vocab, 'Combining Preferences'). */
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

/** Why a page may not be taken for what a job is for: `ai-train refused by …`; undefined when it may. */
export function refusalOf(preferences: UsagePreferences, declared: readonly Purpose[]): string | undefined {
  for (const purpose of declared) {
    const preference = preferences[purpose];
    if (preference?.allowed === false) return `${purpose} refused by ${preference.by}`;
  }
  return undefined;
}
