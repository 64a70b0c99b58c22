import { defaultsOf, type SettingsOf, section } from '../setting-kinds/section.ts';
import { choice, count, list } from '../setting-kinds/setting.ts';

/** What authors say of links that they do not vouch for. */
export const skippableRelations = ['nofollow', 'ugc', 'sponsored'] as const;

/** The most that a job may set; what held for jobs that were stored before there was a bound. */
export const mostLinksPerPage = 100_000;

/** The top-level key `redirects`. */
export const redirectsSetting = choice(['follow', 'link'], 'follow', {
  description:
    'A redirect within a host: `follow` visits the target next; `link` treats it as a link, as Combine does. A redirect to another host is always a link.',
  why: 'With `follow` a page that has moved comes when the link to it was chosen.',
  before: 'link',
});

/** The `links` section. */
export const linksSection = section('What counts as a link, beside anchors and frames.', {
  metaRefresh: choice(['follow', 'link', 'ignore'], 'follow', {
    description:
      'A meta refresh to another URL: `follow` takes it for a redirect if it is instant (within 1 second), otherwise for a link; `link` always for a link.',
    why: 'Nobody can read a page that moves on at once.',
  }),
  canonical: choice(['link', 'ignore', 'trust'], 'link', {
    description:
      "A page's canonical URL, when it is not its own: `link` admits it and stores the page as well; `trust` takes the page for moved when it is on the same host; `ignore` does nothing.",
    why: 'Some sites name one canonical URL for all of their pages.',
  }),
  fromText: choice(['all', 'plain', 'none'], 'all', {
    description:
      'Which http and https URLs in text are links: `all` takes those of plain text and of the text of HTML outside anchors, `plain` those of plain text only.',
    why: "Combine's extractLinksFromText, which is on.",
    before: 'plain',
  }),
  skipRel: list(skippableRelations, { max: skippableRelations.length }, [], {
    description: 'Links with one of these `rel` values are recorded, but not followed.',
    why: 'None by default: by the HTML standard they deny an endorsement, not a visit.',
    example: ['ugc', 'sponsored'],
  }),
  ranks: count(0, 1_000_000, 0, {
    description:
      'Each time that so many pages were fetched, and a tenth of all, write what link analysis says of pages into their records, as `winnow ranks --write` does: in `updated` changes ([links.md](links.md#ranks)). 0: only when that is called.',
    unit: 'pages',
    why: 'It takes a pass over the link graph, and reads each record.',
    example: 10_000,
  }),
  memory: count(64, 65_536, 1_024, {
    description:
      'A link graph that would take more memory is analysed from temporary files ([links.md](links.md#memory)). What is known of each URL stays in memory.',
    unit: 'MB',
    why: 'A million URLs with ten million links fit.',
    example: 400,
  }),
  maxPerPage: count(1, mostLinksPerPage, 10_000, {
    description:
      'The first links of a page are recorded and followed, at most so many; the record counts the others (`moreLinks`).',
    unit: 'links',
    why: 'It bounds memory and frontier.',
    before: mostLinksPerPage,
  }),
});

export type LinkSettings = SettingsOf<typeof linksSection.keys>;

export const defaultLinkSettings: LinkSettings = defaultsOf(linksSection);

/** Whether a link with these `rel` tokens is followed. */
export function isFollowed({ skipRel }: LinkSettings, rel: readonly string[]): boolean {
  return !skipRel.some((relation) => rel.includes(relation));
}
