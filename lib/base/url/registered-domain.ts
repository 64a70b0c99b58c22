import { suffixRules } from './read-suffixes.ts';

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
