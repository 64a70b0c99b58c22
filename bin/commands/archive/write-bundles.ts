import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { type Bundle, beginBundle } from '../../../lib/archive/bundles.ts';
import { bundleEndingOf } from '../../../lib/archive/formats.ts';
import { writeOrThrow } from '../base/files.ts';

/** Archives are for other readers, too. */
const bundleEnding = bundleEndingOf('gzip');
/** The ending of a bundle that is being written. */
const partEnding = '.part';

/** Where new bundles go, and what they are named after. */
export interface BundlePlace {
  readonly job: string;
  readonly directory: string;
  /** Epoch ms. */
  readonly at: number;
}

/** Makes the directory of an archive, and deletes what an interrupted process left: its pages are written again. */
export function prepareDirectory(directory: string): void {
  writeOrThrow(directory, () => {
    mkdirSync(directory, { recursive: true });
    for (const name of readdirSync(directory))
      if (name.endsWith(bundleEnding + partEnding)) rmSync(join(directory, name));
  });
}

/** The new bundles of an archive, one after the other. */
export interface BundleFiles {
  readonly pages: number;
  add(...page: Parameters<Bundle['add']>): void;
  /** Finishes the last bundle. @returns the names of all */
  end(): readonly string[];
}

/** A bundle has its name only when it is whole. @param maxBytes a bundle with this many bytes is finished, and another begun */
export function openBundleFiles({ job, directory, at }: BundlePlace, maxBytes: number): BundleFiles {
  const names: string[] = [];
  const time = new Date(at).toISOString().replace(/\D/g, '').slice(0, 14);
  let open: { readonly bundle: Bundle; readonly finish: () => void } | undefined;
  let pages = 0;

  function begin(): NonNullable<typeof open> {
    const name = freeName(directory, `${job}-${time}`, names.length);
    const path = join(directory, name);
    const descriptor = writeOrThrow(path, () => openSync(path + partEnding, 'wx'));
    const bundle = beginBundle({ name, job, at }, (bytes) => writeWhole(path, descriptor, bytes));
    const finish = (): void => {
      bundle.end();
      writeOrThrow(path, () => fsyncSync(descriptor));
      closeSync(descriptor);
      renameSync(path + partEnding, path);
      names.push(name);
      open = undefined;
    };
    return { bundle, finish };
  }

  return {
    get pages() {
      return pages;
    },
    add(...page) {
      open ??= begin();
      open.bundle.add(...page);
      pages += 1;
      if (open.bundle.size >= maxBytes) open.finish();
    },
    end() {
      open?.finish();
      return names;
    },
  };
}

function freeName(directory: string, start: string, first: number): string {
  for (let count = first; ; count++) {
    const name = `${start}-${String(count).padStart(5, '0')}${bundleEnding}`;
    if (!existsSync(join(directory, name))) return name;
  }
}

function writeWhole(path: string, descriptor: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeOrThrow(path, () => writeSync(descriptor, bytes, at));
}
