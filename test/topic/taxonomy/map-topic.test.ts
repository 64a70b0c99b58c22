import { describe, expect, it } from 'vitest';
import { mapTopic } from '../../../lib/topic/taxonomy/map-topic.ts';
import { openTaxonomy } from '../../../lib/topic/taxonomy/taxonomy-classifier.ts';
import { defaultTaxonomyRecipe, trainTaxonomy } from '../../../lib/topic/taxonomy/train-taxonomy.ts';
import { labelled, setOf } from './examples.ts';

const taxonomy = trainTaxonomy(setOf(labelled), defaultTaxonomyRecipe);
const map = (...texts: readonly string[]) => {
  const classifier = openTaxonomy(taxonomy);
  return mapTopic(
    taxonomy.tree,
    texts.map((text) => classifier.place(text)),
  );
};

describe('mapping a topic', () => {
  it('proposes the class that the pages fall into', () => {
    const { proposed } = map('a bicycle with pedals', 'the chain of a bicycle');
    expect(proposed.map(({ path }) => path)).toEqual(['/sports/cycling']);
    expect(proposed[0]).toMatchObject({ recall: 1, precision: 1 });
  });

  it('proposes the class above when the pages fall into most of what is below it', () => {
    const { proposed } = map('a bicycle with pedals', 'the striker scored a goal');
    expect(proposed.map(({ path }) => path)).toEqual(['/sports']);
  });

  it('proposes classes of several parts of the tree, never the root', () => {
    const { proposed } = map('a bicycle with pedals', 'oil on canvas', 'a barn owl');
    expect(proposed.map(({ path }) => path).toSorted()).toEqual([
      '/arts/painting',
      '/nature/birds',
      '/sports/cycling',
    ]);
  });

  it('says of every class on the way what it would find and keep', () => {
    const { candidates } = map('a bicycle with pedals', 'the chain of a bicycle');
    expect(candidates.map(({ path, recall }) => [path, recall])).toEqual([
      ['/', 1],
      ['/sports', 1],
      ['/sports/cycling', 1],
    ]);
    expect(candidates[0]?.precision).toBeCloseTo(2 / 12, 10);
    expect(candidates[0]?.breadth).toBe(1);
    expect(candidates[1]?.precision).toBe(0.5);
  });
});
