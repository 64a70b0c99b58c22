import { brotliDecompressSync } from 'node:zlib';
import { packedSuffixes } from './public-suffixes.ts';

/** The rules of the Public Suffix List by kind, without `*.` and `!`. Hosts in punycode. */
export interface SuffixRules {
  readonly suffixes: ReadonlySet<string>;
  /** Every name right under one of these is a suffix. */
  readonly wildcards: ReadonlySet<string>;
  /** Names that are none although a wildcard says so. */
  readonly exceptions: ReadonlySet<string>;
}

let rules: SuffixRules | undefined;

/** Unpacked once, when it is first asked for: some milliseconds, about a megabyte. */
export function suffixRules(): SuffixRules {
  rules ??= readSuffixes(brotliDecompressSync(Buffer.from(packedSuffixes, 'base64')).toString());
  return rules;
}

/**
 * @param text names separated by commas, those below a name in round brackets behind it; `?` behind a name that is no
 * rule itself, `!` before an exception, `*` for a wildcard
 */
function readSuffixes(text: string): SuffixRules {
  const suffixes = new Set<string>();
  const wildcards = new Set<string>();
  const exceptions = new Set<string>();
  const parents: string[] = [];
  let parent = '';
  let last = '';
  for (const [token, label, mark] of text.matchAll(/([^,()?]+)(\??)|[()]/g)) {
    if (token === '(') {
      parents.push(parent);
      parent = `.${last}`;
    } else if (token === ')') {
      parent = parents.pop() ?? '';
    } else if (label === '*') {
      wildcards.add(parent.slice(1));
    } else if (label?.startsWith('!')) {
      exceptions.add(label.slice(1) + parent);
    } else {
      last = label + parent;
      if (mark === '') suffixes.add(last);
    }
  }
  return { suffixes, wildcards, exceptions };
}
