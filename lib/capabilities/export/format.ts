import { WinnowError } from '../../base/error.ts';
import type { PageRecord } from '../../domain/collection/record.ts';
import type { Gone, Outgoing } from '../../pipeline/feed/outgoing.ts';
import type { Made, MadeKind, Scratch } from '../../pipeline/operation/made.ts';
import type { Inlink } from './inlinks.ts';

/** What the options of an export say to its format. */
export interface FormatOptions {
  readonly charset: 'utf8' | 'isolatin';
  readonly nooutlinks: boolean;
  readonly collapseinlinks: boolean;
  readonly relativeLinks: boolean;
}

/** What a writer knows of its export. */
export interface FormatPlan {
  readonly job: string;
  /** Epoch ms at which the export began. */
  readonly at: number;
  readonly options: FormatOptions;
  /** It carries on what an earlier export made. */
  readonly isUpdate: boolean;
  readonly scratch: Scratch;
  /** Formats that are made in parts end one when it has so many bytes, which are in memory at once. */
  readonly partBytes: number;
  /** The URL of the page of the export that a URL leads to, by its name there; undefined: it leads out. */
  readonly nameOf: (url: string) => string | undefined;
  /** The links that lead to a page of the export; absent: these are not wanted. */
  readonly inlinksTo?: (record: PageRecord) => readonly Inlink[];
}

/** Writes records in one format. It is handed each record once, and says what of its files came of that. */
export interface FormatWriter {
  /** Before the first record. */
  begin(): readonly Made[];
  add(one: Outgoing): readonly Made[];
  remove(gone: Gone): readonly Made[];
  /** Of archives: an answer that is no page. @throws WinnowError `corrupt` */
  beside?(name: string, document: Uint8Array): readonly Made[];
  /** Ends what is open, so that there is a state here. */
  settle?(): readonly Made[];
  /** JSON from which another writer goes on behind what was handed out; undefined: not at this place. */
  state(): object | undefined;
  /** After the last record. */
  end(): Iterable<Made>;
}

/** A form in which a collection leaves. */
export interface ExportFormat extends Omit<MadeKind, 'name' | 'updates'> {
  readonly says: string;
  /** What its file ends with; of a folder, nothing. */
  readonly ending: string;
  /** It is made of raw documents. `or`: it has them where they are kept. */
  readonly documents?: 'only' | 'or';
  /** It says which pages link to a page. */
  readonly hasInlinks?: true;
  /** @param state of an earlier writer, which was cut off */
  open(plan: FormatPlan, state?: object): FormatWriter;
}

const encoder = new TextEncoder();

/** Text as the bytes of a file: what is half a character becomes U+FFFD. */
export function utf8(text: string): Uint8Array {
  return encoder.encode(text);
}

/** A writer of one file, in which each record stands for itself. */
export function recordWriter(
  file: string,
  parts: {
    readonly head?: string;
    readonly foot?: string;
    readonly encode?: (text: string) => Uint8Array;
    readonly record: (one: Outgoing) => string;
    readonly gone: (gone: Gone) => string;
  },
): FormatWriter {
  const { head = '', foot = '', encode = utf8 } = parts;
  const plain = (text: string): readonly Made[] => (text === '' ? [] : [{ file, bytes: encode(text) }]);
  return {
    // A file without records is there all the same.
    begin: () => [{ file, bytes: encode(head) }],
    add: (one) => [{ file, bytes: encode(parts.record(one)), isRecord: true }],
    remove: (gone) => [{ file, bytes: encode(parts.gone(gone)), isRecord: true }],
    state: () => ({}),
    end: () => plain(foot),
  };
}

/** Scratch in the memory of this process, for who has no other room. */
export function memoryScratch(mostBytes = 256_000_000): Scratch {
  const kept = new Map<string, Uint8Array>();
  let size = 0;
  return {
    put(name, bytes) {
      size += bytes.length - (kept.get(name)?.length ?? 0);
      if (size > mostBytes)
        throw new WinnowError(
          'full',
          `the export needs more than ${mostBytes / 1e6} MB beside its file: have the command line write it (\`winnow export --out\`), or give noinlinks`,
        );
      kept.set(name, bytes);
    },
    read(name) {
      const bytes = kept.get(name);
      if (bytes === undefined) throw new WinnowError('corrupt', `there is no ${name} in the scratch`);
      return bytes;
    },
  };
}
