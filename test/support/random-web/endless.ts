import {
  type Answer,
  type Asked,
  honest,
  type PageLink,
  type Plot,
  type Section,
  type TrapKind,
  trap,
} from '../trap-web/section.ts';
import { article, linkLine, linkList, paragraphs } from '../trap-web/text/markup.ts';
import { dice, prose, sentence } from '../trap-web/text/prose.ts';
import { mostInWords, type UrlForm } from './url-forms.ts';

/** A trap: pages without end that lead to more of their kind. */
export interface EndlessOptions {
  readonly kind: TrapKind;
  readonly form: UrlForm;
  /** `next`: the next number. `both`: and the one before. `anywhere`: any numbers. `tree`: children, each its own. */
  readonly leads: 'next' | 'both' | 'anywhere' | 'tree';
  /** Links of a page to more of its kind. */
  readonly links: number;
  /**
   * `same`: word for word the same. `named`: and the words of its own URL. `counted`: and another number. `fresh`: a
   * text of its own for each answer. `written`: a text of its own for each URL. The others are no pages.
   */
  readonly says:
    | 'same'
    | 'named'
    | 'counted'
    | 'fresh'
    | 'written'
    | 'missing'
    | 'redirect'
    | 'home'
    | 'refresh';
  /** Words of a page. */
  readonly words: number;
  /** Where its first URLs stand. */
  readonly entry: 'home' | 'nav' | 'page';
}

/** Traps that say something new on every page are counted apart. */
export function saysNew({ says }: Pick<EndlessOptions, 'says'>): boolean {
  return says === 'fresh' || says === 'written';
}

export function endless({ at, seed }: Plot, options: EndlessOptions): Section {
  const { kind, form, says, words, entry } = options;
  const start: readonly PageLink[] = [{ href: form.write(at, 7), anchor: 'Go on' }];
  const about = `${at}/about-it`;

  function page(asked: Asked, key: number): Answer {
    const links = leadsTo(options, seed, key).map((to, i) => ({
      href: form.write(at, to),
      anchor: i % 2 === 0 ? String(to) : 'More',
    }));
    const first = links[0]?.href ?? at;
    if (says === 'redirect') return { owner: { trap: kind }, to: first };
    if (says === 'home') return { owner: { trap: kind }, to: '/' };
    if (says === 'refresh') {
      const body = `<html><head><meta http-equiv="refresh" content="0;url=${first}"><title>Moment</title></head><body><p>Moving on.</p></body></html>`;
      return { owner: { trap: kind }, page: { headers: { 'content-type': 'text/html' }, body } };
    }
    const title = 'Overview';
    const main = `<h1>${title}</h1>${paragraphs(textOf(asked, key))}${linkLine(links)}`;
    return trap(kind, { title, main, ...(says === 'missing' ? { status: 404 } : {}) });
  }

  function textOf(asked: Asked, key: number): readonly string[] {
    if (says === 'fresh') return prose(dice(seed, 'fresh', asked.serial), words);
    if (says === 'written') return prose(dice(seed, 'written', key), words);
    const same = prose(dice(seed, 'same'), words);
    if (says === 'named') return [...same, `Nothing was found for ${asked.href.replace(/\W+/g, ' ')}.`];
    if (says === 'counted') return [...same, `Requests so far: ${48_000 + asked.serial}.`];
    return same;
  }

  return {
    kind,
    shape: `${saysNew(options) ? 'new ' : ''}${form.name} ${options.leads}${options.links} ${says}`,
    honest: entry === 'page' ? ['about'] : [],
    nav: () => (entry === 'nav' ? start : entry === 'page' ? [{ href: about, anchor: 'About this' }] : []),
    home: () => (entry === 'home' ? start : []),
    answer(asked) {
      if (entry === 'page' && asked.href === about) {
        const draft = article(80, [seed, 'about']);
        return honest('about', { ...draft, main: draft.main + linkList(start) });
      }
      const key = form.read(at, asked);
      return key === undefined ? undefined : page(asked, key);
    },
  };
}

function leadsTo({ leads, links, form }: EndlessOptions, seed: string, key: number): readonly number[] {
  const limit = form.name.includes('words') ? mostInWords : 2 ** 40;
  const all = Array.from({ length: links }, (_, i) => {
    if (leads === 'anywhere') return dice(seed, 'to', key, i).below(limit);
    if (leads === 'tree') return key * links + i + 1;
    return key + 1 + i;
  });
  if (leads === 'both' && key > 0) all.push(key - 1);
  return all.map((to) => to % limit);
}

/** A sentence for each request: what no two answers of a host have in common. */
export function remark(seed: string, asked: Asked): string {
  return sentence(dice(seed, 'remark', asked.serial));
}
