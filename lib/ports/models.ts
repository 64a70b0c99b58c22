/**
 * Trained models of an installation, by their digests: what a job's topic names.
 * @throws WinnowError `full` when there is no room, `unavailable`.
 */
export interface ModelStore {
  has(digest: string): Promise<boolean>;
  /** Keeps a model; nothing is done when there is one under this digest. */
  put(digest: string, bytes: Uint8Array): Promise<void>;
  read(digest: string): Promise<Uint8Array | undefined>;
}
