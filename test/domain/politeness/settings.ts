import type { PolitenessSettings } from '../../../lib/domain/politeness/politeness-settings.ts';
import { testSettings } from '../../support/settings.ts';

/** The defaults of a job. */
export const defaults: PolitenessSettings = { ...testSettings('job').politeness, gapMs: 60_000 };
