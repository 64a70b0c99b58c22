import { defaultsOf, type SettingsOf, section } from '../settings/section.ts';
import { count, flag, list, number } from '../settings/setting.ts';

/** Spider traps: calendars, combinations of facets, session ids, folders without end, error pages that are none. */
export const trapsSection = section(
  'Spider traps inside a host. URLs of a pattern that brings nothing but more of itself are held: they stay pending, are counted, and are taken up again when something speaks for them. `winnow status` names what is held, `winnow why` says why.',
  {
    hold: flag(true, {
      description: 'Hold what looks like a trap. If not, everything is fetched.',
      before: false,
    }),
    patience: count(1, 1_000, 2, {
      description:
        'Points against a pattern at which it is held. A page that says nothing new and leads to more like it has up to 2; each new page found through the pattern sets it back to 0.',
      unit: 'points',
      why: 'What is held is not lost.',
    }),
    retryShare: number(0, 100, 2, {
      description: 'Of the pages that a host brings, as many per cent may be spent on trying what is held.',
      unit: 'per cent',
      why: 'So a wrong verdict heals by itself.',
    }),
    accept: list({ min: 1, max: 500 }, { max: 100 }, [], {
      description:
        'Patterns that are never held, as `winnow status` writes them. Use `overrides` to say so for one host.',
      expected: 'a list of patterns',
      example: ['/calendar?month'],
    }),
  },
);

export type TrapSettings = SettingsOf<typeof trapsSection.keys>;

export const defaultTrapSettings: TrapSettings = defaultsOf(trapsSection);
