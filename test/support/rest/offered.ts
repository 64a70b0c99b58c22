import { operations } from '../../../lib/operations/operations.ts';

/** What works on folders of the machine: only the command line offers it. */
export const ofMachine: readonly string[] = ['dump', 'load'];

export const offeredByFaces: readonly string[] = Object.keys(operations).filter(
  (name) => !ofMachine.includes(name),
);
