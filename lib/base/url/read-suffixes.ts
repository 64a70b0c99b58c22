import { brotliDecompressSync } from 'node:zlib';
import { packedSuffixes } from './public-suffixes.ts';

/** The rules of the Public Suffix List by kind, without `*.` and `!`; names in punycode. */
export interface SuffixRules {
  /** Names that are public suffixes. */
  readonly suffixes: ReadonlySet<string>;
  /** Names of which every direct subdomain is a public suffix. */
  readonly wildcards: ReadonlySet<string>;
  /** Names that are not public suffixes, although a wildcard covers them. */
  readonly exceptions: ReadonlySet<string>;
}

let rules: SuffixRules | undefined;

/** Returns the rules. The first call unpacks them, which takes some milliseconds and about a megabyte of memory. */
export function suffixRules(): SuffixRules {
  rules ??= readSuffixes(brotliDecompressSync(Buffer.from(packedSuffixes, 'base64')).toString());
  return rules;
}

/**
 * Parses the packed rules.
 * @param text labels separated by commas; the subdomains of a name follow it in round brackets. `?` after a name: it is not a
 * rule itself; `!` before a label: an exception; `*`: a wildcard
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
