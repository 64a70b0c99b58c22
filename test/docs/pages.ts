import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');

/** Pages that people read, by their paths from the root. */
export function pages(): readonly string[] {
  const folders = ['docs', 'lib', 'bench', 'examples'].map((folder) => `${folder}/**/*.md`);
  const exclude = ['**/node_modules/**'];
  return globSync(['*.md', ...folders, 'localstack/*.md'], { cwd: root, exclude }).toSorted();
}

export function textOf(page: string): string {
  return readFileSync(join(root, page), 'utf8');
}

/** A page without its blocks of code, in which `#` and brackets mean something else. */
function prose(page: string): string {
  return textOf(page).replaceAll(/^ *```.*?^ *```/gms, '');
}

/** The anchors of a page as GitHub makes them: its headings, and a number behind those that come again. */
export function anchorsOf(page: string): ReadonlySet<string> {
  const seen = new Map<string, number>();
  const anchors = new Set<string>();
  for (const [, heading = ''] of prose(page).matchAll(/^#{1,6} (.+)$/gm)) {
    const slug = heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
      .replaceAll(' ', '-');
    const before = seen.get(slug) ?? 0;
    anchors.add(before === 0 ? slug : `${slug}-${before}`);
    seen.set(slug, before + 1);
  }
  return anchors;
}

/** What a page links to, pictures included; addresses on the web are left out. */
export function linksOf(page: string): readonly string[] {
  return [...prose(page).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target));
}
