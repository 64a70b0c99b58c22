import { type ChildProcess, fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { ResourceLimits } from 'node:worker_threads';
import { ownProgram } from './own-program.ts';
import { lookMs, type ThreadMemory } from './thread-memory.ts';
import type { ProcessAsk, ProcessSaid } from './worker-process-message.ts';

interface Events {
  message: [message: unknown];
  /** Why its thread died: what it threw, or that it took too much memory. */
  error: [error: Error];
  /** The last event. */
  exit: [code: number];
}

/** The process around the thread: beside this file, or beside the bundle that this file is in. */
const program = fileURLToPath(ownProgram(import.meta.url, 'worker-process-main'));

/** What V8 writes before it aborts a process: nothing for people. */
const abortReport = /<--- Last few GCs|FATAL ERROR:|^# Fatal/m;

/**
 * A thread as `Worker` has it, in a process of its own: V8 aborts the process of a thread whose one list grows beyond its heap, and
 * so ends this process, not ours. It ends with ours, too. What the thread prints goes to standard error, since standard output belongs to
 * the command line.
 */
export class WorkerProcess extends EventEmitter<Events> {
  readonly #child: ChildProcess;
  readonly #over: Promise<void>;
  readonly #memory = new Set<(memory: ThreadMemory | undefined) => void>();

  /** @param file what the thread runs */
  constructor(file: URL, limits: ResourceLimits) {
    super();
    this.#child = fork(program, [file.href, JSON.stringify(limits)], {
      serialization: 'advanced',
      execArgv: ['--disable-warning=ExperimentalWarning'],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    for (const output of [this.#child.stdout, this.#child.stderr]) passOn(output as Socket);
    this.#child.on('message', (said: ProcessSaid) => this.#hear(said));
    this.#over = new Promise((resolve) => {
      let isOver = false;
      const end = (why: string | undefined, code: number): void => {
        if (isOver) return;
        isOver = true;
        for (const answer of this.#memory) answer(undefined);
        if (why !== undefined) this.emit('error', new Error(why));
        this.emit('exit', code);
        resolve();
      };
      this.#child.on('error', (error) => end(`its process does not start: ${error.message}`, 1));
      this.#child.on('exit', (code, signal) => {
        const tooMuch = signal === 'SIGABRT' || signal === 'SIGTRAP' || signal === 'SIGILL';
        end(tooMuch ? 'it took too much memory' : undefined, code ?? 1);
      });
    });
  }

  #hear(said: ProcessSaid): void {
    if (said.kind === 'message') this.emit('message', said.message);
    else if (said.kind === 'error') this.emit('error', new Error(said.detail));
    else if (said.kind === 'memory') for (const answer of this.#memory) answer(said.memory);
  }

  #send(ask: ProcessAsk): void {
    // A process that has ended takes nothing: its `exit` says so.
    this.#child.send(ask, () => undefined);
  }

  postMessage(message: unknown): void {
    this.#send({ kind: 'message', message });
  }

  /** Memory that the thread takes now; undefined: it does not say, because it is in a native call. */
  memory(): Promise<ThreadMemory | undefined> {
    return new Promise((resolve) => {
      const answer = (memory: ThreadMemory | undefined): void => {
        clearTimeout(late);
        this.#memory.delete(answer);
        resolve(memory);
      };
      const late = setTimeout(answer, lookMs, undefined).unref();
      this.#memory.add(answer);
      this.#send({ kind: 'memory' });
    });
  }

  /** Ends the process, whatever its thread is doing. */
  terminate(): Promise<void> {
    this.#child.kill('SIGKILL');
    return this.#over;
  }

  /** Keeps our process alive, as a new one does. */
  ref(): void {
    this.#child.ref();
    this.#child.channel?.ref();
  }

  unref(): void {
    this.#child.unref();
    this.#child.channel?.unref();
  }
}

function passOn(output: Socket): void {
  output.unref();
  let isAborting = false;
  output.on('data', (chunk: Buffer) => {
    isAborting ||= abortReport.test(chunk.toString('latin1'));
    if (!isAborting) process.stderr.write(chunk);
  });
}
