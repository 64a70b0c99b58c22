import type { LinkElement, ListedLink } from '../../../lib/base/links/link.ts';
import type { LinkLine } from '../../../lib/base/links/link-segment.ts';
import { type CanonicalUrl, type HostName, hostOf } from '../../../lib/base/url/url.ts';

const hosts = [
  'a.example',
  'b.example',
  'b.example:8080',
  'xn--bcher-kva.example',
  '127.0.0.2:80',
  'a.example.org',
];
const paths = ['', 'p/1', 'p/2', '?q=%22a%22', '?q=a\\b', 'p/%C3%A9', 'p#!/é', 'a.example/', 'deep/er/p'];
const texts = [
  ...['', 'plain', 'Bücher über Äpfel', '日本語 😀', '},{"url":"', '{"url":"http://c.example/"}'],
  ...['"links":[', ',"links":[', ']}', '\\', '\u2028\u0085', '"element":"a"', '\ud800'],
];
const elements: readonly LinkElement[] = [
  'a',
  'a',
  'a',
  'a',
  'area',
  'frame',
  'redirect',
  'index',
  'robots',
  'text',
];

/** Lines of a link log of few URLs, with texts that look like parts of lines. */
export function randomLinkLines(random: () => number, count: number): readonly LinkLine[] {
  const upTo = (most: number): number => Math.floor(random() * (most + 1));
  const one = <T>(all: readonly T[]): T => all[upTo(all.length - 1)] as T;
  const text = (): string => (random() < 0.02 ? '{{ title }}' : one(texts));
  const maybe = <T extends object>(part: number, fields: T): T | Record<string, never> =>
    random() < part ? fields : {};
  const urlOf = (): CanonicalUrl => {
    const user = random() < 0.05 ? 'me@' : '';
    return `${one(['http', 'https'])}://${user}${one(hosts)}/${one(paths)}` as CanonicalUrl;
  };
  const link = (): ListedLink => ({
    ...{ url: urlOf(), anchor: text(), rel: random() < 0.2 ? ['nofollow', text()] : [] },
    ...{ element: one(elements), place: one(['nav', 'main'] as const) },
    ...maybe(0.2, { block: upTo(9) }),
    ...maybe(0.2, { score: random() }),
  });
  const listing = (): ListedLink => ({
    ...link(),
    ...maybe(0.7, { listed: { videos: [{ title: text() }, { url: urlOf(), title: text() }] } }),
  });
  return Array.from({ length: count }, (): LinkLine => {
    const url = urlOf();
    const kind = random() < 0.15 ? listing : link;
    return {
      ...{ v: 1, url, host: hostOf(url) as HostName, turn: 1, depth: upTo(4), at: 1_000 + upTo(9) },
      ...{ outcome: 'stored', ownAdmitted: random() < 0.8 },
      ...maybe(0.2, { hops: upTo(2) }),
      ...maybe(0.3, { hostHops: upTo(2) }),
      ...maybe(0.2, { level: upTo(2) }),
      ...maybe(0.5, { relevance: random(), tunnelDepth: upTo(2) }),
      ...maybe(0.1, { best: one(texts) }),
      ...maybe(0.1, { skip: true }),
      ...maybe(0.1, { unproven: true as const }),
      links: Array.from({ length: random() < 0.1 ? 0 : upTo(12) }, kind),
    };
  });
}

/** The text of a line as the log has it. */
export function loggedLine({ tunnelDepth: strayed, links, ...head }: LinkLine): string {
  return JSON.stringify({ ...head, strayed, links });
}
