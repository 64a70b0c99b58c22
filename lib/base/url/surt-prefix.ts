import { canonicalise } from './canonicalise.ts';

/**
 * The URLs that a SURT prefix covers: those of a domain with all subdomains, or of one host, below a path if there is
 * one.
 */
export type SurtPrefix = { readonly domain: string } | { readonly host: string; readonly path?: string };

/** Scheme, labels in reverse order, port, and the path after a closing parenthesis. */
const form = /^(https?:\/\/)?\(?([^()/:[\]]*|\[[^\]]*\],?)(:\d{1,5})?(?:(\))(\/.*)?)?$/is;

/**
 * Reads a SURT prefix (Sort-friendly URI Reordering Transform, as Heritrix has it): `http://(org,example,` is a
 * domain, `http://(org,example,www,)` a host, `http://(org,example,www,:8080)/archive/` a path of a host.
 * The scheme makes no difference; scheme and parenthesis are optional. Returns undefined for anything else, also for a
 * prefix that ends within a label: the author of `(org,example` seldom means `examples.org` as well.
 */
export function readSurtPrefix(text: string): SurtPrefix | undefined {
  const [, scheme = 'http://', labels = '', port = '', closed, path = '/'] = form.exec(text.trim()) ?? [];
  const name = labels.endsWith(',') ? labels.slice(0, -1) : labels;
  if (name === '' || (closed === undefined && (!labels.endsWith(',') || port !== ''))) return undefined;
  const reversed = name.split(',').toReversed();
  const isAddress = /^\[.*\]$|^\d+(\.\d+){3}$/.test(name);
  if (!isAddress && reversed.some((label) => label === '' || label.includes('.'))) return undefined;
  const canonical = canonicalise(`${scheme.toLowerCase()}${reversed.join('.')}${port}${path}`);
  if (!canonical.ok) return undefined;
  const { url, host } = canonical;
  if (closed === undefined) return isAddress ? undefined : { domain: host };
  const rest = url.slice(url.indexOf('/', url.indexOf('://') + 3));
  return rest === '/' ? { host } : { host, path: rest };
}
