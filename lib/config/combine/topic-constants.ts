import type { CombineVariable } from './combine-variable.ts';

const constants: readonly (readonly [name: string, usual: string, key: string])[] = [
  ['StdTitleWeight', '10', 'topic.weights'],
  ['StdMetaWeight', '4', 'topic.weights'],
  ['StdHeadingsWeight', '2', 'topic.weights'],
  ['StdCutoffRel', '10', 'topic.minShare'],
  ['StdCutoffNorm', '0.2', 'topic.minRelative'],
  ['StdCutoffTot', '90', 'topic.minScore'],
  ['PosCutoffRel', '1', 'topic.minShare'],
  ['PosCutoffNorm', '0.002', 'topic.minRelative'],
  ['PosCutoffTot', '1', 'topic.minScore'],
];

/** Constants of Combine's topic filter, commented out in its default.cfg, and the keys that set them here. */
export const topicConstants: readonly CombineVariable[] = constants.map(([name, usual, key]) => ({
  name,
  usual,
  needless: 'any',
  note: `Fixed in the code of Combine, so that setting it did nothing; \`${key}\` sets it here.`,
}));
