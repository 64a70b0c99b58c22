import { honest, type Plot, type Section } from '../section.ts';
import { article, linkLine, linkList, paragraphs, titleOf } from '../text/markup.ts';
import { dice, sentence } from '../text/prose.ts';

export interface VersionsOptions {
  readonly methods: number;
  readonly versions: number;
}

/** Documentation of an interface in versions, whose pages differ by little more than a sentence. */
export function versionedDocs({ at, seed }: Plot, { methods, versions }: VersionsOptions): Section {
  const numbers = Array.from({ length: versions }, (_, i) => `v${i + 1}`);
  const names = Array.from({ length: methods }, (_, i) => `method-${i}`);
  const href = (version: string, name: string): string => `${at}/${version}/${name}`;
  const idOf = (version: string, name: string): string => `${version} ${name}`;

  return {
    kind: 'versions',
    shape: `${versions}`,
    honest: numbers.flatMap((version) => ['index', ...names].map((name) => idOf(version, name))),
    nav: () => [{ href: href(numbers.at(-1) ?? '', 'index'), anchor: 'API' }],
    answer({ path, query }) {
      const [version = '', name = '', ...rest] = path.slice(at.length + 1).split('/');
      if (!path.startsWith(`${at}/`) || rest.length > 0 || query.size > 0 || !numbers.includes(version))
        return undefined;
      const others = linkLine(numbers.map((other) => ({ href: href(other, name), anchor: other })));
      if (name === 'index') {
        const links = names.map((one) => ({ href: href(version, one), anchor: titleOf(seed, one) }));
        return honest(idOf(version, name), { title: `Reference ${version}`, main: linkList(links) + others });
      }
      if (!names.includes(name)) return undefined;
      const draft = article(80, [seed, name]);
      const news = paragraphs([`New in ${version}: ${sentence(dice(seed, name, version))}`]);
      return honest(idOf(version, name), {
        title: `${draft.title} (${version})`,
        main: draft.main + news + others,
      });
    },
  };
}
