/** What a text is by the way it begins, of formats that no signature tells. */
const starts: readonly (readonly [(text: string) => boolean, string])[] = [
  [isMailbox, 'application/mbox'],
  [(text) => /^(?:%[^\n]*\n|\s)*\\(?:documentclass|documentstyle)\b/.test(text), 'application/x-tex'],
  [isMail, 'message/rfc822'],
  [(text) => text.startsWith('%!'), 'application/postscript'],
];

/** The type of an undeclared text. */
export function textType(header: string): string {
  const text = header.replaceAll('\r\n', '\n');
  return starts.find(([begins]) => begins(text))?.[1] ?? 'text/plain';
}

/** A line with a time, then a header. */
function isMailbox(text: string): boolean {
  const end = text.indexOf('\n');
  const first = text.slice(0, Math.max(0, end));
  return (
    first.startsWith('From ') && /\d{2}:\d{2}/.test(first) && /^(?:>?[\w-]+:|\s)/.test(text.slice(end + 1))
  );
}

const written = /^(?:From|Date|Subject|To): /i;
const onTheWay = /^(?:Received|Return-Path|Delivered-To|Message-ID|MIME-Version|X-[\w-]+): /i;

/** Headers that only mail has, and one of those that people write. */
function isMail(text: string): boolean {
  const [first = '', ...others] = text.split('\n').filter((line) => !/^[ \t]/.test(line));
  if (onTheWay.test(first))
    return /^(?:From|Date|Subject|To|Content-Type): /i.test(
      others.find((line) => !onTheWay.test(line)) ?? '',
    );
  if (!written.test(first)) return false;
  for (const line of others) {
    if (/^(?:Message-ID|MIME-Version|Date|From): /i.test(line)) return true;
    if (!/^[\w-]+:/.test(line)) return false;
  }
  return false;
}

/** The type of an XML document by its first element; of any but SVG, XHTML and feeds `otherwise`. */
export function xmlType(header: string, otherwise = 'text/xml'): string {
  const root = rootOf(header);
  if (root === undefined) return otherwise;
  if (localName(root) === 'svg') return 'image/svg+xml';
  if (localName(root) === 'html') return 'application/xhtml+xml';
  return feedOf(root, header) ?? otherwise;
}

/**
 * What lists entries for readers or crawlers, by how it begins: RSS, Atom, JSON Feed, sitemaps (WHATWG MIME Sniffing §7.3, and what else
 * there is by now). Undefined: it is none, or does not begin like one.
 */
export function listType(header: string): string | undefined {
  if (/^(?:\xef\xbb\xbf)?\s*\{/.test(header)) {
    return /"version"\s*:\s*"https?:\\?\/\\?\/jsonfeed\.org\b/.test(header)
      ? 'application/feed+json'
      : undefined;
  }
  const root = /^(?:\xef\xbb\xbf)?\s*</.test(header) ? rootOf(header) : undefined;
  return root === undefined ? undefined : feedOf(root, header);
}

function feedOf(root: string, header: string): string | undefined {
  if (
    root === 'rss' ||
    (localName(root) === 'RDF' && /\bpurl\.org\/rss\/|\bnetscape\.com\/rdf\/simple\//.test(header))
  )
    return 'application/rss+xml';
  const isAtom = /\bw3\.org\/2005\/Atom\b|\bpurl\.org\/atom\//.test(header);
  if (localName(root) === 'feed' && isAtom) return 'application/atom+xml';
  return root === 'urlset' || root === 'sitemapindex' ? 'text/xml' : undefined;
}

/** The name of the first element, prefix and all. UTF-16 is told by the bytes of its ASCII. */
function rootOf(header: string): string | undefined {
  const text = header.replaceAll('\0', '').replace(/<!--[\s\S]*?(?:-->|$)/g, '');
  return /<(?![?!])([\w:-]+)/.exec(text)?.[1];
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
