import type { StageModules } from '../strategy.ts';

/** The fewest links from a seed first. */
export const breadthFirst: StageModules = {
  layers: [],
  ranking: [{ rules: [{ name: 'near', score: -1, times: 'depth' }] }],
  control: [],
};
