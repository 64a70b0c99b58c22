import type { StageModules } from '../strategy.ts';
import { bestScore } from './best-score.ts';

/**
 * Binary rules fill the layers, and the score ranks inside the first that is not empty: links of blocks that led to
 * relevant pages, then links of relevant pages, then the navigation, then the rest.
 */
export const layered: StageModules = {
  layers: [
    {
      layers: ['proven', 'promising', 'tunnel', 'rest'],
      unassigned: 'deepest',
      rules: [
        { name: 'link of a relevant page', when: { relevance: { min: 0.5 } }, layer: 'promising' },
        { name: 'navigation', when: { place: ['nav', 'header'] }, layer: 'tunnel' },
        { name: 'start', when: { depth: { max: 1 } }, layer: 'tunnel' },
        { name: 'proven block', when: { blockYield: { min: 0.5 } }, layer: 'proven', active: true },
      ],
    },
  ],
  ranking: bestScore.ranking,
  control: [],
};
