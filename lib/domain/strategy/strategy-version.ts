import { hash } from 'node:crypto';
import type { Strategy } from './strategy.ts';

const digits = 8;
const known = new WeakMap<Strategy, string>();

/** Eight hex digits: equal for equal strategies. */
export function strategyVersion(strategy: Strategy): string {
  let version = known.get(strategy);
  if (version === undefined) {
    version = hash('sha256', JSON.stringify(strategy)).slice(0, digits);
    known.set(strategy, version);
  }
  return version;
}
