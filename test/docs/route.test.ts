import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root, textOf } from './pages.ts';

const route = /^## The route of a URL\n(.*?)^## /ms.exec(textOf('lib/README.md'))?.[1] ?? '';
const rows = [...route.matchAll(/^\| `(lib\/[\w/.-]+)` \| ((?:`\w+`(?:, )?)+) \| (.+) \|$/gm)].map(
  ([, file = '', names = '']) => ({ file, names: [...names.matchAll(/\w+/g)].map(([name]) => name) }),
);

/** Whether a text exports a value or a type by this name where it defines it. */
function exports(text: string, name: string): boolean {
  return new RegExp(
    `^export (?:async )?(?:(?:abstract )?class|function\\*?|const|interface|type) ${name}\\b`,
    'm',
  ).test(text);
}

describe('the route of a URL in lib/README.md', () => {
  it('has a row for each line of its table', () => {
    const lines = route.match(/^\| (?!file \|).*$/gm) ?? [];
    expect(rows.length).toBe(lines.length);
    expect(rows.length).toBeGreaterThan(40);
  });

  it.each(rows)('$file exports $names', ({ file, names }) => {
    expect(existsSync(join(root, file)), `${file} is there`).toBe(true);
    const text = readFileSync(join(root, file), 'utf8');
    expect(names.filter((name) => !exports(text, name))).toEqual([]);
  });

  it('is not taken in by a name that is only imported, longer, or in a comment', () => {
    const text =
      '/** export const visit */\nimport { visit } from "./x.ts";\nexport function visitPages() {}\n';
    expect(exports(text, 'visit')).toBe(false);
    expect(exports(text, 'visitPages')).toBe(true);
  });
});
