import { defaultsOf, type SettingsOf, section } from '../../base/setting-kinds/section.ts';
import { count, list, type Notes, special } from '../../base/setting-kinds/setting.ts';
import type { HostShare } from './host-share.ts';
import { listOf, type ScopeList } from './scope-list.ts';

/** What a rule says of a URL that it is about. One that is not about a URL says nothing. */
export type ScopeWord = 'accept' | 'reject';

/** A rule that is about the URLs that one of its entries covers. */
export const listTests = ['hosts', 'domains', 'surts', 'patterns', 'extensions', 'schemes'] as const;
/** A rule that is about the URLs of which there is more of something than it names. */
export const limitTests = [
  'depthOver',
  'hostHopsOver',
  'lengthOver',
  'repeatsOver',
  'parametersOver',
] as const;

export type ListTest = (typeof listTests)[number];
export type LimitTest = (typeof limitTests)[number];

/** Which URLs a rule is about. */
export type ScopeTest =
  | { readonly kind: 'all' }
  | { readonly kind: ListTest; readonly list: ScopeList }
  | { readonly kind: LimitTest; readonly limit: number };

/** One rule of `scope.rules`. Of all that are about a URL the last has its way. */
export interface ScopeRule {
  readonly word: ScopeWord;
  /** File and line: `job.yaml:12`. */
  readonly source: string;
  readonly test: ScopeTest;
}

/**
 * What nobody reads text from: Combine's list without what it lists for its converters' lack alone, and what has come
 * since. Nothing that is a page somewhere (`php`, `asp`) or a document (`pdf`, `doc`) is in it.
 */
const defaultExtensions: readonly string[] = [
  ...'gif jpg jpeg jfif png apng webp avif heic bmp ico tif tiff pcx xbm xpm tga psd pgm ppm pbm'.split(' '),
  ...'mp3 m4a aac ogg oga opus flac wav au mid midi ram wma aif aiff'.split(' '),
  ...'mp4 m4v mpg mpeg mov avi wmv wmz mkv webm ogv flv 3gp'.split(' '),
  ...'zip tar tgz gz bz2 xz 7z rar z hqx sit shar iso dmg'.split(' '),
  ...'exe msi deb rpm apk jar class dll ica'.split(' '),
  ...'css js mjs map woff woff2 ttf otf eot swf'.split(' '),
  ...'mdb sav sdd mat raw rmx rmd arff pdb vo fig'.split(' '),
];

/** Entries as a file has them, some of them in files of their own; which these are is read with their lines. */
type GivenEntries = readonly (string | { readonly file: string })[];

function entries(fallback: readonly string[], notes: Notes & { readonly before?: GivenEntries }) {
  const inline = (given: GivenEntries): ScopeList =>
    listOf(
      given.filter((entry) => typeof entry === 'string'),
      'default',
    );
  return special<GivenEntries, ScopeList>(fallback, inline, notes);
}

/** The `scope` section: which URLs belong to the crawl. */
export const scopeSection = section(
  'What may be crawled. In this order, the last word wins; every rule, with examples: [scope.md](scope.md).',
  {
    allow: entries([], {
      description:
        'Patterns of which one must match a URL (`URL …`) or its host (`HOST: …`); none means every URL.',
      expected: 'a list of patterns such as `HOST: \\.example\\.org$` or `URL /papers/`, or of files of them',
      why: "Combine's `<url><allow>`.",
      example: ['HOST: \\.example\\.org$'],
    }),
    hosts: entries([], {
      description: 'Hosts that may be crawled, each with its subdomains; none means every host.',
      expected: 'a list of host names, or of files of them',
      example: ['example.org'],
    }),
    exclude: entries([], {
      description: 'Patterns of which none may match.',
      expected: 'a list of patterns such as `URL /print/`, or of files of them',
      why: "Combine's `<url><exclude>`; its files can be taken as they are.",
      example: ['URL /print/', 'HOST: ^mirror\\.'],
    }),
    excludeExtensions: entries(defaultExtensions, {
      description: 'Extensions of files that are not asked for; in any case, without the dot.',
      expected: 'a list of extensions, or of files of them',
      why: 'Nothing is read from images, sound, programs and archives.',
      before: [],
    }),
    rules: special([], (): readonly ScopeRule[] => [], {
      description: 'Rules that accept or reject; the last one that is about a URL decides.',
      expected: 'a list of rules such as `reject: { patterns: "URL /print/" }`',
      example: [{ reject: { patterns: ['URL \\?'] } }, { accept: { hosts: ['www.example.org'] } }],
    }),
    schemes: list(['http', 'https'], { min: 1, max: 2 }, ['http', 'https'], {
      description: 'Schemes that are crawled.',
      expected: 'http, https or both (no other is spoken)',
    }),
    maxDepth: count(0, 10_000, 1_000, {
      description: 'Links from the nearest seed; pages further away are not fetched. 0: the seeds only.',
      unit: 'links',
      why: 'A listing of 60 pages is 60 links deep.',
    }),
    maxHostHops: count(0, 1_000, undefined, {
      description:
        'Links from host to host, counted from the hosts of the seeds. 0: these hosts only. Without it: no limit.',
      unit: 'links',
      example: 1,
    }),
    share: special(undefined as HostShare | undefined, (share) => share, {
      description:
        'Only one of several parts of the hosts, by a hash of their registered domain: to compare policies, or to share a crawl among installations.',
      expected: 'a `part` from 1 to the number of parts (`of`, at least 2)',
      example: { part: 1, of: 2 },
    }),
    maxUrlLength: count(20, 2_000, 250, {
      description: 'Longer URLs are not taken in.',
      unit: 'characters',
      why: "Combine's default; real pages seldom have longer ones, traps do.",
    }),
    maxRepeats: count(1, 1_000, 4, {
      description: 'How often the same segment may occur in a path.',
      unit: 'times',
      why: 'Relative links under error pages make endless paths of a few segments.',
      before: 1_000,
    }),
    maxParameters: count(0, 1_000, 20, {
      description: 'Parameters that a query may have.',
      unit: 'parameters',
      why: 'Filters upon filters are a listing in ever new orders.',
      before: 1_000,
    }),
  },
);

/** Which URLs belong to a crawl (`scopeOf`). */
export type ScopeSettings = SettingsOf<typeof scopeSection.keys>;

export const defaultScope: ScopeSettings = defaultsOf(scopeSection);
