import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isWithin } from '../../../lib/topic/taxonomy/class-path.ts';
import { type ClassEdit, editClasses } from '../../../lib/topic/taxonomy/edit-examples.ts';
import { crossValidateTaxonomy } from '../../../lib/topic/taxonomy/evaluate.ts';
import { type ExampleSet, openExampleSet } from '../../../lib/topic/taxonomy/examples.ts';
import { relevanceOf, topmost } from '../../../lib/topic/taxonomy/marks.ts';
import { openTaxonomy } from '../../../lib/topic/taxonomy/taxonomy-classifier.ts';
import {
  defaultTaxonomyRecipe,
  type Taxonomy,
  trainTaxonomy,
} from '../../../lib/topic/taxonomy/train-taxonomy.ts';
import { labelled, labelledLists, path, setOf, text } from './examples.ts';

const edited = (set: ExampleSet, edit: ClassEdit) => editClasses(set, edit).set;

const train = (set: ExampleSet, before?: Taxonomy): Taxonomy =>
  trainTaxonomy(set, defaultTaxonomyRecipe, before);
const trained = train(setOf(labelled));
const classify = (taxonomy: Taxonomy, document: string): string => {
  const { tree } = taxonomy;
  return tree[openTaxonomy(taxonomy).place(document).best]?.path ?? '';
};
const few = { numRuns: 60 };

describe('a taxonomy', () => {
  it('finds the class of what it was trained with, and of what is like it', () => {
    for (const [document, actual] of labelled) expect(classify(trained, document)).toBe(actual);
    expect(classify(trained, 'an owl in a barn')).toBe('/nature/birds');
    expect(classify(trained, 'the pedals of my bicycle')).toBe('/sports/cycling');
  });

  it('ends above the leaves where a class has examples of its own', () => {
    expect(classify(trained, 'forests in spring')).toBe('/nature');
  });

  it('names the words that speak for a class, all the way down', () => {
    const { best, evidence } = openTaxonomy(trained).place('a barn owl by a bicycle');
    expect(trained.tree[best]?.path).toBe('/nature/birds');
    expect(evidence(best, 2).map(({ word }) => word)).toEqual(['owl', 'barn']);
  });

  it('knows no better than its priors when it knows no word', () => {
    const { logs } = openTaxonomy(trained).place('xyzzy');
    const arts = trained.tree.findIndex((one) => one.path === '/arts');
    expect(Math.exp(logs[arts] as number)).toBeCloseTo(2 / 12, 10);
    const uniform = trainTaxonomy(setOf(labelled), { ...defaultTaxonomyRecipe, priors: 'uniform' });
    expect(Math.exp(openTaxonomy(uniform).place('xyzzy').logs[arts] as number)).toBeCloseTo(1 / 3, 10);
  });

  it('takes a class for as many examples as it is told', () => {
    const given = { '/arts': 30, '/nature/birds': 1 };
    const taxonomy = trainTaxonomy(setOf(labelled), { ...defaultTaxonomyRecipe, priors: given });
    const { logs } = openTaxonomy(taxonomy).place('xyzzy');
    const chance = (path: string): number =>
      Math.exp(logs[taxonomy.tree.findIndex((one) => one.path === path)] as number);
    expect(chance('/arts')).toBeCloseTo(30 / 40, 10);
    expect(chance('/nature/birds') / chance('/nature')).toBeLessThan(0.5);
  });

  it('gives what is below a class no more than the class, and all ends together 1', () => {
    fc.assert(
      fc.property(labelledLists, text, (list, document) => {
        const taxonomy = train(setOf(list));
        const { logs, endLogs } = openTaxonomy(taxonomy).place(document);
        expect(logs[0]).toBe(0);
        expect(endLogs.reduce((sum, log) => sum + Math.exp(log), 0)).toBeCloseTo(1, 9);
        for (const [place, { children, examples }] of taxonomy.tree.entries()) {
          if (children.length === 0) continue;
          const below = children.reduce((sum, child) => sum + Math.exp(logs[child] as number), 0);
          const own = examples > 0 ? Math.exp(endLogs[place] as number) : 0;
          expect(below + own).toBeCloseTo(Math.exp(logs[place] as number), 9);
        }
      }),
      few,
    );
  });

  it('is the same for the same examples', () => {
    expect(train(setOf(labelled))).toEqual(trained);
  });

  it('is the same whether it was trained again or only where examples changed', () => {
    fc.assert(
      fc.property(labelledLists, path, fc.nat(), (list, to, at) => {
        const set = setOf(list);
        const moved = edited(set, { act: 'move', names: [`${at % list.length}`], to });
        fc.pre(new Set(moved.examples.map((one) => one.path)).size > 1);
        expect(train(moved, train(set))).toEqual(train(moved));
      }),
      few,
    );
  });

  it('trains only the classes above what was moved', () => {
    const moved = edited(setOf(labelled), { act: 'move', names: ['0'], to: '/nature/fish' });
    const after = train(moved, trained);
    const pathsOf = ({ tree, tables, bases }: Taxonomy, known: Taxonomy): readonly (string | undefined)[] =>
      tables
        .filter((_, at) => !known.bases.includes(bases[at] as string))
        .map(({ node }) => tree[node]?.path);
    expect(pathsOf(after, trained)).toEqual(['/nature']);
  });
});

