import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Declaration, declarations, withoutComments } from './declarations.ts';

const root = join(import.meta.dirname, '..');

/** The file that says what is public: a change of it is a decision about versions. */
export const signaturesFile = join(root, 'docs', 'schema', 'api.d.txt');
export const apiPage = join(root, 'docs', 'api.md');
const begin = '<!-- from the declarations: npm run docs -->\n';
const end = '<!-- end -->\n';

/** What is described in tables of docs/api.md. */
const described = ['Crawl', 'RunOptions', 'ReharvestOptions', 'OpenOptions', 'PageStep', 'DeployedCrawl'];

export function signatures(all: readonly Declaration[]): string {
  return `${all.map(({ entry, text }) => `// winnow-crawler${entry.slice(1)}\n${withoutComments(text)}`).join('\n\n')}\n`;
}

/** docs/api.md with the tables of these declarations in place of those that it has. */
export function withReference(page: string, all: readonly Declaration[]): string {
  const [head = '', rest = ''] = page.split(begin);
  const [, tail = ''] = rest.split(end);
  const tables = described.map((name) => tableOf(all.find((one) => one.name === name)));
  return `${head}${begin}${tables.join('\n')}${end}${tail}`;
}

/** A table of the members of a declaration: its first column is what is written, without its types. */
function tableOf(declaration: Declaration | undefined): string {
  if (declaration === undefined) throw new Error('a described declaration is not exported');
  const members = [
    ...declaration.text.matchAll(
      /^ {4}\/\*\*([\s\S]*?)\*\/\n {4}(?:readonly )?(\w+)(\??)(\(([^;]*?)\))?[:;(]/gm,
    ),
  ];
  const rows = members.map(([, comment = '', name = '', optional = '', call, parameters = '']) => {
    const names = [...parameters.matchAll(/(\w+\??):/g)].map(([, parameter]) => parameter);
    const written = call === undefined ? `${name}${optional}` : `${name}(${names.join(', ')})`;
    return `| \`${written}\` | ${sentence(comment)} |`;
  });
  return `**\`${declaration.name}\`**\n\n| | |\n|---|---|\n${rows.join('\n')}\n`;
}

function sentence(comment: string): string {
  return comment
    .replaceAll(/\n\s*\*\s?/g, ' ')
    .replaceAll(/^\s*\*?/g, '')
    .replaceAll(/@param (\w+) /g, '`$1`: ')
    .replaceAll('@throws WinnowError', 'Errors:')
    .replaceAll(/\s+/g, ' ')
    .replaceAll('|', '\\|')
    .trim();
}

if (import.meta.main) {
  const all = declarations();
  writeFileSync(signaturesFile, signatures(all));
  writeFileSync(apiPage, withReference(readFileSync(apiPage, 'utf8'), all));
}
