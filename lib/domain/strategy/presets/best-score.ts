import type { StageModules } from '../strategy.ts';

/** The best first, by one score over all targets: what its links promise, and what their words were worth so far. */
export const bestScore: StageModules = {
  layers: [],
  ranking: [
    {
      rules: [
        { name: 'promised', score: 1, times: 'promise' },
        { name: 'from relevant pages', score: 0.5, times: 'relevance' },
        { name: 'words', score: 1, times: 'learnt' },
        { name: 'block', score: 0.5, times: 'blockYield' },
        { name: 'near', score: -0.02, times: 'depth' },
      ],
    },
  ],
  control: [],
};
