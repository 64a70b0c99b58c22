import { type Answer, type Asked, honest, type Plot, type Section, trap } from '../section.ts';
import { article, escaped, linkList, paragraphs } from '../text/markup.ts';
import { dice, headline, prose, sentence, slug } from '../text/prose.ts';

/**
 * `wrong-base`: links without their leading slash, so that folders repeat (`/guide/guide/`). `alternating`: two pages
 * that link to each other that way (`/a/b/a/b/`). `more`: a link to `more/` under every page. `under-errors`: pages
 * that say 'not found' with status 200 and relative links in their navigation. `path-info`: everything after the
 * script's name is ignored (`/guide.php/guide.php/`). `maze`: made-up folders, each with a text of its own.
 * `changing-errors`: as `under-errors`, with another title and another piece of advice in each answer.
 */
export type DirectoryForm =
  | 'wrong-base'
  | 'alternating'
  | 'more'
  | 'under-errors'
  | 'changing-errors'
  | 'path-info'
  | 'maze';

/** Honest pages whose relative links lead ever deeper. */
export function endlessDirectories({ at, seed }: Plot, { form }: { readonly form: DirectoryForm }): Section {
  const name = at.slice(1);
  const home = form === 'path-info' ? `${at}.php` : `${at}/`;
  const [first, second] = ['tools', 'methods'];
  const ids = form === 'alternating' ? ['home', first, second] : ['home'];

  function links(path: string): readonly string[] {
    switch (form) {
      case 'wrong-base':
        return [`${name}/`, `${name}/${first}/`];
      case 'alternating':
        return [`${first}/`, `${second}/`];
      case 'more':
        return ['more/'];
      case 'under-errors':
      case 'changing-errors':
        return path === home ? [`${first}/`] : [`${first}/`, `${second}/`, 'contact/'];
      case 'path-info':
        return [
          path === home ? `${name}.php/${name}.php` : `${name}.php/${first}`,
          `${name}.php/${name}.php`,
        ];
      case 'maze': {
        const roll = dice(seed, path);
        return [1, 2, 3].map(() => `${slug(roll, 1)}/`);
      }
    }
  }

  function below({ path, serial }: Asked): Answer {
    const list = linkList(links(path).map((href) => ({ href, anchor: href.replace(/\W+/g, ' ').trim() })));
    const id =
      form === 'alternating'
        ? path.includes(`/${second}/`, path.length - second.length - 2)
          ? second
          : first
        : 'home';
    if (form === 'more') {
      const depth = path.split('/').length - 3;
      return trap('directories', {
        title: `More (${depth})`,
        main: `<p>Page ${depth} of ${escaped(path)}</p>${list}`,
      });
    }
    if (form === 'under-errors') {
      return trap('directories', { title: 'Not found', main: `<p>Sorry, there is nothing here.</p>${list}` });
    }
    if (form === 'changing-errors') {
      const roll = dice(seed, serial, 'advice');
      return trap('directories', {
        title: headline(roll),
        main: `<p>Sorry, there is nothing here. Did you know? ${escaped(sentence(roll))}</p>${list}`,
      });
    }
    if (form === 'maze') {
      const texts = prose(dice(seed, path, 'text'), 80);
      return trap('directories', {
        title: path.split('/').at(-2) ?? '',
        main: `${paragraphs(texts)}${list}`,
      });
    }
    const page = article(100, [seed, id]);
    return trap('directories', { ...page, main: `${page.main}${list}` });
  }

  function root(id: string, asked: Asked): Answer {
    const page = article(100, [seed, id]);
    const list = linkList(
      links(asked.path).map((href) => ({ href, anchor: href.replace(/\W+/g, ' ').trim() })),
    );
    return honest(id, { ...page, main: `${page.main}${list}` });
  }

  return {
    kind: 'directories',
    shape: form,
    honest: ids,
    nav: () => [{ href: home, anchor: 'Guide' }],
    answer(asked) {
      if (asked.query.size > 0 || !asked.path.startsWith(home)) return undefined;
      if (asked.path === home) return root('home', asked);
      const folder = asked.path.slice(home.length).replace(/\/$/, '');
      if (ids.includes(folder)) return root(folder, asked);
      return below(asked);
    },
  };
}
