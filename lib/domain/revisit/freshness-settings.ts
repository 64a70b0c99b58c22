import { type SettingsOf, section } from '../../base/setting-kinds/section.ts';
import { choice, flag, named, number, onlyInFile, seconds } from '../../base/setting-kinds/setting.ts';
import type { Bounds } from './ideal-interval.ts';

export const dayMs = 86_400_000;

const day = 86_400;
const tenYears = 3_650 * day;
const part = (fallback: number, description: string) =>
  number(0, 1, fallback, { description, unit: 'of the fetches' });

/** When pages of the collection are visited again. */
export const freshnessSection = section(
  'Visits pages again by how often they change ([freshness.md](freshness.md)).',
  {
    adaptive: onlyInFile(
      flag(false, {
        description:
          'Estimate how often each page changes and visit it by that, not by `revisit.success` and `revisit.notModified`.',
      }),
    ),
    every: seconds(3_600, tenYears, 14 * day, {
      description:
        'The mean interval between visits of a page; longer where `limits.pagesPerDay` leaves no room.',
    }),
    minInterval: named(
      'minMs',
      seconds(60, tenYears, day, { description: 'No page is visited again sooner.' }),
    ),
    maxInterval: named(
      'maxMs',
      seconds(60, tenYears, 180 * day, {
        description: 'Each page is visited again at last.',
      }),
    ),
    per: choice(['page', 'site'], 'page', {
      description: 'Whose changes are counted: those of each page, or of all pages of its host together.',
    }),
    relevance: number(0, 100, 1, {
      description: 'How much more a page counts that is surely on topic; 0: all count alike.',
      unit: 'times',
    }),
    popularity: number(0, 100, 1, {
      description:
        'How much more a page counts to which 31 or more other sites link; 0: links are not counted.',
      unit: 'times',
    }),
    popularityBy: choice(['sites', 'rank'], 'sites', {
      description:
        'What makes a page popular: how many other sites link to it, or its discounted PageRank by the last analysis ([links.md](links.md#ranks)).',
    }),
    share: part(
      0.25,
      'The part of the fetches of a host that are revisits while new pages wait, and of `limits.pagesPerDay`. 0: after `maxInterval`, when nothing new waits.',
    ),
    maintenanceShare: part(
      0.9,
      'The same while the job maintains its collection ([freshness.md](freshness.md)).',
    ),
  },
);

/** How pages are visited again by how often they change; absent: by fixed times (`revisit`). */
export type FreshnessSettings = SettingsOf<typeof freshnessSection.keys>;

export function boundsOf({ minMs, maxMs }: FreshnessSettings): Bounds {
  return { min: minMs / dayMs, max: Math.max(minMs, maxMs) / dayMs };
}

/** Returns the part of fetches that goes to revisits. */
export function shareOf(
  plan: { readonly maintains?: unknown } | undefined,
  settings: Pick<FreshnessSettings, 'share' | 'maintenanceShare'>,
): number {
  return plan?.maintains === undefined ? settings.share : settings.maintenanceShare;
}
