import { type LinkRegion, linkRegionKey, linkRegionOf, type Yields } from './yields.ts';

/**
 * What speaks for a URL whatever its region brought: links from outside of the region, or a list of the site's own. In the
 * frontier it is the source of such a URL: a link region in which no page lies. So what such URLs bring is learnt apart, and
 * those of a pattern are held, too, once they brought nothing.
 */
export type Voice = 'links' | 'list';

/** Names of regions begin with `/`, those of endings with `*`. */
const names = { links: '+links', list: '+list' } as const satisfies Readonly<Record<Voice, string>>;

/** The id of a voice as the source of a URL. */
export function voiceId(yields: Yields, voice: Voice): number {
  const name = names[voice];
  const position = { regions: [name], pattern: name, linkRegion: linkRegionKey(name), source: undefined };
  return linkRegionOf(yields, position).id;
}

export function isVoice(source: LinkRegion | undefined): boolean {
  return source?.position.pattern.startsWith('+') ?? false;
}
