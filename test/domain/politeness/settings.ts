import type { PolitenessSettings } from '../../../lib/domain/politeness/gap.ts';
import { testSettings } from '../../support/settings.ts';

/** The defaults of a job. */
export const defaults: PolitenessSettings = { ...testSettings('job').politeness, gapMs: 60_000 };
