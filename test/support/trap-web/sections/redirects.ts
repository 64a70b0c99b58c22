import { type Answer, type Asked, honest, type Plot, type Section, trap } from '../section.ts';
import { article, linkList, paragraphs, titleOf } from '../text/markup.ts';
import { type Alphabet, dice, token } from '../text/prose.ts';

export interface RedirectOptions {
  /** The token stands in the query or in the path. `pair`: two scripts that send each other on. */
  readonly form: 'query' | 'path' | 'pair';
  readonly alphabet: Alphabet;
  readonly length: number;
  /** Every page of the host has links of this kind, new ones in each answer; otherwise one starts it all. */
  readonly everyPage: boolean;
  /** Redirects lead to one of so many honest pages, which have links of their own as well. */
  readonly targets: number;
  /** Redirects in a row before a page is shown, which leads to more of them; 0: never a page. */
  readonly hops: number;
  readonly status: 301 | 302 | 303 | 307;
  /** They lead to the same script on this host. */
  readonly elsewhere?: string;
}

/** Tokens that lead to other tokens. */
export function redirectingTokens({ at, seed }: Plot, options: RedirectOptions): Section {
  const { form, alphabet, length, hops, status, everyPage, targets, elsewhere } = options;
  const fresh = (hop: number, ...keys: readonly (string | number)[]): string => {
    const made = token(dice(seed, hop, ...keys), alphabet, length);
    // The server knows by its token how far somebody has come.
    const value = hops === 0 ? made : `${hop}${made}`;
    if (form === 'pair') return `${at}/${Number(keys[0]) % 2 === 0 ? 'in' : 'out'}?ref=${value}`;
    return form === 'query' ? `${at}?t=${value}` : `${at}/${value}`;
  };

  function read(asked: Asked): string | undefined {
    if (form === 'pair')
      return [`${at}/in`, `${at}/out`].includes(asked.path)
        ? (asked.query.get('ref') ?? undefined)
        : undefined;
    if (form === 'query') return asked.path === at ? (asked.query.get('t') ?? undefined) : undefined;
    return asked.path.startsWith(`${at}/`) ? asked.path.slice(at.length + 1) : undefined;
  }

  const ids = Array.from({ length: targets }, (_, i) => `offer-${i}`);
  const folder = `${at.replace(/\.php$/, '')}-pages/`;

  function page(id: string): Answer {
    const links = ids.map((other) => ({ href: folder + other, anchor: titleOf(seed, other) }));
    return honest(id, article(80, [seed, id], links));
  }

  return {
    kind: 'redirects',
    shape: `${form}-${targets > 0 ? 'trackers' : hops === 0 ? 'endless' : hops}`,
    honest: ids,
    nav: ({ serial }) => [
      ...(targets > 0 ? [{ href: `${folder}offer-0`, anchor: 'Offers' }] : []),
      ...(everyPage ? [1, 2] : ['start']).map((place) => ({
        href: fresh(0, ...(everyPage ? [serial, place] : [place])),
        anchor: 'Partner offers',
      })),
    ],
    answer(asked) {
      const id = asked.href.slice(folder.length);
      if (asked.href.startsWith(folder) && ids.includes(id)) return page(id);
      const value = read(asked);
      if (value === undefined) return undefined;
      const owner = { trap: 'redirects' } as const;
      if (targets > 0) return { owner, to: `${folder}${dice(value).pick(ids)}`, status };
      const hop = Number(value[0]);
      const there = elsewhere === undefined ? '' : `http://${elsewhere}:${asked.port}`;
      if (hops === 0 || hop < hops)
        return { owner, to: there + fresh(hops === 0 ? 0 : hop + 1, asked.serial), status };
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
