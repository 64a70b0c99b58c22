import { defined } from '../../base/defined.ts';
import { WinnowError } from '../../base/error.ts';
import { defaultConvertLimits } from '../../documents/settings.ts';
import type { StagedDocument, StagedResult } from '../../domain/convert/conversion.ts';
import type { DocumentConverter } from '../../ports/conversions.ts';
import { ownProgram } from '../system/own-program.ts';
import { type ConvertThread, convertThread, stopped } from './convert-thread.ts';
import { runProgram } from './run-program.ts';

export interface ThreadConverterOptions {
  /** The bundled convert-worker; by default the file beside this one. */
  readonly worker?: URL | undefined;
  /** Where programs are looked for (`PATH`); absent: none is run, and the converters that are built in read their documents. */
  readonly programPath?: string | undefined;
}

export interface ThreadConverter extends DocumentConverter {
  /** Ends all conversions; they are rejected with `unavailable`. */
  close(): Promise<void>;
}

/** Documents that one thread converts; then another one takes its place, so that what a library does not give back adds up to little. */
const documentsPerThread = 200;

/** Time that a document of any size may have, ms, and bytes with which it may have all that its job allows beside. */
const leastMs = 10_000;
const wholeBytes = 1_000_000;

/** A document that is small and takes long is made to: its time grows with its size. */
export function timeFor(bytes: number, timeMs: number): number {
  return Math.min(timeMs, leastMs + Math.ceil((bytes / wholeBytes) * timeMs));
}

/** Converts each document in a process, ours or a program's, that is ended when it takes too long or too much memory. */
export function threadConverter({
  worker = ownProgram(import.meta.url, 'convert-worker'),
  programPath,
}: ThreadConverterOptions = {}): ThreadConverter {
  const idle: { readonly thread: ConvertThread; readonly done: number }[] = [];
  const running = new Set<ConvertThread>();
  const stop = new AbortController();

  async function start(heapMb: number): Promise<ConvertThread> {
    try {
      return await convertThread(worker, heapMb);
    } catch (cause) {
      throw new WinnowError('unavailable', 'a converter does not start', { cause });
    }
  }

  async function onThread({ head, body }: StagedDocument): Promise<StagedResult['conversion']> {
    const { url, mediaType, charset, limits } = head;
    const { thread, done } = idle.pop() ?? { thread: await start(limits.memoryMb), done: 0 };
    if (stop.signal.aborted) thread.stop();
    running.add(thread);
    const { maxHtml, maxPages } = limits;
    const request = { body, mediaType, url, limits: { ...defaultConvertLimits, maxHtml, maxPages } };
    const timeMs = timeFor(body.length, limits.timeMs);
    const conversion = await thread.convert({ ...request, ...defined({ charset }) }, { ...limits, timeMs });
    running.delete(thread);
    if (done + 1 >= documentsPerThread) thread.stop();
    else if (thread.isAlive()) idle.push({ thread, done: done + 1 });
    return conversion;
  }

  return {
    async convert(document) {
      const { program } = document.head;
      const conversion =
        program !== undefined && programPath !== undefined
          ? await runProgram(program, document, { path: programPath, signal: stop.signal })
          : await onThread(document);
      if (conversion === stopped || stop.signal.aborted)
        throw new WinnowError('unavailable', 'the converter is closed');
      return conversion;
    },
    async close() {
      stop.abort();
      for (const { thread } of idle.splice(0)) thread.stop();
      for (const thread of running) thread.stop();
    },
  };
}
