import { defaultsOf, type SettingsOf, section } from '../../base/setting-kinds/section.ts';
import { flag, list } from '../../base/setting-kinds/setting.ts';

/** What happens to regions of a host that bring nothing new: calendars, facets, session ids, endless folders and texts. */
export const yieldSection = section(
  'Regions of a host that bring nothing new: their URLs are held, that is, they stay pending and are tried now and then. `winnow regions` lists them, `winnow why` says why.',
  {
    hold: flag(true, {
      description: 'Hold such regions. If not, everything is fetched.',
      before: false,
    }),
    accept: list({ min: 1, max: 500 }, { max: 100 }, [], {
      description: 'Regions that are never held, as `winnow regions` writes them.',
      expected: 'a list of regions',
      example: ['/calendar?month'],
    }),
  },
);

export type YieldSettings = SettingsOf<typeof yieldSection.keys>;

export const defaultYieldSettings: YieldSettings = defaultsOf(yieldSection);
