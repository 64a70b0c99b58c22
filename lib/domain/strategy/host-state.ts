import type { Json } from '../../base/json.ts';
import { type HostBody, type PartCodec, stateIn } from '../frontier/body.ts';
import type { CrawlingContext } from './context.ts';
import type { OwnSaid } from './facts.ts';
import type { EndedContext } from './metrics.ts';
import type { Modules } from './modules/iterate.ts';
import {
  restoreContext,
  restoreEnded,
  type StoredEnded,
  storeContext,
  storeEnded,
} from './stored-context.ts';
import type { Stage } from './strategy.ts';

/** What a site knows of its stages. */
export interface SiteStrategy {
  /** Of the strategy that `stage` counts in. */
  version: string;
  /** The stage that is open, or opened next; as large as the number of stages: the site is done. */
  stage: number;
  context: CrawlingContext | undefined;
  /** Contexts that were disposed of, the oldest first. */
  ended: EndedContext[];
  /** The stage of the open context, ready for iterations; not stored. */
  inForce: StageInForce | undefined;
  /** Whether all stages are over: nothing new is loaded; not stored. */
  isOver: boolean;
}

export interface StageInForce {
  readonly stage: Stage;
  readonly modules: Modules;
  /** What rules of one's own said before the iteration that comes next. */
  said?: OwnSaid;
}

/** Ended contexts that are kept: of more, those that ended first are forgotten. */
const mostEnded = 20;

interface StoredSite {
  readonly version: string;
  readonly stage: number;
  readonly context?: Json;
  readonly ended: readonly StoredEnded[];
}

const siteState: PartCodec<SiteStrategy> = {
  name: 'strategy',
  version: 1,
  empty: () => ({ version: '', stage: 0, context: undefined, ended: [], inForce: undefined, isOver: false }),
  encode({ version, stage, context, ended }) {
    if (version === '') return undefined;
    const kept = ended.slice(-mostEnded).map(storeEnded);
    const stored: StoredSite = {
      ...{ version, stage, ended: kept },
      ...(context === undefined ? {} : { context: storeContext(context) }),
    };
    return stored as unknown as Json;
  },
  decode(json) {
    const { version, stage, context, ended } = json as unknown as StoredSite;
    return {
      ...{ version, stage },
      context: context === undefined ? undefined : restoreContext(context),
      ended: ended.map(restoreEnded),
      inForce: undefined,
      isOver: false,
    };
  },
  // Of targets the frontier keeps what passive rules said, in short; what words, blocks and rows were worth is learnt again.
  shed({ context }) {
    context?.targets.clear();
    context?.words.clear();
    context?.blocks.clear();
    context?.rows.clear();
  },
};

export function siteStrategyOf({ parts }: Pick<HostBody, 'parts'>): SiteStrategy {
  return stateIn(parts, siteState);
}
