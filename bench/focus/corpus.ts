import { readFileSync } from 'node:fs';
import { canonicalise } from '../../lib/base/url/canonicalise.ts';
import type { CanonicalUrl } from '../../lib/base/url/url.ts';
import { casesFile, hasCases, readCases } from '../../test/support/cases.ts';
import { seededRandom } from '../../test/support/seeded-random.ts';

const articlesFile = 'web/encyclopedia.jsonl.gz';
const topicsFile = 'web/encyclopedia-topics.json';

interface Article {
  readonly name: string;
  readonly title: string;
  readonly text: string;
  readonly categories: readonly string[];
  readonly links: readonly string[];
}

/** A page of the web that is crawled: its links lead to other pages of it. */
export interface WebPage {
  readonly url: CanonicalUrl;
  readonly html: string;
  readonly title: string;
  readonly text: string;
  readonly categories: readonly string[];
  /** URLs of the pages that it links to. */
  readonly targets: readonly CanonicalUrl[];
}

export interface Web {
  readonly pages: readonly WebPage[];
  readonly topics: readonly string[];
  readonly layout: Layout;
}

/** Whether the articles and the topics are there; says so when they are not. */
export function hasWeb(): boolean {
  return hasCases(articlesFile) && hasCases(topicsFile);
}

/**
 * Which pages stand together. `random`: on hosts by chance. `sites`: each category has a few hosts, with a folder for each
 * category below it, and a third of the pages stand on sites and in folders of other pages. `site`: all is one host, with a
 * folder for each category.
 */
export const layouts = ['random', 'sites', 'site'] as const;
export type Layout = (typeof layouts)[number];

/** The articles as pages of a web. @param hosts of the layout `random` */
export function openWeb(hosts: number, layout: Layout = 'random'): Web {
  const articles = readCases<Article>(articlesFile);
  const byName = new Map(articles.map((article) => [article.name, article]));
  const urls = new Map(
    articles.map((article) => [article.name, urlOf(article, articles, { hosts, layout })]),
  );
  const pages = articles.map((article): WebPage => {
    const targets = article.links.flatMap((name) => {
      const [target, url] = [byName.get(name), urls.get(name)];
      return target === undefined || url === undefined ? [] : [{ title: target.title, url }];
    });
    return {
      url: urls.get(article.name) as CanonicalUrl,
      html: htmlOf(article, targets),
      title: article.title,
      text: article.text,
      categories: article.categories,
      targets: targets.map(({ url }) => url),
    };
  });
  const topics = JSON.parse(readFileSync(casesFile(topicsFile), 'utf8')) as readonly string[];
  return { pages, topics, layout };
}

/** Hosts of each category, and the part of the pages that stand elsewhere: one of so many. */
const [hostsOfCategory, strayed] = [3, 3] as const;

function urlOf(
  article: Article,
  articles: readonly Article[],
  { hosts, layout }: { readonly hosts: number; readonly layout: Layout },
): CanonicalUrl {
  const hash = hashOf(article.name);
  const isStray = layout === 'sites' && hash % strayed === 0;
  const [site, folder] =
    layout === 'random'
      ? [`h${hash % hosts}`, 'wp']
      : siteOf(isStray ? (articles[hashOf(`${article.name}/`) % articles.length] as Article) : article);
  const parsed = canonicalise(`http://${layout === 'site' ? 'h' : site}.test/${folder}/${article.name}`);
  if (!parsed.ok) throw new Error(`no URL: ${article.name}`);
  return parsed.url;
}

/** Host and folder of an article by its first category. */
function siteOf({ categories: [category = ''] }: Article): readonly [string, string] {
  const path = category.split('.').map(nameOf);
  const [top = '', second = top] = path;
  return [`${top}-${hashOf(second) % hostsOfCategory}`, [...new Set([top, ...path])].join('/')];
}

/** Of a host or a folder. */
function nameOf(category: string): string {
  return category.toLowerCase().replace(/_/g, '-');
}

