import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { WinnowError } from '../../../base/error.ts';
import { secretVariable } from '../../../config/stack/environment.ts';
import type { Secrets } from '../../../ports/secrets.ts';

/** Secrets of one machine: in environment variables, or in files of the data directory that other users may not read. */
export class FileSecrets implements Secrets {
  readonly #directory: string;

  constructor(dataDir: string) {
    this.#directory = join(dataDir, 'secrets');
  }

  async secret(name: string): Promise<string> {
    const { variable, value } = secretVariable(name);
    if (value !== undefined) return value;
    const path = join(this.#directory, `${name}.json`);
    try {
      const file = await open(path);
      try {
        const { mode } = await file.stat();
        // On Windows these bits say nothing about permissions.
        if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
          const shown = (mode & 0o777).toString(8);
          throw new WinnowError('config', `${path} may be read by others (mode ${shown}): chmod 600 ${path}`);
        }
        return await file.readFile('utf8');
      } finally {
        await file.close();
      }
    } catch (error) {
      if (error instanceof WinnowError) throw error;
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
        throw new WinnowError(
          'config',
          `there is no secret '${name}': put it into ${path} or into ${variable}`,
        );
      }
      throw new WinnowError('unavailable', `${path} cannot be read`, { cause: error });
    }
  }
}
