import { type SettingsOf, section } from '../../base/setting-kinds/section.ts';
import { choice, seconds, type TextRules, table } from '../../base/setting-kinds/setting.ts';
import { orphanPolicies } from './orphans.ts';

const day = 86_400;
const month = 30 * day;
/** Combine's WaitIntervalExpirationGuaranteed: ten years, which is never. */
const tenYears = 3_650 * day;

/** `text/html`, or `image/*` for all of a kind. */
const mediaType: TextRules = {
  pattern: /^[a-z0-9!#$&^_.+-]+\/(?:\*|[a-z0-9!#$&^_.+-]+)$/,
  expected: 'a media type in lower case such as application/pdf, or image/* for all of a kind',
};

/** How long a URL rests after each outcome, with the defaults of Combine's WaitIntervalHarvesterLock family. */
export const revisitSection = section(
  "How long a URL rests after each outcome (Combine's WaitIntervalHarvesterLock family).",
  {
    success: seconds(1, tenYears, 1_000_000, { description: 'After a page was stored or redirected.' }),
    moved: seconds(1, tenYears, 180 * day, {
      description: 'After a permanent redirect (301, 308): the page is visited under its new URL meanwhile.',
      before: 1_000_000,
    }),
    notModified: seconds(1, tenYears, month, { description: 'After a page turned out to be unchanged.' }),
    notFound: seconds(1, tenYears, month, {
      description: 'After 404, 410, 403 and the other answers of the 4xx that bring no page.',
    }),
    unavailable: seconds(1, tenYears, day, {
      description:
        'After time-outs, broken connections and 5xx. The first retries come sooner: one where a connection broke, after 429 and 503 all but the last, but of a page of the collection one.',
    }),
    robotsDenied: seconds(1, tenYears, month, { description: 'After robots.txt said no.' }),
    orphans: choice(orphanPolicies, 'keep', {
      description:
        'What `winnow orphans` does with pages that nothing leads to any more: keep, rarely visit or release them ([freshness.md](freshness.md#orphans)).',
    }),
    orphan: seconds(1, tenYears, 180 * day, {
      description: 'How long an orphan rests, with `orphans: rarer`.',
    }),
    byMediaType: table(mediaType, [1, tenYears], {
      description:
        'Other times for pages of some media types, after they were stored or unchanged; a type itself comes before its kind.',
      unit: 'seconds',
      expected: 'a mapping of media types to numbers of seconds',
      example: { 'application/pdf': 7_776_000, 'image/*': 31_536_000 },
    }),
  },
);

export type RevisitSettings = SettingsOf<typeof revisitSection.keys>;
