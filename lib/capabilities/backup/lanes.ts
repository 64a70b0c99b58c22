/** Runs work side by side, so much at once, and keeps the first failure. */
export class Lanes {
  readonly #atOnce: number;
  readonly #running = new Set<Promise<void>>();
  #failure: { readonly error: unknown } | undefined;

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /** Begins work as soon as there is room, and does not wait for its end. @throws the first failure of any */
  async add(work: () => Promise<void>): Promise<{ readonly ended: Promise<void> }> {
    while (this.#running.size >= this.#atOnce) await Promise.race(this.#running);
    this.#mustBeWell();
    const ended = work();
    const one = ended
      .catch((error: unknown) => {
        this.#failure ??= { error };
      })
      .finally(() => {
        this.#running.delete(one);
      });
    this.#running.add(one);
    return { ended };
  }

  /** Waits for all. @throws the first failure */
  async idle(): Promise<void> {
    await Promise.all(this.#running);
    this.#mustBeWell();
  }

  #mustBeWell(): void {
    if (this.#failure !== undefined) throw this.#failure.error;
  }
}
