import { linkList, paragraphs } from './markup.ts';
import { type Alphabet, dice, token } from './prose.ts';
import { type Asked, type Plot, type Section, trap } from './section.ts';

export interface RedirectOptions {
  /** The token stands in the query or in the path. */
  readonly form: 'query' | 'path';
  readonly alphabet: Alphabet;
  readonly length: number;
  /** Redirects in a row before a page is shown, which leads to more of them; 0: never a page. */
  readonly hops: number;
  readonly status: 301 | 302 | 303 | 307;
}

/** Tokens that lead to other tokens. */
export function redirectingTokens(
  { at, seed }: Plot,
  { form, alphabet, length, hops, status }: RedirectOptions,
): Section {
  const fresh = (hop: number, ...keys: readonly (string | number)[]): string => {
    const made = token(dice(seed, hop, ...keys), alphabet, length);
    // The server knows by its token how far somebody has come.
    const value = hops === 0 ? made : `${hop}${made}`;
    return form === 'query' ? `${at}?t=${value}` : `${at}/${value}`;
  };

  function read(asked: Asked): string | undefined {
    if (form === 'query') return asked.path === at ? (asked.query.get('t') ?? undefined) : undefined;
    return asked.path.startsWith(`${at}/`) ? asked.path.slice(at.length + 1) : undefined;
  }

  return {
    kind: 'redirects',
    shape: `${form}-${hops === 0 ? 'endless' : hops}`,
    honest: [],
    nav: () => [{ href: fresh(0, 'start'), anchor: 'Partner offers' }],
    answer(asked) {
      const value = read(asked);
      if (value === undefined) return undefined;
      const hop = Number(value[0]);
      if (hops === 0 || hop < hops)
        return { owner: { trap: 'redirects' }, to: fresh(hops === 0 ? 0 : hop + 1, asked.serial), status };
      const links = [1, 2, 3].map((place) => ({
        href: fresh(0, asked.serial, place),
        anchor: `Offer ${place}`,
      }));
      return trap('redirects', {
        title: 'Offers',
        main: `${paragraphs(['Thank you for your visit. Choose one of our offers.'])}${linkList(links)}`,
      });
    },
  };
}
