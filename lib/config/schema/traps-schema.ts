import * as z from 'zod';
import { count, flag, section } from './field.ts';

/** Spider traps: calendars, combinations of facets, session ids, folders without end, error pages that are none. */
export const trapsSchema = section(
  'Spider traps inside a host. URLs of a pattern that brings nothing but more of itself are held: they stay pending, are counted, and are taken up again when something speaks for them. `winnow status` names what is held, `winnow why` says why.',
  {
    hold: flag(true, { description: 'Hold what looks like a trap. If not, everything is fetched.' }),
    patience: count(1, 1_000, 2, {
      description:
        'Points against a pattern at which it is held. A page that says nothing new and leads to more like it has up to 2; each new page found through the pattern sets it back to 0.',
      unit: 'points',
      why: 'What is held is not lost.',
    }),
    retryShare: z.number().min(0).max(100).default(2).meta({
      description: 'Of the pages that a host brings, as many per cent may be spent on trying what is held.',
      unit: 'per cent',
      why: 'So a wrong verdict heals by itself.',
    }),
    accept: z
      .array(z.string().min(1).max(500))
      .max(100)
      .default([])
      .meta({
        description:
          'Patterns that are never held, as `winnow status` writes them. Use `overrides` to say so for one host.',
        expected: 'a list of patterns',
        example: ['/calendar?month'],
      }),
  },
);
