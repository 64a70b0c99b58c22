import type { Clusterer } from '../clustering.ts';
import { agglomerative } from './agglomerative.ts';
import { fihc } from './fihc.ts';
import { kMeans } from './k-means.ts';

/** Every method of clustering, by the name that files and commands know it by. */
export const methods = {
  fihc,
  'k-means': kMeans,
  agglomerative,
} as const satisfies Record<string, Clusterer>;

export type MethodName = keyof typeof methods;
/** What is used where nobody says it. */
export const defaultMethod: MethodName = 'k-means';
export const methodNames = Object.keys(methods) as readonly MethodName[];
