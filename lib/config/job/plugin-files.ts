import { createHash } from 'node:crypto';
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, extname, relative, resolve } from 'node:path';
import { WinnowError } from '../../base/error.ts';
import {
  defaultDeadline,
  type PluginRole,
  type PluginSettings,
} from '../../base/setting-kinds/plugin-settings.ts';
import { fileFault } from '../file/file-fault.ts';

/** A plug-in that a job names, where it lies. */
export interface PluginFile extends Pick<PluginSettings, 'file' | 'digest'> {
  /** Absolute. */
  readonly path: string;
  readonly role: PluginRole;
}

/** Modules that can be plug-ins. */
export const pluginExtensions: readonly string[] = ['.js', '.mjs', '.ts', '.mts'];

/** More is not written by hand. */
const maxFiles = 1_000;
const digestDigits = 16;
/** `from './x.ts'`, `import './x.ts'`, `import('./x.ts')`. */
const relativeImport = /\b(?:from|import)\s*(?:\(\s*)?(['"])(\.{1,2}\/[^'"\n]+)\1/g;

/** What is said of a plug-in beside its module. */
export interface PluginGiven {
  readonly id?: string | undefined;
  readonly plugin: string;
  readonly options?: Readonly<Record<string, unknown>> | undefined;
  /** Seconds. */
  readonly deadline?: number | undefined;
}

/**
 * A plug-in as settings have it.
 * @param place the setting that names it, for messages
 * @param path of its module, absolute
 * @throws WinnowError `config` for what is no file or no module
 */
export function pluginSettings(place: string, given: PluginGiven, path: string): PluginSettings {
  const { plugin: file, options = {}, deadline = defaultDeadline } = given;
  if (!pluginExtensions.includes(extname(path)))
    throw new WinnowError('config', `${place}: ${file}: expected a module, ${pluginExtensions.join(', ')}`);
  return {
    id:
      given.id ??
      (basename(path, extname(path))
        .replace(/[^\p{L}\p{N}._-]+/gu, '-')
        .slice(0, 40) ||
        'plugin'),
    file,
    digest: pluginDigest(path, `${place}: ${file}`),
    options,
    deadlineMs: Math.round(deadline * 1_000),
  };
}

/**
 * 16 hex digits of a SHA-256 over a module and the files that it imports by relative paths, and so on; the same wherever
 * they lie. Packages are not looked into.
 * @param name for messages
 * @throws WinnowError `config` for a file that cannot be read
 */
export function pluginDigest(path: string, name: string): string {
  const entry = realPath(path, name);
  const texts = new Map<string, string>();
  const waiting = [entry];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (texts.has(next)) continue;
    if (texts.size >= maxFiles)
      throw new WinnowError('config', `${name}: it imports more than ${maxFiles} files`);
    const text = readFileSync(next, 'utf8');
    texts.set(next, text);
    for (const [, , specifier = ''] of text.matchAll(relativeImport)) {
      const imported = resolve(dirname(next), specifier);
      if (existsSync(imported) && statSync(imported).isFile()) waiting.push(realpathSync(imported));
    }
  }
  const sum = createHash('sha256');
  const files = [...texts].map(([file, text]) => [relative(dirname(entry), file), text] as const);
  for (const [file, text] of files.sort(([a], [b]) => (a < b ? -1 : 1)))
    sum.update(JSON.stringify([file, text]));
  return sum.digest('hex').slice(0, digestDigits);
}

function realPath(path: string, name: string): string {
  try {
    const real = realpathSync(path);
    if (statSync(real).isFile()) return real;
  } catch (error) {
    throw new WinnowError('config', `${name}: ${fileFault(error)}`, { cause: error });
  }
  throw new WinnowError('config', `${name}: it is no file`);
}
