import { openRelease } from '../pipeline/collection/release-part.ts';
import { openConversions } from '../pipeline/convert/convert-part.ts';
import { openHostTrial } from '../pipeline/domains/host-trial.ts';
import { openSitemaps } from '../pipeline/sitemaps/sitemaps-part.ts';
import { openStrategy } from '../pipeline/strategy/strategy-part.ts';
import { openCensus } from '../pipeline/supervise/census-part.ts';
import { openPluginCount } from '../pipeline/supervise/plugin-count-part.ts';
import type { OpenPart } from '../pipeline/turn/capability-lists.ts';
import { openYield } from '../pipeline/yield/yield-part.ts';
import { openUnaliasing } from './alias/unalias-part.ts';
import { openDeleting } from './delete/delete-part.ts';
import { openLatent } from './latent/latent-part.ts';
import { openNearDuplicates } from './near-duplicates/near-duplicates-part.ts';
import { openOrphans } from './orphans/orphans-part.ts';
import { openRankedRevisits, openRankWriting } from './ranks/ranks-part.ts';
import { openReanalysing } from './reanalyse/reanalyse-part.ts';
import { openReclassifying } from './reclassify/reclassify-part.ts';
import { openMovesIn, openRespelling } from './respell/respell-parts.ts';
import { openStandIns } from './stand-ins/stand-ins-part.ts';

/**
 * The parts of a turn beside its visits, in the order in which they are called: first the space that links are judged by,
 * also where pages are judged again; parts that handle orders of the inbox, those that bring pages before those that remove pages; then parts that watch the visits.
 */
export const parts: readonly OpenPart[] = [
  openLatent,
  openMovesIn,
  openUnaliasing,
  openConversions,
  openReclassifying,
  openOrphans,
  openReanalysing,
  openRankedRevisits,
  openRankWriting,
  openNearDuplicates,
  openDeleting,
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