describe('relevance', () => {
  it('is at most 1, and grows with the marks, whatever is marked', () => {
    fc.assert(
      fc.property(labelledLists, text, fc.array(path), fc.array(path), (list, document, some, more) => {
        const taxonomy = train(setOf(list));
        const { logs } = openTaxonomy(taxonomy).place(document);
        const [few, many] = [some, [...some, ...more]].map((marks) =>
          relevanceOf(taxonomy.tree, marks)(logs),
        ) as [number, number];
        expect(many).toBeLessThanOrEqual(1);
        expect(few).toBeLessThanOrEqual(many + 1e-12);
      }),
      few,
    );
  });

  it('is that of the class when what is below it is marked too', () => {
    const { logs } = openTaxonomy(trained).place('owls by the river');
    const of = (...marks: readonly string[]): number => relevanceOf(trained.tree, marks)(logs);
    expect(of('/nature', '/nature/birds')).toBe(of('/nature'));
    expect(of('/')).toBe(1);
    expect(of()).toBe(0);
  });

  it('takes of marks those that lie within no other', () => {
    fc.assert(
      fc.property(fc.array(path), (marks) => {
        const top = topmost(marks);
        for (const one of marks) expect(top.some((above) => isWithin(one, above))).toBe(true);
        for (const one of top) expect(top.some((other) => other !== one && isWithin(one, other))).toBe(false);
      }),
    );
  });
});

describe('editing', () => {
  const set = setOf(labelled);
  const classesOf = ({ examples }: ExampleSet): readonly string[] =>
    [...new Set(examples.map((one) => one.path))].sort();

  it('merges classes with all that is below them', () => {
    const merged = edited(set, { act: 'merge', from: ['/nature', '/arts'], into: '/world' });
    expect(classesOf(merged)).toEqual(['/sports/cycling', '/sports/football', '/world']);
    expect(merged.examples).toHaveLength(labelled.length);
  });

  it('takes a class away, with its examples or without', () => {
    const gone = '/nature/fish';
    expect(edited(set, { act: 'eliminate', gone, examples: 'drop' }).examples).toHaveLength(
      labelled.length - 2,
    );
    const kept = edited(set, { act: 'eliminate', gone, examples: 'keep' });
    expect(kept.examples.filter((one) => one.path === '/nature')).toHaveLength(4);
    expect(classify(train(kept), 'fins and gills')).toBe('/nature');
  });

  it('replaces an example that is added under a name that there is', () => {
    const builder = openExampleSet(set);
    expect(builder.add('0', '/arts/painting', 'a museum of owls')).toBe(true);
    expect(builder.add('1', '/arts/painting', ' . ')).toBe(false);
    const after = builder.finish();
    expect(after.examples).toHaveLength(labelled.length);
    expect(after.examples[0]).toMatchObject({ name: '0', path: '/arts/painting' });
    expect(after.words.slice(0, set.words.length)).toEqual(set.words);
  });
});

describe('cross-validation', () => {
  it('counts each document once at every class on the way to its own', () => {
    const figures = crossValidateTaxonomy(setOf(labelled), defaultTaxonomyRecipe, 2);
    expect(figures.best.documents).toBe(labelled.length);
    const root = figures.nodes.find((node) => node.path === '/');
    expect(root?.documents).toBe(labelled.length);
    expect(figures.levels.map(({ documents }) => documents)).toEqual([12, 10]);
    for (const { documents, right, mistakes } of figures.nodes)
      expect(right + mistakes.reduce((sum, one) => sum + one.documents, 0)).toBe(documents);
  });
});
