/**
 * Headers whose lines must stay separate (a line that comes twice counts once, as proxies add what is there already, and an empty one
 * not at all): in `x-robots-tag` the name of a crawler is valid to the end of its line.
 */
const lineScoped = new Set(['x-robots-tag', 'set-cookie']);

/** One value for each header: an answer may repeat its lines. Changes `headers`. */
export function joinHeaders(
  headers: Record<string, string | string[] | undefined>,
): Readonly<Record<string, string>> {
  for (const name in headers) {
    const value = headers[name];
    if (!Array.isArray(value)) continue;
    const said = new Set(value.map((line) => line.trim()));
    said.delete('');
    const lines = [...said];
    // Nothing tells which of two different targets holds.
    if (name === 'location' && lines.length > 1) delete headers[name];
    else headers[name] = lines.join(lineScoped.has(name) ? '\n' : ', ');
  }
  return headers as Record<string, string>;
}
