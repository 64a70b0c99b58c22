import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system of a few megabytes. */
export interface SmallDisk {
  readonly path: string;
  /** Gives it another size, KiB: what is on it stays. */
  resize(kib: number): void;
  remove(): void;
}

/** Mounts a file system in memory; undefined where that is not possible: without root, and on other systems than Linux. */
export function smallDisk(kib: number): SmallDisk | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined;
  const path = mkdtempSync(join(tmpdir(), 'winnow-disk-'));
  const mount = (options: string): void =>
    void execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', path], { stdio: 'pipe' });
  try {
    mount(`size=${kib}k`);
  } catch {
    return undefined;
  }
  return {
    path,
    resize: (size) => mount(`remount,size=${size}k`),
    remove() {
      execFileSync('umount', ['-l', path]);
      rmdirSync(path);
    },
  };
}
