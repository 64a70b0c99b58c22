import { registeredDomain } from '../../base/url/registered-domain.ts';
import type { HostName } from '../../base/url/url.ts';
import type { Analysis } from './analysis.ts';

/** What kind of page this is, by its URL and by what was read of it. */
export const genreAnalysis: Analysis = {
  name: 'genre',
  analyse({ main }, { url, settings }) {
    if (!settings.genre) return undefined;
    return { url: [...urlTags(url)], ...(main === undefined ? {} : { page: main.kind }) };
  },
};

/** Tags of a URL, with Combine's names; several may fit. */
export type UrlTag = 'top' | 'start' | 'domain' | 'univ' | 'pers' | 'edu' | 'prod' | 'scien' | 'abs';

const indexFile = /^(?:index|default|home|welcome|main|start)\.\w{1,5}$/;
const university = /(?:^|\.)(?:univ?-|univ|uni\.)|(?:^|\.)edu(?:\.\w\w)?$|(?:^|\.)ac\.\w\w$/;

/** Words of a path, in any of its folders or its file's name. */
const words: readonly (readonly [UrlTag, RegExp])[] = [
  ['pers', /^(?:~.+|people|persons?|staff|users?|members?|homes?|homepages?|personal)$/],
  ['edu', /^(?:edu|education|courses?|teaching|lectures?|class(?:es)?|students?|kurs(?:e|er)?|lehre)$/],
  ['prod', /^(?:products?|produkte?r?|shop|store|catalogu?e?|item|buy|cart)$/],
  [
    'scien',
    /^(?:research|science|papers?|publications?|publ?s|journals?|labs?|projects?|forschung|forskning)$/,
  ],
  ['abs', /^(?:abs|abstracts?|summary)$/],
];

/** What a URL says of its page: whose it is, and what for. */
export function urlTags(url: string): ReadonlySet<UrlTag> {
  const tags = new Set<UrlTag>();
  const parsed = URL.parse(url);
  if (parsed === null) return tags;
  const { hostname, pathname, search } = parsed;
  const folders = pathname.toLowerCase().split('/').slice(1);
  const file = folders.at(-1) ?? '';
  const isStart = search === '' && (file === '' || indexFile.test(file));
  const isTop = isStart && folders.length === 1;
  if (isTop) tags.add('top');
  if (isStart) tags.add('start');
  const domain = registeredDomain(hostname as HostName);
  if (isTop && (hostname === domain || hostname === `www.${domain}`)) tags.add('domain');
  if (university.test(hostname)) tags.add('univ');
  for (const [tag, pattern] of words)
    if (folders.some((folder) => pattern.test(folder.replace(/\.\w{1,5}$/, '')))) tags.add(tag);
  return tags;
}
