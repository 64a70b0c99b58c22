/** Where a stack keeps what it exports: files by their paths, each there when it is whole. @throws WinnowError `unavailable` */
export interface ExportRoom {
  /** Begins a file that comes in parts. @returns the id of the upload, which is good for a day */
  begin(path: string, type: string): Promise<string>;
  /** Stores a part, in place of an earlier one of its number (from 1). Parts but the last have 5 MB at least. @returns its tag */
  part(upload: Upload, number: number, bytes: Uint8Array): Promise<string>;
  /** Makes the file of its parts. Done twice, it does nothing. */
  end(upload: Upload, tags: readonly string[]): Promise<void>;
  put(path: string, bytes: Uint8Array, type: string): Promise<void>;
  /** Undefined: there is none. */
  read(path: string): Promise<Uint8Array | undefined>;
  /** Deletes all files below a path. */
  clear(path: string): Promise<void>;
  /** Room on this machine for small files, with those that were saved below a path. */
  openScratch(path: string): Promise<SavedScratch>;
}

export interface Upload {
  readonly path: string;
  readonly id: string;
}

export interface SavedScratch {
  put(name: string, bytes: Uint8Array): void;
  /** @throws WinnowError `corrupt` for what was never put */
  read(name: string): Uint8Array;
  /** Saves what was put since. */
  save(): Promise<void>;
  close(): void;
}
