/** What is told while something goes on. */
export interface Message {
  readonly code: string;
  readonly text: string;
  /** What the text says, as data. */
  readonly data?: unknown;
}

/** What a stream tells beside its rows. */
export interface Said {
  readonly said: Message;
}
