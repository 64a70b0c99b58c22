import { describe, expect, it } from 'vitest';
import { clusterIndex } from '../../../lib/topic/clusters/cluster-index.ts';
import { readClustering, writeClustering } from '../../../lib/topic/clusters/clustering-file.ts';
import { readIndex, writeIndexSegment } from '../../../lib/topic/clusters/index-file.ts';
import { affordable } from '../../../lib/topic/clusters/methods/fihc.ts';
import { methodNames } from '../../../lib/topic/clusters/methods/methods.ts';
import { fMeasure } from '../../support/topic/f-measure.ts';
import { indexOfSubjects } from './examples.ts';

const index = indexOfSubjects(10);
const bytes = writeIndexSegment(index);

describe('the file of an index', () => {
  it.each(['document', 'paragraph'] as const)('gives back an index of %ss', (unit) => {
    const given = indexOfSubjects(4, unit);
    expect(readIndex(writeIndexSegment(given), 'i').index).toEqual(given);
  });

  it('is one segment after the other; a page that comes again replaces the first', () => {
    const twice = Buffer.concat([bytes, bytes]);
    expect(readIndex(twice, 'i')).toEqual({ index, segments: 2, bytes: twice.length });
  });

  it('loses only the segment that was cut off', () => {
    for (const cut of [1, 60, 300, bytes.length - 1]) {
      const read = readIndex(Buffer.concat([bytes, bytes.subarray(0, cut)]), 'i');
      expect(read).toMatchObject({ segments: 1, bytes: bytes.length });
    }
  });

  it.each([
    ['changed', Buffer.from(bytes).fill(1, bytes.length - 4), 'it is damaged'],
    [
      'of a later version',
      Buffer.from(Buffer.from(bytes).toString('latin1').replace('index 1', 'index 7'), 'latin1'),
      'format 7 of a newer Winnow',
    ],
    ['something else', Buffer.from('<html>'), 'no index of Winnow'],
    ['empty', Buffer.alloc(0), 'no index of Winnow'],
  ])('is refused when it is %s', (_, given, problem) => {
    expect(() => readIndex(given, 'pages.index')).toThrow(problem);
  });
});

describe.each(methodNames)('clusters by %s', (method) => {
  const { clustering } = clusterIndex(index, method, { clusters: 3, mining: { minSupport: 0.2 } });

  it('are the same after they were written and read', () => {
    expect(readClustering(writeClustering(clustering, index), index, 'c')).toEqual(clustering);
  });

  it('are those of the subjects', () => {
    const subjects = index.documents.map(({ name }) => name.split('/')[0] as string);
    expect(fMeasure(clustering, subjects)).toBeGreaterThan(0.95);
  });

  it('are the same when they are made again', () => {
    expect(clusterIndex(index, method, { clusters: 3, mining: { minSupport: 0.2 } }).clustering).toEqual(
      clustering,
    );
  });
});

describe('a clustering file', () => {
  it.each([
    ['no first line', '{"cluster":0}', 'c.jsonl:1: expected {"clustering"'],
    ['a later version', '{"clustering":2}', 'version 2'],
    ['no JSON', '{"clustering":1}\n{', 'c.jsonl:2: expected a line of JSON'],
    ['a document without a cluster', '{"clustering":1}\n{"document":"a"}', 'c.jsonl:2: expected'],
  ])('is refused with %s', (_, text, problem) => {
    expect(() => readClustering(text, index, 'c.jsonl')).toThrow(problem);
  });
});

describe('initial clusters of FIHC', () => {
  const sets = [
    { items: ['a'], support: 40 },
    { items: ['b'], support: 30 },
    { items: ['a', 'b'], support: 20 },
  ];

  it('are made of the shorter item sets where all together have too many documents', () => {
    expect(affordable(sets, 90)).toHaveLength(3);
    expect(affordable(sets, 80)).toEqual(sets.slice(0, 2));
    expect(() => affordable(sets, 60)).toThrow('raise the support');
  });
});

describe('the F-measure', () => {
  it('is 1 for clusters that are the classes, and counts the documents below a cluster of a tree', () => {
    const clusters = [{ label: ['a'] }, { label: ['a', 'b'], parent: 0 }, { label: ['c'] }];
    const tree = { method: 't', iterations: 0, clusters, assignment: Int32Array.of(0, 1, 2) };
    expect(fMeasure(tree, ['x', 'x', 'y'])).toBe(1);
    // x: two of three, y: one of three in the only cluster.
    const one = { method: 'o', iterations: 0, clusters: [{ label: [] }], assignment: Int32Array.of(0, 0, 0) };
    expect(fMeasure(one, ['x', 'x', 'y'])).toBeCloseTo((2 / 3) * 0.8 + (1 / 3) * 0.5, 12);
  });
});
