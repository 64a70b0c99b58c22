import { WinnowError } from '../../../base/error.ts';
import type { FilesSettings } from '../../../capabilities/export/files-settings.ts';
import { exportFormats } from '../../../capabilities/export/formats.ts';
import type { RecordChange } from '../../../pipeline/feed/outgoing.ts';
import type { Sink, SinkPlan, SinkType } from '../../../pipeline/sinks/sink.ts';
import { codeOf, fileError } from '../../system/file-error.ts';
import { RollingFiles } from './rolling-files.ts';

/** Files in a form of exports: changes are kept in a spool, of which a whole file is made when it is full or old. */
export const filesSink: SinkType<FilesSettings> = {
  name: 'files',
  isLocal: true,
  wantsDocuments: ({ format }) => exportFormats[format].documents !== undefined,
  batch: { changes: 1_000, bytes: 32_000_000 },
  open: async (plan) => new FilesSink(plan),
};

class FilesSink implements Sink {
  readonly #files: RollingFiles;
  #timer: NodeJS.Timeout | undefined;
  #fault: unknown;

  constructor({ directory = '.', ...plan }: SinkPlan<FilesSettings>) {
    const { job, name, generation, isBegun = false, settings } = plan;
    const { directory: place = `sinks/${name}`, format, maxBytes, maxAgeMs } = settings;
    this.#files = new RollingFiles(directory, place, {
      ...{ job, name, generation, isBegun, format: exportFormats[format], maxBytes, maxAgeMs },
    });
    this.#closeWhenOld();
  }

  async push(changes: readonly RecordChange[]) {
    const fault = this.#fault;
    this.#fault = undefined;
    if (fault !== undefined) throw fault;
    guarded(() => this.#files.add(changes));
    this.#closeWhenOld();
    return [];
  }

  async publish(): Promise<void> {
    guarded(() => this.#files.publish());
  }

  /** What is there when nobody pushes any more is handed out, too. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    try {
      guarded(() => this.#files.roll());
    } finally {
      this.#files.close();
    }
  }

  /** Nobody pushes while nothing changes: a file becomes old all the same. */
  #closeWhenOld(): void {
    clearTimeout(this.#timer);
    const ms = this.#files.msUntilOld();
    if (ms === undefined) return;
    this.#timer = setTimeout(() => {
      try {
        guarded(() => this.#files.roll());
      } catch (error) {
        this.#fault = error;
      }
    }, ms);
    this.#timer.unref();
  }
}

/** What the disk refuses, in words: it passes, or somebody makes room. */
function guarded<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (error instanceof WinnowError || codeOf(error) === undefined) throw error;
    const { path = 'the files of the sink' } = error as NodeJS.ErrnoException;
    throw fileError(path, error);
  }
}
