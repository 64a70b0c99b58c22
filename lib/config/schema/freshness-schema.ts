import * as z from 'zod';
import type { FreshnessSettings } from '../../domain/revisit/freshness-settings.ts';
import { flag, seconds, section } from './field.ts';

const day = 86_400;
const tenYears = 3_650 * day;
const part = (fallback: number, description: string) =>
  z.number().min(0).max(1).default(fallback).meta({ description, unit: 'of the fetches' });

/** When pages of the collection are visited again. */
export const freshnessSchema = section(
  'Visits pages of the collection again by how often they change, so that as many as possible are as the web has them, for the visits that there are; see [freshness.md](freshness.md).',
  {
    adaptive: flag(false, {
      description:
        'Estimate from what visits find how often each page changes, and come back by that, instead of by `revisit.success` and `revisit.notModified`.',
    }),
    every: seconds(3_600, tenYears, 14 * day, {
      description:
        'On the average a page is visited again after so long; less often where `limits.pagesPerDay` with its share leaves no more.',
    }),
    minInterval: seconds(60, tenYears, day, { description: 'No page is visited again sooner.' }),
    maxInterval: seconds(60, tenYears, 180 * day, {
      description:
        'Each page is visited again at last: also one that never changed, and one that changes too often to be kept fresh.',
    }),
    per: z.enum(['page', 'site']).default('page').meta({
      description: 'Whose changes are counted: those of each page, or of all pages of its host together.',
      expected: 'page or site',
    }),
    relevance: z.number().min(0).max(100).default(1).meta({
      description:
        'A page that is surely on topic counts for so much more than one that is surely not; 0: all count alike. Without a topic they do.',
      unit: 'times',
    }),
    popularity: z.number().min(0).max(100).default(1).meta({
      description:
        'A page to which 31 or more other sites link counts for so much more than one to which none does, with fewer for a part of it; 0: links are not counted.',
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

/** Undefined when pages come back by fixed times. */
export function freshnessSettings(file: z.output<typeof freshnessSchema>): FreshnessSettings | undefined {
  const { adaptive, every, minInterval, maxInterval, ...rest } = file;
  if (!adaptive) return undefined;
  const ms = (duration: number): number => Math.round(duration * 1_000);
  return { ...rest, everyMs: ms(every), minMs: ms(minInterval), maxMs: ms(maxInterval) };
}
