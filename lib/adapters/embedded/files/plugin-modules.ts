import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Files, nodeFiles, writeWhole } from './files.ts';

/**
 * The plug-ins of a data directory: `<directory>/plugins/<digest>.mjs`, which re-exports the user's module. The module is
 * loaded from its own place, so that its imports are found.
 */
export interface PluginModules {
  /** @param path of the user's module, absolute */
  keep(digest: string, path: string): void;
  /** The URL to load; undefined when no module of this digest is kept. */
  urlOf(digest: string): string | undefined;
}

export function pluginModules(directory: string, files: Files = nodeFiles): PluginModules {
  const pathOf = (digest: string): string => join(directory, 'plugins', `${digest}.mjs`);
  return {
    keep(digest, path) {
      // Node caches modules by URL: a changed file needs another URL.
      const url = `${pathToFileURL(path).href}?${digest}`;
      writeWhole(files, pathOf(digest), `export * from ${JSON.stringify(url)};\n`);
    },
    urlOf(digest) {
      const path = pathOf(digest);
      return files.exists(path) ? pathToFileURL(path).href : undefined;
    },
  };
}
