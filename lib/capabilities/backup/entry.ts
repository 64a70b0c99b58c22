import { zstdCompress, zstdDecompressSync } from 'node:zlib';
import { WinnowError } from '../../base/error.ts';
import type { CommandEntry } from '../../domain/control/command.ts';
import type { PolitenessState } from '../../domain/politeness/politeness-state.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { ConversionPart } from '../../ports/conversions.ts';
import type { HostControl } from '../../ports/hosts.ts';
import type { Job } from '../../ports/jobs.ts';
import type { BackupKind } from '../../ports/operate/job-backup.ts';

/** When a host may be asked next, and what was learnt of its pace: of a gate all but its lease. */
export interface DumpedGate {
  readonly key: string;
  /** Epoch ms. */
  readonly notBefore: number;
  readonly state?: PolitenessState;
}

interface OfHost {
  readonly job: string;
  readonly host: string;
}

/** What an entry of a dump is; its bytes follow. All that is of a host comes before its `host`. */
export type EntryHead =
  | { readonly kind: 'job'; readonly job: string; readonly is: Job; readonly settings: JobSettings }
  /** Link segments that nobody has recycled: these, and all that are not before `from`. */
  | {
      readonly kind: 'open-links';
      readonly job: string;
      readonly ids: readonly string[];
      readonly from: string;
    }
  | (OfHost & {
      readonly kind: 'inbox';
      readonly items: readonly { readonly id: string; readonly urls?: number }[];
    })
  | (OfHost & { readonly kind: 'segment' | 'off-topic' | 'staged'; readonly id: string })
  | (OfHost & { readonly kind: 'conversion'; readonly id: string; readonly part: ConversionPart })
  | (OfHost & {
      readonly kind: 'host';
      readonly control: HostControl;
      /** Of the body; 0: it has none. */
      readonly turn: number;
      readonly gates: readonly DumpedGate[];
    })
  | { readonly kind: 'rows'; readonly job: string; readonly of: BackupKind }
  | { readonly kind: 'changes'; readonly job: string; readonly name: string; readonly at: number }
  /** A piece of a bundle of `size` bytes. */
  | {
      readonly kind: 'bundle';
      readonly job: string;
      readonly key: string;
      readonly start: number;
      readonly size: number;
    }
  | { readonly kind: 'links'; readonly job: string; readonly id: string }
  | { readonly kind: 'graph'; readonly job: string; readonly name: string }
  | { readonly kind: 'model'; readonly job?: undefined; readonly digest: string }
  | { readonly kind: 'command'; readonly job?: undefined; readonly entry: CommandEntry };

export type EntryKind = EntryHead['kind'];

export interface Entry {
  readonly head: EntryHead;
  readonly blobs: readonly Uint8Array[];
}

export type HeadOf<K extends EntryKind> = Extract<EntryHead, { readonly kind: K }>;

/** More than any text that one entry packs. */
const maxText = 512 * 1024 * 1024;

/** A text as bytes of an entry, made beside other work. */
export function packText(text: string): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    zstdCompress(text, (error, bytes) => (error === null ? resolve(bytes) : reject(error)));
  });
}

export function unpackText(bytes: Uint8Array | undefined): string {
  return zstdDecompressSync(bytes ?? new Uint8Array(), { maxOutputLength: maxText }).toString();
}

export function packLines(lines: readonly string[]): Promise<Uint8Array> {
  return packText(lines.join('\n'));
}

export function unpackLines(bytes: Uint8Array | undefined): readonly string[] {
  const text = unpackText(bytes);
  return text === '' ? [] : text.split('\n');
}

const lineEnd = 0x0a;

/** An entry as it stands in a part: a line of JSON that says how many bytes follow, and these. */
export function encodeEntry({ head, blobs }: Entry): readonly Uint8Array[] {
  const line = JSON.stringify({ ...head, bytes: blobs.map(({ length }) => length) });
  return [Buffer.from(`${line}\n`), ...blobs];
}

/** The entries of a part whose digest is right. @throws WinnowError `corrupt` */
export function* decodeEntries(name: string, part: Uint8Array): Generator<Entry> {
  const all = Buffer.from(part.buffer, part.byteOffset, part.length);
  for (let at = 0; at < all.length; ) {
    const end = all.indexOf(lineEnd, at);
    if (end < 0) throw new WinnowError('corrupt', `${name}: an entry at ${at} has no end`);
    const { bytes = [], ...head } = JSON.parse(all.toString('utf8', at, end)) as EntryHead & {
      readonly bytes?: readonly number[];
    };
    at = end + 1;
    const blobs = bytes.map((length) => {
      const blob = all.subarray(at, at + length);
      at += length;
      return blob;
    });
    if (at > all.length) throw new WinnowError('corrupt', `${name}: an entry ends behind the end`);
    yield { head: head as EntryHead, blobs };
  }
}
