import type { Command } from 'commander';
import type { ExitCode, Io } from './io.ts';

/** Gives a command its arguments, options and action; the action says how it ended when that is not 0. */
export type DefineCommand = (command: Command, io: Io, ended: (code: ExitCode) => void) => void;
