import { suffixRules } from './read-suffixes.ts';

/** No rule of the list has more labels; what stands before them need not be looked at. */
const mostLabels = 8;

/**
 * The registered domain of a host by the Public Suffix List: what somebody had to ask a registry for, or, by its private
 * part (`github.io`), somebody who gives names away. Undefined for an IP address, a public suffix, and a name of one
 * part. A port does not matter.
 * @param host canonical: lower case, punycode
 */
export function registeredDomain(host: string): string | undefined {
  if (host.endsWith(']') || host.startsWith('.')) return undefined;
  const colon = host.lastIndexOf(':');
  const name = colon === -1 ? host : host.slice(0, colon);
  // Only addresses end with a number, the URL standard sees to that.
  if (/(?:^|\.)\d+$/.test(name)) return undefined;
  const start = labelBefore(name, suffixStart(name));
  return start === undefined ? undefined : name.slice(start);
}

/** Where the public suffix of a name begins: the longest rule that it ends with, its last label if none does. */
function suffixStart(name: string): number {
  const { suffixes, wildcards, exceptions } = suffixRules();
  let longest = labelBefore(name, name.length + 1) ?? 0;
  let parentStart = name.length + 1;
  let start: number | undefined = longest;
  for (let labels = 0; labels < mostLabels && start !== undefined; labels++) {
    const suffix = name.slice(start);
    if (exceptions.has(suffix)) return parentStart;
    if (suffixes.has(suffix) || wildcards.has(name.slice(parentStart))) longest = start;
    parentStart = start;
    start = labelBefore(name, start);
  }
  return longest;
}

/** Where the label before a position begins that is itself the beginning of one; undefined when there is none. */
function labelBefore(name: string, start: number): number | undefined {
  return start === 0 ? undefined : name.lastIndexOf('.', start - 2) + 1;
}
