/** A key of a job.yaml, as the schema has it. */
export interface KnownSetting {
  readonly key: string;
  readonly says: string;
  readonly type?: string | undefined;
  readonly unit?: string | undefined;
  /** The default. */
  readonly usual?: unknown;
  readonly example?: unknown;
  readonly choices?: readonly unknown[] | undefined;
}
