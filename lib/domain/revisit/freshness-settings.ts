import { type SettingsOf, section } from '../settings/section.ts';
import { choice, flag, named, number, onlyInFile, seconds } from '../settings/setting.ts';

export const dayMs = 86_400_000;

const day = 86_400;
const tenYears = 3_650 * day;
const part = (fallback: number, description: string) =>
  number(0, 1, fallback, { description, unit: 'of the fetches' });

/** When pages of the collection are visited again. */
export const freshnessSection = section(
  'Visits pages of the collection again by how often they change, so that as many as possible are as the web has them, for the visits that there are; see [freshness.md](freshness.md).',
  {
    adaptive: onlyInFile(
      flag(false, {
        description:
          'Estimate from what visits find how often each page changes, and come back by that, instead of by `revisit.success` and `revisit.notModified`.',
      }),
    ),
    every: seconds(3_600, tenYears, 14 * day, {
      description:
        'On the average a page is visited again after so long; less often where `limits.pagesPerDay` with its share leaves no more.',
    }),
    minInterval: named(
      'minMs',
      seconds(60, tenYears, day, { description: 'No page is visited again sooner.' }),
    ),
    maxInterval: named(
      'maxMs',
      seconds(60, tenYears, 180 * day, {
        description:
          'Each page is visited again at last: also one that never changed, and one that changes too often to be kept fresh.',
      }),
    ),
    per: choice(['page', 'site'], 'page', {
      description: 'Whose changes are counted: those of each page, or of all pages of its host together.',
    }),
    relevance: number(0, 100, 1, {
      description:
        'A page that is surely on topic counts for so much more than one that is surely not; 0: all count alike. Without a topic they do.',
      unit: 'times',
    }),
    popularity: number(0, 100, 1, {
      description:
        'A page to which 31 or more other sites link counts for so much more than one to which none does, with fewer for a part of it; 0: links are not counted.',
      before: 0,
      unit: 'times',
    }),
    share: part(
      0.25,
      'If both new pages and revisits wait on a host, so many of its fetches are revisits; and no more than that of `limits.pagesPerDay` is planned for them. 0: none are planned, and a page comes again after `maxInterval`, when nothing new waits.',
    ),
    maintenanceShare: part(
      0.9,
      'The same while the job looks after what it has: its harvest has fallen, it finds hardly any new pages, or nine tenths of a limit of `stop`, of the dollars of the month or of the pages of the day are spent.',
    ),
  },
);

/** How pages are visited again by how often they change; absent: by fixed times (`revisit`). */
export type FreshnessSettings = SettingsOf<typeof freshnessSection.keys>;
