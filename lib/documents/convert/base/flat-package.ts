/** What parts of an Office document stand in that is one XML file. */
const part = { start: '<pkg:part ', end: '</pkg:part>' };

/** Sections of an OpenDocument file that is one XML file (ODF 1.3 part 3, §3.1.2), by the parts that have them otherwise. */
const sections: Readonly<Record<string, readonly string[]>> = {
  'content.xml': ['automatic-styles', 'body'],
  'styles.xml': ['styles', 'master-styles'],
  'meta.xml': ['meta'],
};

/** A document whose parts stand in one XML file, as `openPackage` gives others. */
export function flatPackage(source: string, maxParts: number) {
  const { found, more } = source.includes(part.start)
    ? officeParts(source, maxParts)
    : { found: openDocumentParts(source), more: false };
  const textOf = (name: string): string | undefined => found.get(name.replace(/^\//, '').toLowerCase());
  return {
    names: [...found.keys()],
    more,
    has: (name: string): boolean => textOf(name) !== undefined,
    read(name: string): Uint8Array | undefined {
      const text = textOf(name);
      return text === undefined ? undefined : Buffer.from(text);
    },
    text: (name: string): string => textOf(name) ?? '',
  };
}

function officeParts(
  source: string,
  maxParts: number,
): { readonly found: ReadonlyMap<string, string>; readonly more: boolean } {
  const found = new Map<string, string>();
  for (let at = source.indexOf(part.start); at >= 0; at = source.indexOf(part.start, at + 1)) {
    if (found.size >= maxParts) return { found, more: true };
    const head = source.indexOf('>', at);
    const end = source.indexOf(part.end, at);
    const name = /\bpkg:name="\/?([^"]*)"/.exec(source.slice(at, head))?.[1]?.toLowerCase();
    // Only XML is looked at: pictures stand in their own parts.
    const [inside = ''] = /^\s*<pkg:xmlData\b[^>]*>/.exec(source.slice(head + 1, head + 500)) ?? [];
    if (name !== undefined && inside !== '' && !found.has(name))
      found.set(name, source.slice(head + 1 + inside.length, end < 0 ? source.length : end));
    if (end < 0) break;
    at = end;
  }
  return { found, more: false };
}

function openDocumentParts(source: string): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(sections).map(([name, its]) => [name, its.map((one) => sectionOf(source, one)).join('')]),
  );
}

function sectionOf(source: string, name: string): string {
  const [start] = ['>', ' '].map((end) => source.indexOf(`<office:${name}${end}`)).filter((at) => at >= 0);
  if (start === undefined) return '';
  const end = source.indexOf(`</office:${name}>`, start);
  return source.slice(start, end < 0 ? source.length : end);
}
