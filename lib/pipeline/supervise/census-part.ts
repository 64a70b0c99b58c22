import { countVisit } from '../../domain/revisit/census.ts';
import { countEntry } from '../../domain/revisit/count-entry.ts';
import { settingsFor } from '../../domain/settings/overrides.ts';
import type { TurnPart } from '../turn/part.ts';
import type { Turn } from '../turn/turn.ts';

/** Updates the counts of pages by how often they change: a visit takes the old entry of its page out and puts the new one in. */
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
