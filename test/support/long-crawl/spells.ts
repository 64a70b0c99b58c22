const dayMs = 86_400_000;

/** From one time to another, epoch ms. */
export interface Spell<Kind extends string> {
  readonly kind: Kind;
  readonly from: number;
  readonly to: number;
}

export type PageSpell = Spell<'noindex' | 'off-topic' | 'moved' | 'missing'>;

/** What is special about a host. */
export interface HostTrouble {
  /** When it has no connection, answers 503, or denies every page by its robots.txt. */
  readonly spells: readonly Spell<'down' | 'busy' | 'denied'>[];
  /** With the times of changes, and one page that nothing links to. */
  readonly hasSitemap: boolean;
}

export const noTrouble: HostTrouble = { spells: [], hasSitemap: false };

const kinds = ['noindex', 'off-topic', 'moved', 'missing'] as const;
/** This part of pages has such spells, up to so many of up to so many days. */
const restless = 0.3;
const mostSpells = 3;
const longestDays = 6;

/** Spells of a page, none of them at the end, so that it can be found as it is. */
export function spellsOf(from: number, spanMs: number, random: () => number): readonly PageSpell[] {
  if (random() >= restless) return [];
  return Array.from({ length: 1 + Math.floor(random() * mostSpells) }, (): PageSpell => {
    const kind = kinds[Math.floor(random() * kinds.length)] as PageSpell['kind'];
    const begin = from + random() * Math.max(0, spanMs - longestDays * dayMs);
    return { kind, from: begin, to: begin + (1 + random() * (longestDays - 1)) * dayMs };
  });
}

/** Of four hosts in a row one has a sitemap, one is now and then down or busy, one denies everything for some days. */
export function troubleOf(host: number, from: number, spanMs: number, random: () => number): HostTrouble {
  const part = (begin: number, days: number) => {
    const at = from + (begin + 0.1 * random()) * spanMs;
    return { from: at, to: at + days * dayMs };
  };
  switch (host % 4) {
    case 1:
      return { spells: [], hasSitemap: true };
    case 2: {
      const down = { kind: 'down' as const, ...part(0.2, 0.5 + random()) };
      return { spells: [down, { kind: 'busy', ...part(0.5, 0.2 + random()) }], hasSitemap: false };
    }
    case 3:
      return { spells: [{ kind: 'denied', ...part(0.4, 2 + 2 * random()) }], hasSitemap: false };
    default:
      return noTrouble;
  }
}

export function isNow({ from, to }: Pick<Spell<string>, 'from' | 'to'>, at: number): boolean {
  return from <= at && at < to;
}
