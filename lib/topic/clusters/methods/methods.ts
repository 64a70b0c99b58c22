import type { Clusterer } from '../clustering.ts';
import { bisecting } from './bisecting.ts';
import { fihc } from './fihc.ts';

/** Every method of clustering, by the name that files and commands know it by. */
export const methods = {
  fihc,
  bisecting,
} as const satisfies Record<string, Clusterer>;

export type MethodName = keyof typeof methods;
/** What is used where nobody says it: the best in `bench/results/clusters.md`. */
export const defaultMethod: MethodName = 'bisecting';
export const methodNames = Object.keys(methods) as readonly MethodName[];
