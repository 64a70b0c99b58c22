import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { WinnowError } from '../../../base/error.ts';
import type { ExportFormat } from '../../../capabilities/export/format.ts';
import type { RecordChange } from '../../../pipeline/feed/outgoing.ts';
import { changesIn, spooled } from './spool.ts';
import { writeFile } from './write-file.ts';

interface RollingOptions {
  readonly job: string;
  readonly name: string;
  readonly generation: number;
  /** Changes were taken before: a folder that is not there was deleted. */
  readonly isBegun: boolean;
  readonly format: ExportFormat;
  readonly maxBytes: number;
  readonly maxAgeMs: number;
}

const marker = '.winnow-sink.json';
const digits = 9;

/**
 * `<directory>/<generation>/<number>-<time>.<ending>`, and `<directory>/current`, which leads to the generation that readers are to see.
 * A spool (`.spool-<number>`) has the changes of the file to come: a file is there whole or not at all, and each change that was
 * taken is in a spool or a file.
 */
export class RollingFiles {
  readonly #root: string;
  readonly #folder: string;
  readonly #options: RollingOptions;
  #number: number;
  #fd: number;
  #bytes: number;
  /** Epoch ms of the first change in the spool. */
  #since: number | undefined;

  constructor(base: string, place: string, options: RollingOptions) {
    this.#root = resolve(base, place);
    this.#folder = join(this.#root, folderOf(options.generation));
    this.#options = options;
    if (options.isBegun && !existsSync(this.#folder))
      throw new WinnowError(
        'config',
        `${this.#folder} is there no more: run \`winnow sinks rebuild ${options.name}\``,
      );
    mkdirSync(this.#folder, { recursive: true });
    this.#own();
    if (options.generation === 1 && !existsSync(join(this.#root, 'current'))) this.#point();
    const spools = this.#spools();
    this.#number = spools.at(-1) ?? 1;
    // A later spool begins when the file of the earlier one is there.
    for (const number of spools.slice(0, -1)) unlinkSync(this.#spool(number));
    this.#fd = openSync(this.#spool(this.#number), 'a');
    const { size, mtimeMs } = fstatSync(this.#fd);
    this.#bytes = size;
    this.#since = size === 0 ? undefined : mtimeMs;
  }

  /** Milliseconds until the file has to be closed; undefined: it is empty. */
  msUntilOld(): number | undefined {
    return this.#since === undefined
      ? undefined
      : Math.max(0, Math.min(2_147_483_647, this.#since + this.#options.maxAgeMs - Date.now()));
  }

  add(changes: readonly RecordChange[]): void {
    if (this.msUntilOld() === 0) this.roll();
    const bytes = spooled(changes);
    // What a process that was killed left of a line is a line by itself.
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#fd, bytes, at);
    fsyncSync(this.#fd);
    this.#bytes += bytes.length;
    this.#since ??= Date.now();
    if (this.#bytes >= this.#options.maxBytes) this.roll();
  }

  /** Makes a file of what is in the spool, and begins another. */
  roll(): void {
    if (this.#bytes === 0) return;
    const { format, job } = this.#options;
    const begun = new Date(this.#since ?? Date.now()).toISOString().replace(/[-:]|\.\d+/g, '');
    const target = join(this.#folder, `${padded(this.#number)}-${begun}${format.ending}`);
    writeFile(target, format, job, changesIn(this.#spool(this.#number)));
    const next = openSync(this.#spool(this.#number + 1), 'a');
    closeSync(this.#fd);
    unlinkSync(this.#spool(this.#number));
    this.#number += 1;
    [this.#fd, this.#bytes, this.#since] = [next, 0, undefined];
  }

  /** Has `current` lead here, and removes the folders of earlier generations. */
  publish(): void {
    this.roll();
    this.#point();
    for (const entry of readdirSync(this.#root)) {
      const folder = join(this.#root, entry);
      if (/^\d+$/.test(entry) && folder !== this.#folder && this.#isOwn(folder))
        rmSync(folder, { recursive: true });
    }
  }

  close(): void {
    closeSync(this.#fd);
  }

  #point(): void {
    const link = join(this.#root, '.current');
    rmSync(link, { force: true });
    symlinkSync(folderOf(this.#options.generation), link);
    renameSync(link, join(this.#root, 'current'));
  }

  /** @throws WinnowError `config` for a folder that something else made */
  #own(): void {
    const { job, name } = this.#options;
    const current = join(this.#root, 'current');
    if (existsSync(current) && !this.#isOwn(current)) throw this.#notOurs(current);
    if (this.#isOwn(this.#folder)) return;
    if (readdirSync(this.#folder).length > 0) throw this.#notOurs(this.#folder);
    writeFileSync(join(this.#folder, marker), JSON.stringify({ job, sink: name }));
  }

  #notOurs(folder: string): WinnowError {
    return new WinnowError(
      'config',
      `${folder}: it has files that the sink ${this.#options.name} did not make: name another directory in its settings`,
    );
  }

  #isOwn(folder: string): boolean {
    const { job, name } = this.#options;
    const file = join(folder, marker);
    return existsSync(file) && readFileSync(file, 'utf8') === JSON.stringify({ job, sink: name });
  }

  #spools(): readonly number[] {
    return readdirSync(this.#folder)
      .flatMap((name) => (/^\.spool-\d+$/.test(name) ? [Number(name.slice('.spool-'.length))] : []))
      .sort((a, b) => a - b);
  }

  #spool(number: number): string {
    return join(this.#folder, `.spool-${padded(number)}`);
  }
}

const padded = (number: number): string => String(number).padStart(digits, '0');
const folderOf = (generation: number): string => String(generation).padStart(4, '0');
