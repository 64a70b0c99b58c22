import { describe, expect, it } from 'vitest';
import { bestTerms } from '../../../lib/domain/seeds/topic-terms.ts';
import { writeTaxonomy } from '../../../lib/topic/taxonomy/taxonomy-file.ts';
import { defaultTaxonomyRecipe, trainTaxonomy } from '../../../lib/topic/taxonomy/train-taxonomy.ts';
import { setOf } from '../../topic/taxonomy/examples.ts';

const set = setOf([
  ['bird feather owl night', '/nature/birds/owls'],
  ['bird feather owl hoot', '/nature/birds/owls'],
  ['bird feather duck pond', '/nature/birds/ducks'],
  ['bird feather duck quack', '/nature/birds/ducks'],
  ['green leaf leaf root', '/nature/plants'],
  ['green leaf leaf seed', '/nature/plants'],
  ['steam train train whistle', '/trains'],
  ['steam train train track', '/trains'],
]);
const bytes = writeTaxonomy({
  taxonomy: trainTaxonomy(set, defaultTaxonomyRecipe),
  set,
  notes: { date: '2026-11-22', settings: defaultTaxonomyRecipe },
});

/** Words of the good classes of a topic that is this class tree, the best first. */
function termsOf(...good: readonly string[]): Readonly<Record<string, readonly string[]>> {
  const filter = {
    kind: 'taxonomy',
    id: 't',
    file: 't',
    digest: 't',
    good,
    crawlOnly: [],
    minRelevance: 0.5,
  };
  const topic = { filters: [filter as never], match: 'all' as const, sitesOk: [], followOffTopic: false };
  const classes = bestTerms(topic, { models: new Map([['t', bytes]]) });
  return Object.fromEntries(classes.map(({ id, terms }) => [id, terms.map(({ term }) => term)]));
}

describe('the best terms of a class tree', () => {
  it('are words by which a class differs from those beside it, the most frequent first', () => {
    const { '/nature/birds/owls': owls = [] } = termsOf('/nature/birds/owls');
    expect(owls[0]).toBe('owl');
    expect(owls).toEqual(expect.arrayContaining(['night', 'hoot']));
  });

  it('are no words of the classes beside it, though all of them differ from what is beside their parent', () => {
    const { '/nature/birds/owls': owls = [] } = termsOf('/nature/birds/owls');
    for (const word of ['duck', 'pond', 'quack', 'leaf', 'train']) expect(owls).not.toContain(word);
  });

  it('of a class with others below it are those that they have together', () => {
    const { '/nature/birds': birds = [] } = termsOf('/nature/birds');
    expect(birds.slice(0, 2).sort()).toEqual(['bird', 'feather']);
  });

  it('of the root are those of each class below it', () => {
    const all = termsOf('/');
    expect(Object.keys(all)).toEqual(['/nature', '/trains']);
    expect(all['/trains']?.[0]).toBe('train');
  });

  it('of a class that the tree does not have are none', () => {
    expect(termsOf('/nowhere')).toEqual({ '/nowhere': [] });
  });
});
