import { type HostBody, stateIn } from '../frontier/body.ts';
import { politenessState } from './host-state.ts';

/** Returns the failures in a row that are the host's own, as of the end of its last turn. */
export function hostFailures({ parts }: HostBody): number {
  return stateIn(parts, politenessState).backoffs;
}

/** Enters the failures in a row that are the host's own. */
export function noteFailures({ parts }: HostBody, backoffs: number): void {
  stateIn(parts, politenessState).backoffs = backoffs;
}
