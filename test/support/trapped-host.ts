import { textSketch } from '../../lib/base/likeness/text-sketch.ts';
import type { CanonicalUrl } from '../../lib/base/url/url.ts';
import { admit, type HostBody } from '../../lib/domain/frontier/body.ts';
import { yieldsOf } from '../../lib/domain/yield/host-state.ts';
import { observe } from '../../lib/domain/yield/observe.ts';
import { linkRegionOf, positionOf } from '../../lib/domain/yield/yields.ts';
import { dice, prose } from './trap-web/text/prose.ts';

/** How many URLs `fillWithTraps` leaves in each trap. */
export const held = { trap: 10, maze: 5, tale: 4, dead: 3 } as const;

/** Fetches of a host with honest pages and traps, and links that lead on in each trap. */
export interface TrappedHost {
  readonly urlOf: (path: string) => CanonicalUrl;
  /** A page of a trap links to a URL. */
  link(trap: keyof typeof held, path: string): void;
}

/**
 * Has a host fetch honest pages and pages of four traps: two that say nothing and lead to ever more of themselves, one that says
 * something new for ever, and a folder of dead links.
 */
export function fillWithTraps(body: HostBody): TrappedHost {
  const yields = yieldsOf(body);
  const urlOf = (path: string): CanonicalUrl => `${body.base}/${path}` as CanonicalUrl;
  const fetched = (
    path: string,
    says: string | undefined,
    from = 0,
    leads: readonly string[] = [],
  ): number => {
    const url = urlOf(path);
    const position = positionOf(yields, url, from);
    observe(yields, {
      ...{ url, position, found: leads.map(urlOf), known: [], unresolved: [] },
      brought:
        says === undefined
          ? { kind: 'error' }
          : { kind: 'page', sketch: textSketch(url, { title: '', text: says, links: [] }), isTwin: false },
    });
    return linkRegionOf(yields, position).id;
  };
  const own = (path: string): string => prose(dice('trapped', path), 60).join('\n');
  for (let n = 0; n < 80; n++) fetched(`good/${n}`, own(`good/${n}`));
  const from = { trap: 0, maze: 0, tale: 0, dead: 0 };
  const leads = (name: string, n: number) => [`${name}/${2 * n + 1_000}`, `${name}/${2 * n + 1_001}`];
  for (let n = 0; n < 240; n++) {
    const name = n < 30 ? (['trap', 'maze'] as const) : [];
    for (const one of name) from[one] = fetched(`${one}/${n}`, 'the same again', from[one], leads(one, n));
    from.tale = fetched(`tale/${n}`, own(`tale/${n}`), from.tale, leads('tale', n));
    fetched(`dead/${n}`, undefined);
  }
  const link = (trap: keyof typeof held, path: string): void =>
    void admit(body, [{ url: urlOf(path), depth: 1, rank: 1 }], from[trap]);
  for (const [trap, count] of Object.entries(held) as [keyof typeof held, number][])
    for (let n = 0; n < count; n++) link(trap, `${trap}/${n + 900}`);
  return { urlOf, link };
}
