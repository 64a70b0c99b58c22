import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Files, nodeFiles, writeWhole } from './files.ts';

/**
 * Where the plug-ins of a data directory lie: `<directory>/plugins/<digest>.mjs`, which hands on what the user's module
 * exports. It is loaded from where it is, so that it finds what it imports.
 */
export interface PluginModules {
  /** @param path of the user's module, absolute */
  keep(digest: string, path: string): void;
  /** The URL to load; undefined when there is none of this digest. */
  urlOf(digest: string): string | undefined;
}

export function pluginModules(directory: string, files: Files = nodeFiles): PluginModules {
  const pathOf = (digest: string): string => join(directory, 'plugins', `${digest}.mjs`);
  return {
    keep(digest, path) {
      // The module system keeps what it has loaded: another text of the same file is another URL.
      const url = `${pathToFileURL(path).href}?${digest}`;
      writeWhole(files, pathOf(digest), `export * from ${JSON.stringify(url)};\n`);
    },
    urlOf(digest) {
      const path = pathOf(digest);
      return files.exists(path) ? pathToFileURL(path).href : undefined;
    },
  };
}
