/** What counts as a link beside `a`, `area` and frames. */
export interface LinkSettings {
  /** The target of a meta refresh is a link, or it is none. */
  readonly metaRefresh: 'follow' | 'ignore';
  /**
   * What a page that names another URL as its canonical one is: a page like others, whose canonical URL is a link; the
   * same, and the name means nothing; or one that has moved there, when that URL is on its own host.
   */
  readonly canonical: 'link' | 'ignore' | 'trust';
  /** Whether URLs that are written out are links: in plain text and in what HTML shows, in plain text only, nowhere. */
  readonly fromText: 'all' | 'plain' | 'none';
  /** Links with one of these `rel` are not followed. */
  readonly skipRel: readonly SkippableRelation[];
  /** Links of one page that are recorded and followed: the first ones. */
  readonly maxPerPage: number;
}

/** What authors say of links that they do not vouch for. */
export const skippableRelations = ['nofollow', 'ugc', 'sponsored'] as const;

export type SkippableRelation = (typeof skippableRelations)[number];

/** Whether a link with these `rel` tokens is followed. */
export function isFollowed({ skipRel }: LinkSettings, rel: readonly string[]): boolean {
  return !skipRel.some((relation) => rel.includes(relation));
}

/** The most that a job may set; what held for jobs that were stored before there was a bound. */
export const mostLinksPerPage = 100_000;

export const defaultLinkSettings: LinkSettings = {
  ...{ metaRefresh: 'follow', canonical: 'link', fromText: 'all' },
  skipRel: [],
  maxPerPage: 10_000,
};

/**
 * Extensions of what is probably not text: HEAD tells. No document formats, of which most can be read: for those a HEAD
 * would be one request more for nothing.
 */
export const defaultHeadFirst: readonly string[] = [
  ...'bin dat exe msi zip tar tgz gz bz2 xz 7z rar iso dmg deb rpm jar apk'.split(' '),
  ...'gif jpg jpeg png webp bmp tif tiff mp3 wav ogg wma mp4 mpg mpeg mov avi wmv mkv webm flv'.split(' '),
];
