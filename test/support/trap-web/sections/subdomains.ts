import { type Answer, type Asked, type PageLink, type Plot, type Section, trap } from '../section.ts';
import { escaped, linkList, paragraphs } from '../text/markup.ts';
import { dice, prose, slug, token } from '../text/prose.ts';

export interface SubdomainOptions {
  /**
   * `named`: the same text, with the subdomain's name in it. `same`: exactly the same text. `spun`: a text of its own
   * each. `nested`: names that grow to the left. `cities`: names of words, with those in the text. `mirror`: the host's own pages under any name.
   */
  readonly form: 'named' | 'same' | 'spun' | 'nested' | 'cities' | 'mirror';
  /** Links of each page to subdomains that did not exist before. */
  readonly links: number;
}

/** Hosts below the host that are made up as they are linked to. */
export function madeUpSubdomains({ host, seed }: Plot, { form, links }: SubdomainOptions): Section {
  function invented({ name, port, serial, href }: Asked, place: number): PageLink {
    const roll = dice(seed, form === 'cities' ? `${name}${href}` : serial, place);
    const label = form === 'cities' ? slug(roll, 2) : token(roll, 'alnum', 8);
    const below = form === 'nested' && name.length < 100 ? name : host;
    return { href: `http://${label}.${below}:${port}/`, anchor: label };
  }

  const neighbours = (asked: Asked): readonly PageLink[] =>
    Array.from({ length: links }, (_, place) => invented(asked, place));

  function page(asked: Asked): Answer {
    const label = asked.name.slice(0, -host.length - 1);
    const texts = prose(dice(seed, form === 'spun' ? asked.name + asked.href : 'same'), 70);
    const greeting = form === 'same' ? 'Welcome' : `Welcome to ${label.replaceAll('-', ' ')}`;
    const about = { href: '/about', anchor: 'About us' };
    const main = `<h1>${escaped(greeting)}</h1>${paragraphs(texts)}${linkList([about, ...neighbours(asked)])}`;
    return trap('subdomains', { title: greeting, main, bare: true });
  }

  return {
    kind: 'subdomains',
    shape: form,
    below: true,
    honest: [],
    nav: () => [],
    home: (asked) => neighbours(asked).slice(0, 2),
    answer: (asked) => (form === 'mirror' ? { owner: { trap: 'subdomains' }, mirror: true } : page(asked)),
  };
}
