import type { EmbeddedInstallation } from '../runtime/shared/installation.ts';

/** An open data directory, and the crawls of this process in it. */
export class DataDirectory {
  readonly path: string;
  readonly installation: EmbeddedInstallation;
  /** Another process may be crawling in it. */
  readonly isGuest: boolean;
  readonly #jobs = new Set<string>();

  constructor(path: string, installation: EmbeddedInstallation, isGuest: boolean) {
    this.path = path;
    this.installation = installation;
    this.isGuest = isGuest;
  }

  /** Whether the job was not in use. */
  enter(job: string): boolean {
    if (this.#jobs.has(job)) return false;
    this.#jobs.add(job);
    return true;
  }

  /** The last one that leaves releases the directory. */
  async leave(job: string): Promise<void> {
    this.#jobs.delete(job);
    if (this.#jobs.size === 0) await this.installation.close();
  }
}
