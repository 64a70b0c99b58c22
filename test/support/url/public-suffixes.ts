import { brotliCompressSync, constants } from 'node:zlib';

/** tldts's own form of the list: nodes with edges to others, the labels of all edges in a row. */
interface Trie {
  readonly nodeFlags: Uint8Array;
  readonly edgeStart: Uint16Array;
  readonly edgeLength: Uint8Array;
  readonly edgeChild: Uint16Array;
  readonly labelText: string;
  readonly rulesRoot: number;
  readonly exceptionsRoot: number;
}

/** The Public Suffix List as the installed tldts has it, private suffixes too, in its own notation (`*.ck`, `!www.ck`). */
export async function publicSuffixRules(): Promise<readonly string[]> {
  const trie = (await import('tldts/dist/es6/src/data/trie.js' as string)) as Trie;
  const { nodeFlags, edgeStart, edgeLength, edgeChild, labelText, rulesRoot, exceptionsRoot } = trie;
  const labels: string[] = [];
  let offset = 0;
  for (const length of edgeLength) {
    labels.push(labelText.slice(offset, offset + length));
    offset += length;
  }
  const rules: string[] = [];
  const walk = (node: number, parent: string, mark: string): void => {
    for (let edge = edgeStart[node] ?? 0; edge < (edgeStart[node + 1] ?? 0); edge++) {
      const name = parent === '' ? (labels[edge] ?? '') : `${labels[edge]}.${parent}`;
      const child = edgeChild[edge] ?? 0;
      if (nodeFlags[child] !== 0) rules.push(mark + name);
      walk(child, name, mark);
    }
  };
  walk(rulesRoot, '', '');
  walk(exceptionsRoot, '', '!');
  return rules;
}

interface Branch {
  isRule: boolean;
  readonly below: Map<string, Branch>;
}

/**
 * The list as text: each name once, below its parent in round brackets; `?` behind a name that is no rule itself, `!`
 * before an exception. Of names in two scripts only the punycode, as canonical hosts are.
 */
export function writtenSuffixes(rules: readonly string[]): string {
  const root: Branch = { isRule: false, below: new Map() };
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what is ASCII.
  for (const rule of rules.filter((one) => /^[\x00-\x7f]*$/.test(one))) {
    let branch = root;
    for (const label of rule
      .replace(/^!(.*)$/, '$1')
      .split('.')
      .reverse()) {
      const next: Branch = branch.below.get(label) ?? { isRule: false, below: new Map() };
      branch.below.set(label, next);
      branch = next;
    }
    branch.isRule = true;
    if (rule.startsWith('!')) {
      const [label = '', ...parents] = rule.slice(1).split('.');
      const parent = parents.reverse().reduce((at, name) => at.below.get(name) as Branch, root);
      parent.below.delete(label);
      parent.below.set(`!${label}`, branch);
    }
  }
  return writtenBranch(root);
}

function writtenBranch({ below }: Branch): string {
  return [...below]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([label, branch]) => {
      const inner = branch.below.size === 0 ? '' : `(${writtenBranch(branch)})`;
      return `${label}${branch.isRule ? '' : '?'}${inner}`;
    })
    .join(',');
}

/** lib/base/url/public-suffixes.ts. */
export function suffixModule(text: string): string {
  const packed = brotliCompressSync(text, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 22 },
  });
  return `/**
 * The Public Suffix List (https://publicsuffix.org, Mozilla Public License 2.0) with its private part: written by
 * \`npm run suffixes\` from what tldts brings, a third of its size. Brotli in base64; \`readSuffixes\` says what is inside.
 */
export const packedSuffixes =
  '${packed.toString('base64')}';
`;
}
