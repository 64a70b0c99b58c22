import * as z from 'zod';
import type { StopSettings } from '../../domain/settings/stop-rules.ts';
import { count, limit, section } from './field.ts';

/** When a crawl stops by itself. */
export const stopSchema = section(
  'When the crawl stops by itself: whichever limit is reached first pauses the job, within one turn of each host at work, and `winnow status` says which. `winnow continue` opens it again, and all limits count anew from there. See [focus.md](focus.md).',
  {
    pages: limit(1_000_000_000, {
      description: 'Pages fetched, whatever came of them. Without it: no limit.',
      unit: 'pages',
      example: 100_000,
    }),
    bytes: limit(1_000_000_000_000_000, {
      description: 'Decoded bytes of all answers. Without it: no limit.',
      unit: 'bytes',
      example: 10_000_000_000,
    }),
    time: z.number().min(1).max(315_360_000).optional().meta({
      description: 'Time for which the crawl ran; pauses are not counted. Without it: no limit.',
      unit: 'seconds',
      example: 86_400,
    }),
    dollars: z.number().min(0.0001).max(1_000_000).optional().meta({
      description:
        'What AWS bills for the crawl by list prices, without storage. Means nothing on one machine. Without it: no limit.',
      unit: 'dollars',
      example: 5,
    }),
    harvestRate: z.number().min(0.0001).max(1).optional().meta({
      description:
        'The marginal harvest rate: the crawl stops when less than this part of the last `harvestOver` pages was kept. Judged pages count: kept, off topic, or with known content. Without it: no limit.',
      unit: 'of the pages',
      example: 0.05,
    }),
    harvestOver: count(20, 1_000_000, 500, {
      description: 'Over how many pages `harvestRate` is taken.',
      unit: 'pages',
      why: 'Over 500 pages a rate of 5 % is known to within 2 %.',
    }),
  },
);

/** Undefined when there is no rule. */
export function stopSettings(file: z.output<typeof stopSchema>): StopSettings | undefined {
  const { pages, bytes, time, dollars, harvestRate, harvestOver } = file;
  const rules: StopSettings = {
    ...(pages === undefined ? {} : { pages }),
    ...(bytes === undefined ? {} : { bytes }),
    ...(time === undefined ? {} : { timeMs: Math.round(time * 1_000) }),
    ...(dollars === undefined ? {} : { dollars }),
    ...(harvestRate === undefined ? {} : { harvest: { below: harvestRate, over: harvestOver } }),
  };
  return Object.keys(rules).length === 0 ? undefined : rules;
}
