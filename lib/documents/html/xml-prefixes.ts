/** Namespaces whose elements are read by their names in HTML. */
export const elementNamespaces: ReadonlySet<string> = new Set([
  'http://www.w3.org/1999/xhtml',
  'http://www.w3.org/2000/svg',
  'http://www.w3.org/1998/Math/MathML',
]);
const xlink = 'http://www.w3.org/1999/xlink';

const declaration = /\sxmlns:([\w.-]{1,100})\s{0,9}=\s{0,9}["']([^"'<>]{1,100})["']/g;
/** The beginning of a tag, up to a `>` in the value of an attribute. */
const tag = /<[^<>]*/g;
const elementPrefix = /^(<\/?)([\w.-]{1,100}):(?=\w)/;
const linkPrefix = /(\s)([\w.-]{1,100}):href(?=\s{0,9}=)/g;

/** Whether a document declares a prefix. @param page in UTF-8 */
export function mayHavePrefixes(page: string | Uint8Array): boolean {
  const sign = 'xmlns:';
  return typeof page === 'string'
    ? page.includes(sign)
    : Buffer.from(page.buffer, page.byteOffset, page.length).includes(sign);
}

/**
 * An XML document as HTML writes it: elements of XHTML, SVG and MathML without the prefix that the document declares, XLink's `href`
 * with the prefix of HTML. A prefix holds for the whole document, wherever it is declared.
 */
export function withoutPrefixes(xml: string): string {
  const elements = new Set<string>();
  const links = new Set<string>();
  for (const [, prefix = '', namespace = ''] of xml.matchAll(declaration)) {
    if (elementNamespaces.has(namespace)) elements.add(prefix);
    else if (namespace === xlink && prefix !== 'xlink') links.add(prefix);
  }
  if (elements.size === 0 && links.size === 0) return xml;
  return xml.replace(tag, (written) => {
    const named = written.replace(elementPrefix, (all, open: string, prefix: string) =>
      elements.has(prefix) ? open : all,
    );
    if (links.size === 0) return named;
    return named.replace(linkPrefix, (all, space: string, prefix: string) =>
      links.has(prefix) ? `${space}xlink:href` : all,
    );
  });
}
