import type { StageModules } from './strategy.ts';

/** The fewest links from a seed first. */
const breadthFirst: StageModules = {
  layers: [],
  ranking: [{ rules: [{ name: 'near', score: -1, times: 'depth' }] }],
  control: [],
};

/** The best first, by one score over all targets: what its links promise, and what their words were worth so far. */
export const bestScore: StageModules = {
  layers: [],
  ranking: [
    {
      rules: [
        { name: 'promised', score: 1, times: 'promise' },
        { name: 'from relevant pages', score: 0.5, times: 'relevance' },
        { name: 'words', score: 1, times: 'learnt' },
        { name: 'row', score: 0.5, times: 'rowYield' },
        { name: 'near', score: -0.02, times: 'depth' },
      ],
    },
  ],
  control: [],
};

/**
 * Binary rules fill the layers, and the score ranks inside the first that is not empty: links of rows that led to
 * relevant pages, links of relevant pages, rows that nobody has tried, and then the others, the more often they were
 * tried in vain the later; the second module goes on where the layers of the first end. So most targets wait in their
 * layers without a score.
 */
const layered: StageModules = {
  layers: [
    {
      layers: ['proven', 'promising', 'untried', 'tried', 'poor', 'poorer', 'barren', 'dead'],
      unassigned: 'deepest',
      rules: [
        { name: 'row led to relevant pages', when: { rowYield: { min: 0.6 } }, layer: 'proven' },
        {
          name: 'link of a relevant page',
          when: {
            relevance: { min: 0.5 },
            rowYield: { min: 0.4 },
            not: { place: ['nav', 'header', 'footer'] },
          },
          layer: 'promising',
        },
        { name: 'row was not tried', when: { rowYield: { min: 0.4 } }, layer: 'untried' },
        { name: 'row was tried once', when: { rowYield: { min: 0.2 } }, layer: 'tried' },
        { name: 'row was tried in vain', when: { rowYield: { min: 0.12 } }, layer: 'poor' },
        { name: 'row was tried often', when: { rowYield: { min: 0.07 } }, layer: 'poorer' },
        { name: 'row was tried very often', when: { rowYield: { min: 0.04 } }, layer: 'barren' },
      ],
    },
    {
      layers: ['fewer tries', 'more tries', 'many tries', 'most tries'],
      unassigned: 'deepest',
      rules: [
        {
          name: 'row was tried less than 17 times',
          when: { rowYield: { min: 0.028 } },
          layer: 'fewer tries',
        },
        {
          name: 'row was tried less than 25 times',
          when: { rowYield: { min: 0.02 } },
          layer: 'more tries',
        },
        {
          name: 'row was tried less than 41 times',
          when: { rowYield: { min: 0.012 } },
          layer: 'many tries',
        },
      ],
    },
  ],
  ranking: bestScore.ranking,
  control: [],
};

export const presetNames = ['breadth-first', 'best-score', 'layered'] as const;
export type PresetName = (typeof presetNames)[number];

export const presets: Readonly<Record<PresetName, StageModules>> = {
  'breadth-first': breadthFirst,
  'best-score': bestScore,
  layered,
};
