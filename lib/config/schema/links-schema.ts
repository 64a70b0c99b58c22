import * as z from 'zod';
import {
  defaultHeadFirst,
  defaultLinkSettings,
  mostLinksPerPage,
  skippableRelations,
} from '../../domain/links/link-settings.ts';
import { count, section } from './field.ts';

/** The top-level key `redirects`. */
export const redirectsSchema = z.enum(['follow', 'link']).default('follow').meta({
  description:
    'What a redirect to the same host does: `follow` visits its target next, in the same turn if there is room; `link` leaves it among the other links, as Combine does. To another host it always is a link.',
  expected: 'follow or link',
  why: 'With `follow` a page that has moved comes when the link to it was chosen.',
});

/** The `links` section. */
export const linksSchema = section('What counts as a link, beside anchors and frames.', {
  metaRefresh: z.enum(['follow', 'ignore']).default(defaultLinkSettings.metaRefresh).meta({
    description: 'A meta refresh: `follow` takes its target for a link.',
    expected: 'follow or ignore',
  }),
  canonical: z.enum(['link', 'ignore', 'trust']).default(defaultLinkSettings.canonical).meta({
    description:
      "A page's canonical URL, when it is not its own: `link` admits it and stores the page as well; `trust` takes the page for moved when it is on the same host; `ignore` does nothing.",
    expected: 'link, ignore or trust',
    why: 'Some sites name one canonical URL for all of their pages.',
  }),
  fromText: z.enum(['all', 'plain', 'none']).default(defaultLinkSettings.fromText).meta({
    description:
      'URLs that are written out, http and https: `all` takes them from plain text documents and from what HTML shows outside of anchors, `plain` from the first only.',
    expected: 'all, plain or none',
    why: "Combine's extractLinksFromText, which is on.",
  }),
  skipRel: z
    .array(z.enum(skippableRelations))
    .max(skippableRelations.length)
    .default([...defaultLinkSettings.skipRel])
    .meta({
      description: 'Links with one of these `rel` values are recorded, but not followed.',
      expected: `a list of ${skippableRelations.join(', ')}`,
      why: 'None by default: by the HTML standard they deny an endorsement, not a visit.',
      example: ['ugc', 'sponsored'],
    }),
  maxPerPage: count(1, mostLinksPerPage, defaultLinkSettings.maxPerPage, {
    description:
      'Links of one page that are recorded and followed: the first ones. How many more there are is told in the record (`moreLinks`).',
    unit: 'links',
    why: 'It bounds memory and frontier.',
  }),
});

/** `fetch.headFirst`. */
export const headFirstSchema = z
  .array(z.string().regex(/^[a-z0-9][a-z0-9_-]{0,19}$/))
  .max(1_000)
  .default([...defaultHeadFirst])
  .meta({
    description:
      'Extensions of what is probably not text: HEAD asks for its type first, and GET only for one that can be read.',
    expected: 'a list of file extensions in lower case, without the dot',
    why: 'Where the gap is longer than `turn.maxWait`, GET is sent at once and ended after its head.',
  });
