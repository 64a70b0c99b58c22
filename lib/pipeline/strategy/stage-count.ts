import type { CrawlingContext } from '../../domain/strategy/context.ts';
import type { Harvest } from '../turn/turn-harvest.ts';

/** Counts loads into what the turn reports. */
export function openStageCount(harvest: Pick<Harvest, 'stageLoads'>) {
  return (
    { version, stage }: CrawlingContext,
    { isPage, isRelevant }: { readonly isPage: boolean; readonly isRelevant: boolean },
  ): void => {
    let own = harvest.stageLoads.find((one) => one.version === version && one.stage === stage);
    if (own === undefined) {
      own = { version, stage, pages: 0, relevant: 0, targets: 0 };
      harvest.stageLoads.push(own);
    }
    own.targets++;
    if (isPage) own.pages++;
    if (isRelevant) own.relevant++;
  };
}
