import { type HostBody, stateIn } from '../frontier/body.ts';
import { politenessState } from './host-state.ts';

/** Failures of the host itself in a row, as its last turn left it. */
export function hostFailures({ parts }: HostBody): number {
  return stateIn(parts, politenessState).backoffs;
}

export function noteFailures({ parts }: HostBody, backoffs: number): void {
  stateIn(parts, politenessState).backoffs = backoffs;
}