function hashOf(text: string): number {
  let hash = 0;
  for (const character of text) hash = (hash * 31 + (character.codePointAt(0) as number)) >>> 0;
  return hash;
}

interface Target {
  readonly title: string;
  readonly url: CanonicalUrl;
}

/** The first mention of each target's title is the link to it; those that are not mentioned end in a list. */
function htmlOf({ title, text }: Article, targets: readonly Target[]): string {
  const lower = text.toLowerCase();
  const marks: { readonly start: number; readonly end: number; readonly url: CanonicalUrl }[] = [];
  const unmentioned: Target[] = [];
  for (const target of targets.toSorted((a, b) => b.title.length - a.title.length)) {
    const start = mention(lower, target.title.toLowerCase(), marks);
    if (start === -1) unmentioned.push(target);
    else marks.push({ start, end: start + target.title.length, url: target.url });
  }
  let html = '';
  let from = 0;
  for (const { start, end, url } of marks.sort((a, b) => a.start - b.start)) {
    html += `${escaped(text.slice(from, start))}${anchor(url, text.slice(start, end))}`;
    from = end;
  }
  html += escaped(text.slice(from));
  const body = html
    .split(/\n\s*\n/)
    .map((paragraph) => `<p>${paragraph.trim()}</p>`)
    .join('\n');
  const list = unmentioned.map((target) => `<li>${anchor(target.url, target.title)}</li>`).join('\n');
  const head = `<meta charset="utf-8"><title>${escaped(title)}</title>`;
  return `<!DOCTYPE html><html lang="en"><head>${head}</head><body><h1>${escaped(title)}</h1>${body}<ul>${list}</ul></body></html>`;
}

function mention(
  text: string,
  title: string,
  taken: readonly { readonly start: number; readonly end: number }[],
): number {
  const isWord = (at: number): boolean => /[a-z0-9]/.test(text[at] ?? ' ');
  for (let at = text.indexOf(title); at !== -1; at = text.indexOf(title, at + 1)) {
    const end = at + title.length;
    if (isWord(at - 1) || isWord(end)) continue;
    if (!taken.some((other) => at < other.end && end > other.start)) return at;
  }
  return -1;
}

function anchor(url: CanonicalUrl, text: string): string {
  return `<a href="${escaped(url)}">${escaped(text)}</a>`;
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}

/** Whether a page stands in the folder of a topic, where all is one site. */
export function isInCorner(topic: string, { url }: Pick<WebPage, 'url'>): boolean {
  const [folder = ''] = topic.split('.').slice(0, 1).map(nameOf);
  return new URL(url).pathname.startsWith(`/${folder}/`);
}

/** Whether a page is in a topic's category or below it. */
export function isOn(topic: string, { categories }: Pick<WebPage, 'categories'>): boolean {
  return categories.some((path) => path === topic || path.startsWith(`${topic}.`));
}

/** One experiment: which pages the classifier is trained on, and where the crawl goes out from. */
export interface Draw {
  readonly training: ReadonlySet<WebPage>;
  /** Outside of `training`. */
  readonly seeds: readonly WebPage[];
}

/** A third of the pages, and so many seeds among the others; the same for the same number. */
export function drawOf(web: Web, topic: string, number: number, from: 'topic' | 'any', count = 5): Draw {
  const random = seededRandom(number, web.topics.indexOf(topic) + 1);
  const order = shuffled(web.pages, random);
  const third = Math.round(order.length / 3);
  const others = shuffled(order.slice(third), random);
  const eligible = from === 'any' ? others : others.filter((page) => isOn(topic, page));
  return { training: new Set(order.slice(0, third)), seeds: eligible.slice(0, count) };
}

function shuffled<T>(list: readonly T[], random: () => number): readonly T[] {
  const copy = [...list];
  for (let left = copy.length; left > 1; left -= 1) {
    const other = Math.floor(random() * left);
    [copy[left - 1], copy[other]] = [copy[other] as T, copy[left - 1] as T];
  }
  return copy;
}
