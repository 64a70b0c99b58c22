import { HeldClock } from '../../support/clock.ts';
import { goesOn, keptDirectory } from '../../support/collection/earlier-version.ts';
import { storesInDirectory } from '../../support/long-crawl/stores.ts';

const dayMs = 86_400_000;

for (const name of ['2026-11-27', '2026-11-28'])
  goesOn(name, async () => {
    const { directory, now } = keptDirectory(name);
    return storesInDirectory(directory, new HeldClock(now + dayMs));
  });
