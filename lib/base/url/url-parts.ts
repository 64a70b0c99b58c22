/** The parts of a parsed http or https URL. Joined in this order, they are the URL. */
export interface UrlParts {
  /** `http://` or `https://` */
  scheme: string;
  /** With its `@`; empty if there is none. */
  userinfo: string;
  /** With its port. */
  host: string;
  /** From its first `/`. */
  path: string;
  /** With its `?`; empty if there is none. */
  query: string;
  /** With its `#`; empty if there is none. */
  fragment: string;
}

/** @param href as the URL parser wrote it, http or https */
export function splitUrl(href: string): UrlParts {
  const authority = href.indexOf('//') + 2;
  const pathStart = href.indexOf('/', authority);
  const host = hostStart(href, pathStart);
  const hash = href.indexOf('#', pathStart);
  const end = hash < 0 ? href.length : hash;
  const mark = href.indexOf('?', pathStart);
  const pathEnd = mark < 0 || mark > end ? end : mark;
  return {
    scheme: href.slice(0, authority),
    userinfo: href.slice(authority, host),
    host: href.slice(host, pathStart),
    path: href.slice(pathStart, pathEnd),
    query: href.slice(pathEnd, end),
    fragment: href.slice(end),
  };
}

/** Returns the host of a URL, with its port. @param href as for `splitUrl` */
export function hostIn(href: string): string {
  // Index 8 is after `http://` and one character of the host.
  const pathStart = href.indexOf('/', 8);
  return href.slice(hostStart(href, pathStart), pathStart);
}

/** Whether this is the host of a URL, without a string of it. @param href as for `splitUrl` */
export function isHostIn(href: string, host: string): boolean {
  const pathStart = href.indexOf('/', 8);
  const start = hostStart(href, pathStart);
  return pathStart - start === host.length && href.startsWith(host, start);
}

/** Returns the index of the colon before the port of a host; the length of the host if it has no port. */
export function portStart(host: string): number {
  const colon = host.lastIndexOf(':');
  return colon < 0 || host.endsWith(']') ? host.length : colon;
}

/** Returns a host without its port. */
export function withoutPort(host: string): string {
  return host.slice(0, portStart(host));
}

function hostStart(href: string, pathStart: number): number {
  const at = href.lastIndexOf('@', pathStart);
  return at < 0 ? href.indexOf('//') + 2 : at + 1;
}

export function joinUrl({ scheme, userinfo, host, path, query, fragment }: UrlParts): string {
  return scheme + userinfo + host + path + query + fragment;
}
