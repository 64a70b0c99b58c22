import { WinnowError } from '../../base/error.ts';
import { vocabularyDigest } from '../learn/model-file.ts';
import {
  type FrameBody,
  type FrameHeader,
  numberBytes,
  readFrameOf,
  textBytes,
  writeFrame,
} from '../learn/model-frame.ts';
import { readTokeniser } from '../learn/tokeniser.ts';
import type { Cluster, ClusterMeasure, ClusterModel, TermNumbers } from './cluster-model.ts';

/** Raised with every change that older versions cannot read. */
const version = 1;

/** What the file of a model of clusters says of itself. */
export interface ClusterModelHeader extends FrameHeader {
  readonly kind: 'clusters';
  /** Of this part of the format. */
  readonly clusters: number;
  readonly method: string;
  readonly measure: ClusterMeasure;
  /** Ids of the clusters that have documents. */
  readonly classes: readonly string[];
  /** Those of them that are relevant. */
  readonly relevant: readonly string[];
  readonly trainingSet: { readonly documents: number; readonly autoIn: number };
  readonly vocabulary: { readonly words: number; readonly digest: string };
}

/**
 * A model of clusters as bytes, the same for the same model: the frame of all models with the terms, IDFs and global
 * supports (32-bit floats), a line of JSON for each cluster, and for each its supports and its centroid (numbers of terms
 * as 32-bit integers, then values as 32-bit floats).
 */
export function writeClusterModel(model: ClusterModel): Uint8Array {
  const { method, measure, date, tokeniser, documents, autoIn, terms, clusters } = model;
  const used = clusters.filter((one) => one.documents > 0);
  const header: ClusterModelHeader = {
    ...{ kind: 'clusters', date, tokeniser, clusters: version, method, measure },
    classes: used.map(({ id }) => id),
    relevant: used.filter(({ isRelevant }) => isRelevant).map(({ id }) => id),
    trainingSet: { documents, autoIn },
    vocabulary: { words: terms.length, digest: vocabularyDigest(terms) },
  };
  return writeFrame(header, [
    textBytes(terms),
    numberBytes(model.idfs),
    numberBytes(model.globalSupports),
    textBytes(
      clusters.map(({ supports, centroid, ...said }) =>
        JSON.stringify({ ...said, sizes: [supports.terms.length, centroid.terms.length] }),
      ),
    ),
    ...clusters.flatMap(({ supports, centroid }) =>
      [supports, centroid].flatMap((one) => [numberBytes(one.terms), numberBytes(one.values)]),
    ),
  ]);
}

/**
 * Reads what `writeClusterModel` wrote.
 * @param name of the file, for messages
 * @throws WinnowError as `readFrame`; `config` for another kind of model; `newer` for a later version; in one line
 */
export function readClusterModel(bytes: Uint8Array, name: string): ClusterModel {
  const { header, body } = readFrameOf<ClusterModelHeader>(bytes, name, 'clusters', 'of clusters');
  if (header.clusters > version)
    throw new WinnowError(
      'newer',
      `${name}: its clusters are of version ${header.clusters} of a newer Winnow; this one reads up to ${version}`,
    );
  const { texts: terms, digest } = body.digestedTexts();
  if (digest !== header.vocabulary.digest)
    throw new WinnowError('corrupt', `${name}: its terms are not those that it was made with`);
  const [idfs, globalSupports] = [body.floats32(terms.length), body.floats32(terms.length)];
  const said = body.texts().map((line) => JSON.parse(line) as StoredCluster);
  const clusters = said.map(({ sizes: [frequent, weighed], ...one }): Cluster => {
    const supports = readNumbers(body, frequent);
    return { ...one, supports, centroid: readNumbers(body, weighed) };
  });
  if (!body.isSpent())
    throw new WinnowError('corrupt', `${name}: its numbers are not as many as its header says`);
  const { method, measure, date, trainingSet } = header;
  const tokeniser = readTokeniser(header.tokeniser, name);
  return { method, measure, date, tokeniser, ...trainingSet, terms, idfs, globalSupports, clusters };
}

type StoredCluster = Omit<Cluster, 'supports' | 'centroid'> & {
  readonly sizes: readonly [supports: number, centroid: number];
};

function readNumbers(body: FrameBody, size: number): TermNumbers {
  return { terms: body.words32(size), values: body.floats32(size) };
}
