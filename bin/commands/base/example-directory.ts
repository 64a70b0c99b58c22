import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { defined } from '../../../lib/base/defined.ts';
import { WinnowError } from '../../../lib/base/error.ts';
import type { PageContent } from '../../../lib/base/page/page-content.ts';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import { defaultUrlSettings } from '../../../lib/base/url/url-settings.ts';
import { readPage } from '../../../lib/domain/reading/read-page.ts';
import { documentText } from '../../../lib/topic/judge.ts';
import { readOrThrow } from './files.ts';
import { isUrl } from './page-at.ts';

/** A file of a directory of examples. `page` and `text` are absent when the file is neither text nor HTML. */
export interface ExampleFile {
  readonly file: string;
  readonly page?: PageContent;
  readonly text?: string;
}

/**
 * Reads all files below a directory, in the order of their names. Links to directories are not followed, because they could
 * form a circle.
 * @throws WinnowError `config` when a directory or file cannot be read
 */
export function* readDirectory(directory: string): Generator<ExampleFile> {
  for (const file of listFiles(directory)) yield readFile(file);
}

/** Reads files, and all files below directories. @throws WinnowError `config` when a file or directory cannot be read */
export function* readFiles(paths: readonly string[]): Generator<ExampleFile> {
  for (const path of paths) {
    if (readOrThrow(path, () => statSync(path)).isDirectory()) yield* readDirectory(path);
    else yield readFile(path);
  }
}

/** URLs as they are, and what is read of the files and folders beside them. @throws WinnowError `usage` for what is neither */
export function pagesNamed(named: readonly string[]): readonly unknown[] {
  const paths = named.filter((one) => !isUrl(one));
  const absent = paths.find((path) => !existsSync(path));
  if (absent !== undefined)
    throw new WinnowError('usage', `${absent} is neither an http(s) URL nor a file or folder`);
  const read = [...readFiles(paths)].map(({ file: source, page }) => {
    if (page === undefined) return { source };
    const { title, metadata, text, language } = page;
    return { source, page: defined({ title, metadata, text, language }) };
  });
  return [...named.filter(isUrl), ...read];
}

function readFile(file: string): ExampleFile {
  const result = readPage({
    url: 'http://localhost/' as CanonicalUrl,
    body: readOrThrow(file, () => readFileSync(file)),
    contentType: '',
    urlSettings: defaultUrlSettings,
    extract: [],
    product: 'winnow',
    sketch: false,
  });
  return result.kind === 'page'
    ? { file, page: result.content, text: documentText(result.content) }
    : { file };
}

/** Walks directories itself, because a recursive `readdir` follows links to directories. */
function listFiles(directory: string): readonly string[] {
  const entries = readOrThrow(directory, () => readdirSync(directory, { withFileTypes: true }));
  return entries
    .filter(({ name }) => !name.startsWith('.'))
    .flatMap((entry) => {
      const path = join(directory, entry.name);
      if (entry.isDirectory()) return listFiles(path);
      return entry.isFile() ? [path] : [];
    })
    .sort();
}
