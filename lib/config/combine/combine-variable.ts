/** A configuration variable of Combine 4.005 and what Winnow has instead. The importer and the docs are made from these. */
export interface CombineVariable {
  /** As in Combine's manual; a part of a block has the block before it: `<url><allow>`. */
  readonly name: string;
  /** Its default in Combine 4.005; undefined where it has none, or is a list. */
  readonly usual?: string;
  /** The key of job.yaml that takes its place. */
  readonly key?: string;
  /** What the key says for 0, and for 1. */
  readonly choices?: readonly [off: string, on: string];
  /**
   * Values for which there is nothing to carry over, because Winnow does the same without being told, or has no use
   * for the variable at all (`any`).
   */
  readonly needless?: readonly string[] | 'any';
  /** How Winnow differs, or why it has no such setting, and what to do. One or two sentences. */
  readonly note: string;
}
