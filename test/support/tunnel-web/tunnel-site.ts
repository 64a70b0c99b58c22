import { seededRandom } from '../seeded-random.ts';

/** A site whose relevant pages lie behind tunnels of pages that are not: intro page, pseudo-index, division, brand, range. */
export interface TunnelSite {
  readonly root: string;
  /** HTML by URL. */
  readonly pages: ReadonlyMap<string, string>;
  readonly relevant: ReadonlySet<string>;
  /** The tunnels that it has. */
  readonly tunnels: readonly string[];
}

/** What the relevant pages of all sites are about. */
export const topicWords = ['pump', 'valve', 'impeller', 'turbine'] as const;
export const topicDefinition = topicWords.map((word) => `50: ${word}=machines`).join('\n');

interface Page {
  readonly path: string;
  readonly title: string;
  readonly words: readonly string[];
  readonly links: [anchor: string, path: string][];
  isRelevant: boolean;
}

const syllables = ['ba', 'ko', 'li', 'mer', 'nu', 'pa', 'ri', 'sol', 'ta', 'vin', 'zu', 'dor', 'fe', 'gal'];
const sections = ['news', 'jobs', 'press', 'events', 'support', 'stories'];

/** A site of 100 to 600 pages, the same for the same seed. */
export function tunnelSite(seed: number): TunnelSite {
  const random = seededRandom(seed, 26);
  const many = (least: number, most: number): number => least + Math.floor(random() * (most - least + 1));
  const chance = (part: number): boolean => random() < part;
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const word = (): string => Array.from({ length: many(2, 4) }, () => pick(syllables)).join('');
  const root = `https://site${seed}.test`;
  const pages = new Map<string, Page>();
  const tunnels: string[] = [];
  /** How often an anchor says what its page is about, and whether parts of pages are marked: sites differ in both. */
  const candour = 0.3 + random() * 0.7;
  const isMarked = chance(0.7);
  const hasReadableUrls = chance(0.5);
  const text = (isRelevant: boolean): string[] => [
    ...Array.from({ length: 40 }, word),
    ...(isRelevant ? Array.from({ length: many(4, 12) }, () => pick(topicWords)) : []),
  ];
  const slug = (name: string): string => (hasReadableUrls ? name.replaceAll(' ', '-') : `p${pages.size + 1}`);
  const add = (folder: string, name: string, isRelevant = false): Page => {
    const path = pages.size === 0 ? '/' : `${folder}/${slug(name)}${pages.size}`;
    const page = { path, title: name, words: text(isRelevant), links: [], isRelevant };
    pages.set(path, page);
    return page;
  };
  const link = (from: Page, to: Page, anchor = to.title): void => void from.links.push([anchor, to.path]);
  const vague = ['more', 'details', 'view', 'read on', 'here'];
  const named = (name: string): string => (chance(candour) ? name : pick(vague));

  let entry = add('', `welcome ${word()}`);
  if (chance(0.5)) {
    tunnels.push('intro page');
    const home = add('', 'home');
    link(entry, home, pick(['enter', 'skip intro', 'start', word()]));
    entry = home;
  }
  if (chance(0.4)) {
    tunnels.push('pseudo-index');
    const index = add('', 'index');
    link(entry, index, pick(['to our site', 'continue', word()]));
    link(entry, add('', 'important announcement'));
    entry = index;
  }
  const menu: Page[] = [];
  for (const name of sections.slice(0, many(3, sections.length))) {
    const section = add('', name);
    menu.push(section);
    const size = many(5, 35);
    for (let at = 0; at < size; at++) {
      const item = add(section.path, `${name} ${word()}`);
      link(section, item);
      if (chance(0.2)) link(item, pick([...pages.values()]));
    }
  }
  const fork = (
    from: Page,
    what: string,
    isOn: boolean,
    least: number,
    most: number,
  ): readonly [Page, boolean][] => {
    if (!chance(0.6)) return [[from, isOn]];
    if (isOn) tunnels.push(what);
    const size = many(least, most);
    const good = many(0, size - 1);
    return Array.from({ length: size }, (_, at): [Page, boolean] => {
      const isGood = isOn && (at === good || chance(0.15));
      const branch = add(from.path === '/' ? '' : from.path, `${word()} ${what}`);
      link(from, branch, named(branch.title));
      return [branch, isGood];
    });
  };
  const products = add('', 'products');
  link(entry, products);
  for (const [division, inDivision] of fork(products, 'division', true, 2, 4)) {
    for (const [brand, inBrand] of fork(division, 'brand', inDivision, 2, 4)) {
      for (const [range, inRange] of fork(brand, 'range', inBrand, 2, 5)) {
        let list = range;
        let before: Page | undefined;
        const size = many(4, 24);
        for (let at = 0; at < size; at++) {
          if (at > 0 && at % 10 === 0) {
            const next = add(range.path, `page ${at / 10 + 1}`);
            link(list, next, 'next');
            list = next;
          }
          const isRelevant = inRange && chance(0.9);
          const subject = isRelevant ? `${pick(topicWords)} ${word()}` : `${word()} ${word()}`;
          const product = add(range.path, subject, isRelevant);
          link(list, product, named(subject));
          if (before !== undefined && chance(0.4)) link(before, product, named(subject));
          before = product;
        }
      }
    }
  }
  for (const page of pages.values()) {
    if (page.path === '/' && tunnels.includes('intro page')) continue;
    for (const section of menu) link(page, section);
    link(page, products, 'products');
  }
  const html = [...pages.values()].map(
    (page) => [`${root}${page.path}`, htmlOf(page, menu.length + 1, isMarked)] as const,
  );
  const relevant = [...pages.values()]
    .filter(({ isRelevant }) => isRelevant)
    .map(({ path }) => `${root}${path}`);
  return { root, pages: new Map(html), relevant: new Set(relevant), tunnels };
}

/** The last links of a page are its menu. */
function htmlOf({ title, words, links }: Page, menu: number, isMarked: boolean): string {
  const anchors = (own: readonly (readonly [string, string])[]) =>
    own.map(([anchor, path]) => `<a href="${path}">${anchor}</a>`).join(' ');
  const own = links.slice(0, Math.max(0, links.length - menu));
  const bar = links.slice(Math.max(0, links.length - menu));
  const [nav, main] = isMarked ? ['nav', 'main'] : ['div', 'div'];
  const head = `<title>${title}</title><${nav}>${anchors(bar)}</${nav}>`;
  return `${head}<${main}><h1>${title}</h1><p>${words.join(' ')}</p>${anchors(own)}</${main}>`;
}
