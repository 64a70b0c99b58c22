import { countVisit } from '../../domain/revisit/census.ts';
import { countEntry } from '../../domain/revisit/count-entry.ts';
import { settingsFor } from '../../domain/settings/overrides.ts';
import type { TurnPart } from '../turn/part.ts';
import type { Turn } from '../turn/turn.ts';

/** Counts how many pages change how often: what a visit changes of that is the difference of its page's two entries. */
export function openCensus({ settings: all, harvest: { census } }: Turn): TurnPart {
  return {
    name: 'census',
    visited({ work: { url, visit: before }, entry }) {
      const settings = settingsFor(all, url);
      if (settings.freshness === undefined) return undefined;
      countVisit(census, before === undefined);
      countEntry(census, before, -1, settings);
      countEntry(census, entry, 1, settings);
      return undefined;
    },
  };
}
