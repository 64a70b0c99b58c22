import type { Relationship } from './relationships.ts';

/** An address of the web: what opens a program or leads into the document is none. */
export function webLink(target: string | undefined): string | undefined {
  return target !== undefined && /^(?:https?|ftp|mailto):/i.test(target.trim()) ? target.trim() : undefined;
}

/** UTF-16 units of an address that is no URL yet. */
const maxRelative = 2_000;

/** With a scheme (a drive is like one), of another computer, or of a place in this document. */
const elsewhere = /^(?:[a-z][a-z0-9+.-]*:|\\\\|\/\/|#|\?)/i;

/**
 * An address that a document of one file links to, of the web or relative to the document's own: the reader of pages resolves it. What
 * may as well be the address of a person or a path on a disk is none.
 */
export function documentLink(target: string | undefined): string | undefined {
  const address = target?.trim() ?? '';
  const absolute = webLink(address);
  if (absolute !== undefined || address === '' || address.length > maxRelative) return absolute;
  if (/^www\.[^/]/i.test(address)) return `http://${address}`;
  return elsewhere.test(address) || /^[^/]*@/.test(address) ? undefined : address;
}

/** The same of a relationship of an Office document. */
export function relatedLink(relationship: Relationship | undefined): string | undefined {
  return relationship?.external ? documentLink(relationship.target) : undefined;
}

/** The same of an OpenDocument file (part 2, §3.7): relative addresses begin inside of the package. */
export function packageLink(target: string | undefined): string | undefined {
  const address = target?.trim() ?? '';
  if (address.startsWith('../')) return documentLink(address.slice(3));
  return address.startsWith('/') ? documentLink(address) : webLink(address);
}
