import { honest, type Plot, type Section, trap } from '../trap-web/section.ts';
import { article, linkList, titleOf } from '../trap-web/text/markup.ts';
import { dice } from '../trap-web/text/prose.ts';
import { adjectives, nouns } from '../trap-web/text/vocabulary.ts';

export interface FacetOptions {
  readonly products: number;
  readonly facets: number;
  readonly values: number;
  readonly writes: 'query' | 'path' | 'matrix' | 'joined';
  /** Choices stand in the order in which they were made, so that each set has many URLs. */
  readonly clickOrder: boolean;
}

type Choice = readonly [key: string, value: string];

/** A shop with choices that combine, and a plain list that leads to everything. */
export function facets({ at, seed }: Plot, options: FacetOptions): Section {
  const { products, writes, clickOrder } = options;
  const roll = dice(seed, 'facets');
  const offered = Array.from({ length: options.facets }, (_, i) => {
    const key = `${nouns[(i * 37 + roll.below(30)) % nouns.length]}`;
    return Array.from(
      { length: options.values },
      (_, v): Choice => [key, adjectives[(v * 11 + i) % adjectives.length] as string],
    );
  });
  const ids = Array.from({ length: products }, (_, i) => String(i));
  const linkTo = (id: string) => ({ href: `${at}/item/${id}`, anchor: titleOf(seed, id) });
  const has = (id: string, [key, value]: Choice): boolean => dice(seed, id, key, value).chance(0.5);

  function hrefOf(choices: readonly Choice[]): string {
    const ordered = clickOrder ? choices : [...choices].sort();
    if (ordered.length === 0) return `${at}/`;
    const pairs = ordered.map(([key, value]) => (writes === 'path' ? `${key}/${value}` : `${key}=${value}`));
    if (writes === 'query') return `${at}?${pairs.join('&')}`;
    if (writes === 'joined') return `${at}?f=${ordered.map(([key, value]) => `${key}.${value}`).join(',')}`;
    return writes === 'path' ? `${at}/by/${pairs.join('/')}` : `${at}/list;${pairs.join(';')}`;
  }

  function choicesOf(href: string): readonly Choice[] | undefined {
    const tail = href.slice(at.length);
    const text = { query: '?', path: '/by/', matrix: '/list;', joined: '?f=' }[writes];
    if (!href.startsWith(at) || !tail.startsWith(text)) return undefined;
    const words = tail.slice(text.length).split(/[&=/;.,]/);
    return Array.from({ length: words.length >> 1 }, (_, i) => [
      words[2 * i] as string,
      words[2 * i + 1] as string,
    ]);
  }

  function further(choices: readonly Choice[]) {
    const free = offered.filter((values) => !choices.some(([key]) => key === values[0]?.[0]));
    return free.flat().map((one) => ({ href: hrefOf([...choices, one]), anchor: one[1] }));
  }

  return {
    kind: 'facets',
    shape: `${writes} ${options.facets}x${options.values}${clickOrder ? ' clicked' : ''}`,
    honest: ['list', ...ids],
    nav: () => [{ href: `${at}/`, anchor: 'Shop' }],
    answer(asked) {
      if (asked.href === `${at}/`) {
        const draft = article(20, [seed, 'list'], ids.map(linkTo));
        return honest('list', { ...draft, main: draft.main + linkList(further([])) });
      }
      const id = asked.href.startsWith(`${at}/item/`) ? asked.href.slice(`${at}/item/`.length) : '';
      if (ids.includes(id)) return honest(id, article(60, [seed, id]));
      const choices = choicesOf(asked.href);
      if (choices === undefined) return undefined;
      const shown = ids.filter((one) => choices.every((choice) => has(one, choice)));
      const main = `<h1>Our goods</h1>${linkList(shown.slice(0, 20).map(linkTo))}${linkList(further(choices))}`;
      return trap('facets', { title: 'Our goods', main });
    },
  };
}
