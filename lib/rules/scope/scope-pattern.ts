import { type CompiledPattern, compilePattern } from '../../base/pattern/pattern.ts';

/** The text in which a pattern of Combine's lists is searched: the host without its port, or the whole URL. */
export type PatternTarget = 'host' | 'url';

const form = /^(HOST|URL):?\s*(.*)$/s;

/**
 * Reads an entry of Combine's `allow` and `exclude` lists: `HOST: expression` or `URL expression`. Returns undefined if
 * the entry begins with neither word.
 */
export function readScopePattern(
  text: string,
): { readonly target: PatternTarget; readonly compiled: CompiledPattern } | undefined {
  const [, target, source] = form.exec(text.trim()) ?? [];
  if (source === undefined) return undefined;
  return { target: target === 'HOST' ? 'host' : 'url', compiled: compilePattern(source) };
}
