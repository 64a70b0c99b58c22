import type { JobTouched } from '../../domain/control/command.ts';
import type { Ports } from '../../ports/ports.ts';
import type { Tasking } from './change-tasks.ts';

/** The ports for applying a command. */
export type Controlling = Tasking & Pick<Ports, 'entropy' | 'records' | 'segments'>;

/** What a command did: the jobs with their changes, and whether slices are left. */
export interface Applied {
  readonly jobs: readonly JobTouched[];
  readonly goesOn?: true;
}

/** The options of a command from its head. */
export interface CommandOptions {
  /** When the command was given first, epoch ms. */
  readonly at: number;
  readonly dryRun: boolean;
}
