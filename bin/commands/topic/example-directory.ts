import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { PageContent } from '../../../lib/base/page/page-content.ts';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import { defaultUrlSettings } from '../../../lib/base/url/url-settings.ts';
import { readPage } from '../../../lib/domain/reading/read-page.ts';
import { documentText } from '../../../lib/topic/judge.ts';
import { readOrThrow } from '../base/files.ts';

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
