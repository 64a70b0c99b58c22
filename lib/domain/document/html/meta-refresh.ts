/**
 * The target of a `<meta http-equiv=refresh content="…">`, as written, by the HTML standard's declarative refresh
 * steps; undefined when the page only reloads itself, or when the value is malformed.
 */
export function refreshTarget(content: string): string | undefined {
  const time = /^[\t\n\f\r ]*(?:\d+(?:\.[\d.]*)?|\.[\d.]*)(?:[\t\n\f\r ]*[;,]|[\t\n\f\r ])[\t\n\f\r ]*/.exec(
    content,
  );
  if (time === null) return undefined;
  const rest = content.slice(time[0].length).replace(/^[;,][\t\n\f\r ]*/, '');
  const url = rest.replace(/^url[\t\n\f\r ]*=[\t\n\f\r ]*/i, '');
  const quote = url[0];
  if (quote !== '"' && quote !== "'") return url.trim() || undefined;
  const close = url.indexOf(quote, 1);
  return url.slice(1, close < 0 ? undefined : close).trim() || undefined;
}
