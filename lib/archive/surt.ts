/**
 * The sort key of a URL in a CDXJ file: the host's labels from the last to the first, so that the pages of a domain stand
 * together, then path and query. As readers of archives make it: scheme, `www.` and a default port are left out, letters
 * are lower case, the parameters of a query are sorted.
 */
export function surt(url: string): string {
  const { hostname, port, pathname, search } = new URL(url);
  const host = hostname.replace(/^www\d*\./, '').replace(/\.$/, '');
  const isAddress = /^\[|^[\d.]+$/.test(host);
  const labels = isAddress ? host : host.split('.').reverse().join(',');
  const path = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname;
  const query = search.length > 1 ? `?${search.slice(1).split('&').sort().join('&')}` : '';
  return `${labels}${port === '' ? '' : `:${port}`})${path}${query}`.toLowerCase();
}
