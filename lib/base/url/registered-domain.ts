import { brotliDecompressSync } from 'node:zlib';
import { packedSuffixes } from './public-suffixes.ts';

/** No rule of the list has more labels, so earlier labels of a name need no look-up. */
const maxLabels = 8;

/**
 * Returns the registered domain of a host by the Public Suffix List: the name that its owner registered with a
 * registry, or got from a provider of subdomains (the private part of the list, such as `github.io`). Returns undefined
 * for an IP address, a public suffix, and a name of one label. A port is ignored.
 * @param host canonical: lower case, punycode
 */
export function registeredDomain(host: string): string | undefined {
  if (host.endsWith(']') || host.startsWith('.')) return undefined;
  const colon = host.lastIndexOf(':');
  const name = colon === -1 ? host : host.slice(0, colon);
  // By the URL standard only IP addresses end with a number.
  if (/(?:^|\.)\d+$/.test(name)) return undefined;
  const start = labelBefore(name, suffixStart(name));
  return start === undefined ? undefined : name.slice(start);
}

/** Returns where the public suffix of a name begins: the longest rule that the name ends with, else its last label. */
function suffixStart(name: string): number {
  const { suffixes, wildcards, exceptions } = suffixRules();
  let longest = labelBefore(name, name.length + 1) ?? 0;
  let parentStart = name.length + 1;
  let start: number | undefined = longest;
  for (let labels = 0; labels < maxLabels && start !== undefined; labels++) {
    const suffix = name.slice(start);
    if (exceptions.has(suffix)) return parentStart;
    if (suffixes.has(suffix) || wildcards.has(name.slice(parentStart))) longest = start;
    parentStart = start;
    start = labelBefore(name, start);
  }
  return longest;
}

/** Returns the start of the label before the one that begins at `start`; undefined if there is none. */
function labelBefore(name: string, start: number): number | undefined {
  return start === 0 ? undefined : name.lastIndexOf('.', start - 2) + 1;
}

/** The rules of the Public Suffix List by kind, without `*.` and `!`; names in punycode. */
interface SuffixRules {
  /** Names that are public suffixes. */
  readonly suffixes: ReadonlySet<string>;
  /** Names of which every direct subdomain is a public suffix. */
  readonly wildcards: ReadonlySet<string>;
  /** Names that are not public suffixes, although a wildcard covers them. */
  readonly exceptions: ReadonlySet<string>;
}

let rules: SuffixRules | undefined;

/** Returns the rules. The first call unpacks them, which takes some milliseconds and about a megabyte of memory. */
function suffixRules(): SuffixRules {
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
