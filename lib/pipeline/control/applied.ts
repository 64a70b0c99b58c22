import type { JobTouched } from '../../domain/control/command.ts';
import type { Ports } from '../../ports/ports.ts';
import type { Tasking } from './change-tasks.ts';

/** What is needed to apply a command. */
export type Controlling = Tasking & Pick<Ports, 'entropy' | 'records' | 'segments'>;

/** What is done of a command: to which jobs it means what, and whether slices are left. */
export interface Applied {
  readonly jobs: readonly JobTouched[];
  readonly goesOn?: true;
}

/** What the head of a command comes to: when it was asked for first, and whether anything is to be changed. */
export interface CommandOptions {
  /** Epoch ms. */
  readonly at: number;
  readonly dryRun: boolean;
}
