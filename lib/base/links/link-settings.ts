import { defaultsOf, type SettingsOf, section } from '../setting-kinds/section.ts';
import { choice, count, list } from '../setting-kinds/setting.ts';

/** What authors say of links that they do not vouch for. */
export const skippableRelations = ['nofollow', 'ugc', 'sponsored'] as const;

/** The most that a job may set; what held for jobs that were stored before there was a bound. */
export const mostLinksPerPage = 100_000;

/** The top-level key `redirects`. */
export const redirectsSetting = choice(['follow', 'link'], 'follow', {
  description:
    'A redirect within a host: `follow` visits the target next; `link` treats it as a link, as one to another host.',
});

/** The `links` section. */
export const linksSection = section('What counts as a link, beside anchors and frames.', {
  metaRefresh: choice(['follow', 'link', 'ignore'], 'follow', {
    description:
      'A meta refresh to another URL: `follow` takes an instant one (within 1 second) for a redirect, others for links; `link` all for links.',
  }),
  canonical: choice(['link', 'ignore', 'trust'], 'link', {
    description:
      "A page's canonical URL, when it is not its own: `link` admits it and stores the page; `trust` takes the page for moved, on the same host; `ignore` does nothing.",
  }),
  fromText: choice(['all', 'plain', 'none'], 'all', {
    description:
      'Which URLs in text are links: `all` takes those of plain text and of HTML outside anchors, `plain` of plain text only.',
    why: "Combine's extractLinksFromText, which is on.",
  }),
  skipRel: list(skippableRelations, { max: skippableRelations.length }, [], {
    description: 'Links with one of these `rel` values are recorded, but not followed.',
    why: 'By the HTML standard they deny an endorsement, not a visit.',
    example: ['ugc', 'sponsored'],
  }),
  ranks: count(0, 1_000_000, 0, {
    description:
      'After so many fetches, and a tenth of all, write ranks into records, as `winnow ranks --write` does ([links.md](links.md#ranks)). 0: never.',
    unit: 'pages',
    why: 'It reads the link graph and each record.',
    example: 10_000,
  }),
  memory: count(64, 65_536, 1_024, {
    description:
      'A link graph that would take more memory is analysed from temporary files ([links.md](links.md#memory)).',
    unit: 'MB',
    why: 'A million URLs with ten million links fit.',
    example: 400,
  }),
  maxPerPage: count(1, mostLinksPerPage, 10_000, {
    description:
      'So many links of a page are recorded and followed; the record counts the others (`moreLinks`).',
    unit: 'links',
  }),
});

export type LinkSettings = SettingsOf<typeof linksSection.keys>;

export const defaultLinkSettings: LinkSettings = defaultsOf(linksSection);

/** Whether a link with these `rel` tokens is followed. */
export function isFollowed({ skipRel }: LinkSettings, rel: readonly string[]): boolean {
  return !skipRel.some((relation) => rel.includes(relation));
}
