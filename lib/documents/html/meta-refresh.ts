/** A page that moves on by itself. */
export interface Refresh {
  /** As written. */
  readonly href: string;
  /** Whole seconds that the page stays: browsers cut off a fraction. */
  readonly seconds: number;
}

/**
 * Reads a `<meta http-equiv=refresh content="…">` by the HTML standard's shared declarative refresh steps; undefined when
 * the page only reloads itself, or when the value is malformed.
 */
export function readRefresh(content: string): Refresh | undefined {
  const time =
    /^[\t\n\f\r ]*(?:(\d+)(?:\.[\d.]*)?|\.[\d.]*)(?:[\t\n\f\r ]*[;,]|[\t\n\f\r ])[\t\n\f\r ]*/.exec(content);
  if (time === null) return undefined;
  const rest = content.slice(time[0].length).replace(/^[;,][\t\n\f\r ]*/, '');
  const url = rest.replace(/^url[\t\n\f\r ]*=[\t\n\f\r ]*/i, '');
  const href = unquoted(url).trim();
  return href === '' ? undefined : { href, seconds: Number(time[1] ?? 0) };
}

function unquoted(url: string): string {
  const quote = url[0];
  if (quote !== '"' && quote !== "'") return url;
  const close = url.indexOf(quote, 1);
  return url.slice(1, close < 0 ? undefined : close);
}

/** The longest stay, in seconds, at which a refresh is instant. */
const longestInstant = 1;

/**
 * Whether a refresh is a redirect: nobody can read the page before it moves on. Google, too, takes an instant refresh for a
 * permanent redirect and a later one for a temporary one; Nutch (below 5 s) and Scrapy (up to 100 s) follow later ones as
 * well, but a page that stays for seconds may have something to say. It is kept, and its target is a link.
 */
export function isInstant({ seconds }: Refresh): boolean {
  return seconds <= longestInstant;
}
