/** What a page asks of those who index it. */
export interface RobotsDirectives {
  readonly noindex: boolean;
  readonly nofollow: boolean;
}

const none: RobotsDirectives = { noindex: false, nofollow: false };

/** Directives that have a value after a colon, and so look like a crawler's name. */
const valued = new Set(['unavailable_after', 'max-snippet', 'max-image-preview', 'max-video-preview']);

/** Either asks for it: the most restrictive combination holds. */
export function mergeDirectives(left: RobotsDirectives, right: RobotsDirectives): RobotsDirectives {
  return { noindex: left.noindex || right.noindex, nofollow: left.nofollow || right.nofollow };
}

/**
 * Meta robots directives for all crawlers, or for `product`.
 * @param metadata by name in lower case
 */
export function metaDirectives(
  metadata: ReadonlyMap<string, readonly string[]>,
  product: string,
): RobotsDirectives {
  const values = new Set([...(metadata.get('robots') ?? []), ...(metadata.get(product.toLowerCase()) ?? [])]);
  let directives = none;
  for (const value of values) directives = mergeDirectives(directives, fromTokens(value.split(/[\s,;]+/)));
  return directives;
}

/**
 * The directives of `X-Robots-Tag` for all crawlers, or for `product`: `noindex`, `otherbot: nofollow`,
 * `googlebot: noindex, nofollow`. A name holds to the end of its header line, or to the next name.
 * @param header one string per header line; in a single string, lines may be separated by a line feed
 */
export function robotsDirectives(header: string | readonly string[], product: string): RobotsDirectives {
  let directives = none;
  for (const line of typeof header === 'string' ? header.split('\n') : header) {
    let ours = true;
    const tokens: string[] = [];
    for (const part of line.split(',')) {
      const named = /^\s*([^\s:]+)\s*:(.*)$/s.exec(part);
      const name = named?.[1]?.toLowerCase();
      const scoped = name !== undefined && !valued.has(name);
      if (scoped) ours = name === product.toLowerCase();
      if (ours) tokens.push((scoped ? (named?.[2] ?? '') : part).trim());
    }
    directives = mergeDirectives(directives, fromTokens(tokens));
  }
  return directives;
}

function fromTokens(tokens: readonly string[]): RobotsDirectives {
  const lower = tokens.map((token) => token.toLowerCase());
  const all = lower.includes('none');
  return { noindex: all || lower.includes('noindex'), nofollow: all || lower.includes('nofollow') };
}
