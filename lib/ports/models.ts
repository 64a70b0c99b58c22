/**
 * Trained models of an installation, by digest; the topic of a job names a digest.
 * @throws WinnowError `full` when there is no room, `unavailable`.
 */
export interface ModelStore {
  has(digest: string): Promise<boolean>;
  /** Stores a model, unless one is stored under this digest. */
  put(digest: string, bytes: Uint8Array): Promise<void>;
  read(digest: string): Promise<Uint8Array | undefined>;
}
