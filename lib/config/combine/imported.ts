import type { ImportItem } from '../combine-format/import-item.ts';

/** A setting to be written into job.yaml. */
export interface JobLine {
  /** Its key with the section: `fetch.timeout`. */
  readonly path: string;
  readonly value: unknown;
  /** Where it comes from; empty for nothing to say. */
  readonly comment: string;
  /** The same for each entry of a list. */
  readonly comments?: readonly string[];
}

/** A part of an import: what goes into job.yaml, what into files beside it, and what there is to say. */
export interface Imported {
  readonly lines: readonly JobLine[];
  /** Text by file name. */
  readonly files: Readonly<Record<string, string>>;
  readonly items: readonly ImportItem[];
}
