import { describe, expect, it } from 'vitest';
import { loadStemmers } from '../../../lib/base/language/load-stemmers.ts';
import { openIndexBuilder } from '../../../lib/topic/clusters/index-builder.ts';
import {
  documentOfUnits,
  type IndexSource,
  type IndexUnit,
  type TextIndex,
  unitCount,
} from '../../../lib/topic/clusters/text-index.ts';
import { eachDocument } from '../../../lib/topic/clusters/vectors.ts';

await loadStemmers(['en']);

const settings = (unit: IndexUnit = 'document') => ({
  tokeniser: { stopWords: ['the', 'of'], languages: ['en'] as const },
  unit,
});

const page = (name: string, text: string): IndexSource => ({ name, title: '', text });

/** How often each document has a term. */
function countsOf(index: TextIndex, term: string): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  eachDocument(index, documentOfUnits(index), index.terms.indexOf(term), (document, count) => {
    counts[index.documents[document]?.name ?? ''] = count;
  });
  return counts;
}

describe('an index of texts', () => {
  it('counts stems in each document, without stop words, numbers and single letters', () => {
    const builder = openIndexBuilder(settings());
    builder.add(page('a', 'The owls of 1997, an owl and a b'));
    builder.add(page('b', 'Owls'));
    const index = builder.finish();
    expect(countsOf(index, 'owl')).toEqual({ a: 2, b: 1 });
    expect(index.terms).toEqual(['an', 'and', 'owl']);
    expect(index.written[2]).toBe('owls');
    expect(index.documents.map(({ length }) => length)).toEqual([4, 1]);
  });

  it('grows: of a document that comes again changed the new text stays, equal ones are not read', () => {
    const first = openIndexBuilder(settings());
    first.add(page('a', 'owls hunt'));
    first.add(page('b', 'voles hide'));
    const second = openIndexBuilder(settings(), first.finish());
    expect(second.add(page('a', 'owls hunt'))).toBe('same');
    expect(second.add(page('b', 'owls hide'))).toBe('changed');
    expect(second.add(page('c', 'owls'))).toBe('added');
    const index = second.finish();
    expect(index.documents.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
    expect(countsOf(index, 'owl')).toEqual({ a: 1, b: 1, c: 1 });
    expect(index.terms).not.toContain('vole');
  });

  it('has paragraphs as units where these are asked for, and still counts by document', () => {
    const builder = openIndexBuilder(settings('paragraph'));
    builder.add({ name: 'a', title: 'Owls', text: 'Owls hunt\n\nVoles hide from owls' });
    const index = builder.finish();
    expect(unitCount(index)).toBe(3);
    expect(countsOf(index, 'owl')).toEqual({ a: 3 });
  });

  it('leaves out documents without terms, and refuses more than it may have', () => {
    const builder = openIndexBuilder(settings(), undefined, { maxDocuments: 1 });
    expect(builder.add(page('a', 'the 12 b'))).toBe('empty');
    expect(builder.add(page('b', 'owls'))).toBe('added');
    expect(builder.add(page('c', 'owls'))).toBe('full');
    expect(builder.add(page('b', 'voles'))).toBe('changed');
    expect(builder.finish().documents).toHaveLength(1);
  });
});
