import { openRelease } from '../collection/release-part.ts';
import { openRepresent } from '../collection/represent-part.ts';
import { openConversions } from '../convert/convert-part.ts';
import { openHostTrial } from '../domains/host-trial.ts';
import { openOrphans } from '../orphans/orphans-part.ts';
import { openRankedRevisits } from '../ranks/ranked-revisits-part.ts';
import { openRankWriting } from '../ranks/ranks-part.ts';
import { openReanalysing } from '../reanalyse/reanalyse-part.ts';
import { openReclassifying } from '../reclassify/reclassify-part.ts';
import { openMovesIn, openRespelling } from '../respell/respell-parts.ts';
import { openSitemaps } from '../sitemaps/sitemaps-part.ts';
import { openStandIns } from '../stand-ins/stand-ins-part.ts';
import { openStrategy } from '../strategy/strategy-part.ts';
import { openCensus } from '../supervise/census-part.ts';
import { openPluginCount } from '../supervise/plugin-count-part.ts';
import type { OpenPart } from '../turn/part.ts';
import { openYield } from '../yield/yield-part.ts';

/**
 * The parts of a turn beside its visits, in the order in which they are called: first parts that handle orders of the
 * inbox, those that bring pages before those that remove pages; then parts that watch the visits.
 */
export const parts: readonly OpenPart[] = [
  openMovesIn,
  openConversions,
  openReclassifying,
  openOrphans,
  openReanalysing,
  openRankedRevisits,
  openRankWriting,
  openRepresent,
  openRelease,
  openRespelling,
  openPluginCount,
  openCensus,
  openStandIns,
  openYield,
  openStrategy,
  openSitemaps,
  openHostTrial,
];
