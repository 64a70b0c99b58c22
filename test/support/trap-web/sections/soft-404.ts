import { type Answer, type Asked, honest, type Plot, type Section, trap } from '../section.ts';
import { article, escaped, linkLine, linkList, titleOf } from '../text/markup.ts';
import { dice, sentence, slug } from '../text/prose.ts';

export interface Soft404Options {
  /**
   * What any path shows: `mirror`: the entrance page again, with relative links. `message`: that there is no such
   * page, with the path in its text and in its links. `search`: results for its words. `redirect`: a redirect to an
   * error page that names it. `teaser`: a message, a piece of something else, and links to what it has and has not.
   */
  readonly form: 'mirror' | 'message' | 'search' | 'redirect' | 'teaser';
  /** Links to pages that are no longer there, from the entrance. */
  readonly broken: number;
  readonly pages: number;
}

/** A corner of a host that has a page for every URL. */
export function soft404({ at, seed }: Plot, { form, broken, pages }: Soft404Options): Section {
  const ids = Array.from({ length: pages }, (_, i) => `topic-${i}`);
  const dead = Array.from({ length: broken }, (_, i) => `old/${slug(dice(seed, 'old', i), 2)}`);
  const home = `${at}/`;
  const words = (path: string): string =>
    decodeURIComponent(path.slice(at.length)).replace(/\W+/g, ' ').trim();

  function entrance(): { readonly title: string; readonly main: string } {
    const page = article(100, [seed, 'home']);
    // Links that know nothing of where their page stands.
    const names = [
      ...ids.map((id) => [id, titleOf(seed, id)]),
      ...dead.map((path) => [path, 'Older edition']),
    ];
    return {
      ...page,
      main: `${page.main}${linkList(names.map(([href = '', anchor = '']) => ({ href, anchor })))}`,
    };
  }

  function nothing(asked: Asked): Answer {
    const { path, query } = asked;
    switch (form) {
      case 'mirror':
        return trap('soft-404', entrance());
      case 'message': {
        const links = [`${path.replace(/\/$/, '')}/index.html`, `${path}?retry=${query.size + 1}`, home];
        const main = `<h1>Oops</h1><p>We could not find ${escaped(path)} on this site.</p>${linkLine(links.map((href) => ({ href, anchor: href })))}`;
        return trap('soft-404', { title: `No ${path}`, main });
      }
      case 'teaser': {
        const roll = dice(seed, asked.serial);
        const links = [
          { href: `${at}/${roll.pick(ids)}`, anchor: 'You may like this' },
          ...[1, 2].map(() => ({ href: `${at}/${slug(roll, 2)}`, anchor: 'Other people looked for' })),
        ];
        return trap('soft-404', {
          title: 'Page not found',
          main: `<p>That page has gone. ${escaped(sentence(roll))}</p>${linkList(links)}`,
        });
      }
      case 'search': {
        const query = words(path);
        const links = dice(seed, query);
        const more = [1, 2, 3]
          .map(() => slug(links, 1))
          .map((word) => ({ href: `${path.replace(/\/$/, '')}/${word}`, anchor: `${query} ${word}` }));
        return trap('soft-404', {
          title: `Results for ${query}`,
          main: `<p>No results for “${escaped(query)}”. Did you mean:</p>${linkList(more)}`,
        });
      }
      case 'redirect':
        return query.has('url')
          ? trap('soft-404', {
              title: 'Not here',
              main: `<p>There is nothing at this address.</p>${linkLine([1, 2].map((place) => ({ href: `${path}/${place}`, anchor: 'Try again' })))}`,
            })
          : { owner: { trap: 'soft-404' }, to: `${at}/error?url=${encodeURIComponent(asked.href)}` };
    }
  }

  return {
    kind: 'soft-404',
    shape: `${form}${at === '' ? '-host' : ''}`,
    wholeHost: at === '',
    honest: ['home', ...ids],
    nav: () => [{ href: home, anchor: 'Topics' }],
    answer(asked) {
      if (!asked.path.startsWith(home)) return undefined;
      if (asked.href === home) return honest('home', entrance());
      const id = asked.href.slice(home.length);
      if (!ids.includes(id)) return nothing(asked);
      return honest(id, article(90, [seed, id], [{ href: home, anchor: 'All topics' }]));
    },
  };
}
