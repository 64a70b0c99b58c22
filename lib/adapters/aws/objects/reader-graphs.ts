import type { GraphSpace, GraphStore } from '../../../ports/graphs.ts';
import { isDenied } from '../base/failure.ts';

/** Where a reader keeps what he may not store. */
export type OwnGraphs = Omit<GraphStore, 'space'>;

/**
 * The graphs of a stack for somebody who may perhaps not write them. Who asks about a graph has it brought up to date and
 * stored; what the stack refuses to store is kept beside it instead, and is read first.
 */
export class ReaderGraphs implements GraphStore {
  readonly #shared: GraphStore;
  readonly #own: OwnGraphs;
  #isRefused = false;

  constructor(shared: GraphStore, own: OwnGraphs) {
    this.#shared = shared;
    this.#own = own;
  }

  async put(job: string, name: string, bytes: Uint8Array): Promise<void> {
    await this.#write(
      () => this.#shared.put(job, name, bytes),
      () => this.#own.put(job, name, bytes),
    );
  }

  async read(job: string, name: string): Promise<Uint8Array | undefined> {
    const kept = this.#isRefused ? await this.#own.read(job, name) : undefined;
    return kept ?? (await this.#shared.read(job, name));
  }

  async names(job: string, limit: number, after?: string): Promise<readonly string[]> {
    const shared = await this.#shared.names(job, limit, after);
    if (!this.#isRefused) return shared;
    const own = await this.#own.names(job, limit, after);
    return [...new Set([...shared, ...own])].sort().slice(0, limit);
  }

  /** What the stack has and does not let go stays: nothing but room is lost by that. */
  async delete(job: string, names: readonly string[]): Promise<void> {
    await this.#write(
      () => this.#shared.delete(job, names),
      () => this.#own.delete(job, names),
    );
  }

  space(job: string, memoryMb: number): GraphSpace {
    return this.#shared.space(job, memoryMb);
  }

  async #write(shared: () => Promise<void>, own: () => Promise<void>): Promise<void> {
    if (this.#isRefused) return await own();
    try {
      await shared();
    } catch (error) {
      if (!isDenied(error)) throw error;
      this.#isRefused = true;
      await own();
    }
  }
}
