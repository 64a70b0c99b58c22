/** 0: done. 1: it failed. 2: the command line was wrong. */
export type ExitCode = 0 | 1 | 2;

/** What a command has of the world: a test hands in its own. */
export interface Io {
  /** How the user calls us: what command lines that are proposed begin with. */
  readonly program: string;
  /** Results: text, or bytes as they are. */
  out(result: string | Uint8Array): void;
  /** Resolves once whoever reads the results takes more. */
  drained(): Promise<void>;
  /** Everything else: progress, warnings, errors. */
  err(text: string): void;
  /** Whether `err` is a terminal on which a line can be written over. */
  readonly live: boolean;
  /** Characters in a line of the terminal. */
  readonly columns: number;
  /** Standard input as text, in chunks as they come. */
  readonly input: () => AsyncIterable<string>;
  /** Whether standard input is a person at a terminal, who has to be told that we are waiting for them. */
  readonly inputIsTerminal: boolean;
  /**
   * A signal that aborts when the user interrupts for the first time; a second time ends the process at once.
   * Whoever never asks is ended by the first.
   */
  interrupted(): AbortSignal;
  /** From now on other programs of the machine, such as a crawl, go first. */
  standBack(): void;
  /** From now on this process mostly waits, and takes little memory. */
  keepSmall(): void;
}
