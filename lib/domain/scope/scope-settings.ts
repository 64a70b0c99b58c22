import type { HostShare } from './host-share.ts';
import type { ScopeList } from './scope-list.ts';

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

/** Which URLs belong to a crawl (`scopeOf`). */
export interface ScopeSettings {
  /** Hosts that may be crawled, each with its subdomains; empty means every host. */
  readonly hosts: ScopeList;
  /** Patterns (`HOST: …` or `URL …`) of which one must match; empty means every URL. */
  readonly allow: ScopeList;
  /** Patterns of which none may match. */
  readonly exclude: ScopeList;
  /** Extensions of what is not asked for, lower-case, without the dot. */
  readonly excludeExtensions: ScopeList;
  readonly rules: readonly ScopeRule[];
  readonly schemes: readonly ('http' | 'https')[];
  /** Links from the nearest seed. */
  readonly maxDepth: number;
  /** Characters. */
  readonly maxUrlLength: number;
  /** Links from host to host, from the nearest host of a seed; absent: no limit. */
  readonly maxHostHops?: number;
  /** Only hosts of this part; absent: all. */
  readonly share?: HostShare;
  /** How often one path segment may occur in a path. */
  readonly maxRepeats: number;
  /** Parameters of the query. */
  readonly maxParameters: number;
}

/**
 * What nobody reads text from: Combine's list without what it lists for its converters' lack alone, and what has come
 * since. Nothing that is a page somewhere (`php`, `asp`) or a document (`pdf`, `doc`) is in it.
 */
export const defaultExtensions: readonly string[] = [
  ...'gif jpg jpeg jfif png apng webp avif heic bmp ico tif tiff pcx xbm xpm tga psd pgm ppm pbm'.split(' '),
  ...'mp3 m4a aac ogg oga opus flac wav au mid midi ram wma aif aiff'.split(' '),
  ...'mp4 m4v mpg mpeg mov avi wmv wmz mkv webm ogv flv 3gp'.split(' '),
  ...'zip tar tgz gz bz2 xz 7z rar z hqx sit shar iso dmg'.split(' '),
  ...'exe msi deb rpm apk jar class dll ica'.split(' '),
  ...'css js mjs map woff woff2 ttf otf eot swf'.split(' '),
  ...'mdb sav sdd mat raw rmx rmd arff pdb vo fig'.split(' '),
];

/** Defaults of the limits, and what a job has that says nothing of its scope. */
export const defaultScope: ScopeSettings = {
  hosts: [],
  allow: [],
  exclude: [],
  excludeExtensions: [{ file: 'default', line: 0, entries: defaultExtensions }],
  rules: [],
  schemes: ['http', 'https'],
  maxDepth: 1_000,
  maxUrlLength: 250,
  maxRepeats: 4,
  maxParameters: 20,
};
