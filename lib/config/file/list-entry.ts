import { registeredDomain } from '../../base/url/registered-domain.ts';
import { readSurtPrefix } from '../../base/url/surt-prefix.ts';
import { type ListTest, readScopePattern } from '../../rules/settings.ts';
import { hostName } from '../schema/job-values.ts';

/** An entry as the settings store it; or, if it is wrong, what was expected (a noun phrase) and what is wrong with it. */
export type CheckedEntry =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly expected: string; readonly why?: string };

/** Checks an entry of a list of this kind, and brings it into the form that the settings store. */
export function checkEntry(kind: ListTest, text: string): CheckedEntry {
  return checks[kind](text);
}

const checks: Readonly<Record<ListTest, (text: string) => CheckedEntry>> = {
  hosts(text) {
    const host = canonicalHost(text);
    if (host !== undefined) return { ok: true, text: host };
    return {
      ok: false,
      expected: 'a host name such as example.org, without scheme, path or wildcard (subdomains are included)',
    };
  },
  domains(text) {
    const host = canonicalHost(text);
    const domain = host === undefined ? undefined : registeredDomain(host);
    if (domain !== undefined) return { ok: true, text: domain };
    const why = host === undefined ? undefined : 'it is an address, or a public suffix that many share';
    return { ok: false, expected: 'a registered domain such as example.org', ...(why && { why }) };
  },
  surts(text) {
    if (readSurtPrefix(text) !== undefined) return { ok: true, text };
    return {
      ok: false,
      expected:
        'a SURT prefix such as http://(org,example, for a domain or http://(org,example,www,)/archive/ for a path',
    };
  },
  patterns(text) {
    const read = readScopePattern(text);
    if (read === undefined) return { ok: false, expected: "'HOST:' or 'URL' and a regular expression" };
    const { compiled } = read;
    if (compiled.ok) return { ok: true, text };
    return {
      ok: false,
      expected: 'a regular expression',
      why: `character ${compiled.at + 1} of the expression: ${compiled.problem}`,
    };
  },
  extensions(text) {
    const extension = /^\.?([\w~-]{1,20})$/.exec(text)?.[1];
    if (extension !== undefined) return { ok: true, text: extension.toLowerCase() };
    return { ok: false, expected: 'a file extension such as pdf' };
  },
  schemes(text) {
    if (text === 'http' || text === 'https') return { ok: true, text };
    return { ok: false, expected: 'http or https (no other scheme is spoken)' };
  },
};

function canonicalHost(text: string): string | undefined {
  const host = hostName(text)?.replace(/:443$/, '');
  return host === undefined || /^\.|\.\./.test(host) ? undefined : host;
}
