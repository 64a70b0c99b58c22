import { hash } from 'node:crypto';

/** Letters of a name that come of the path, and digits that come of the whole URL. */
const [mostSlug, digits] = [60, 8];

/**
 * The file of a page, by its URL alone: it stays when title or content of the page change, and no two URLs share one. A link finds it
 * without knowing the page.
 */
export function pageFile(url: string): string {
  const { hostname, port, pathname, search } = new URL(url);
  const host = hostname.replace(/[^\w.-]/g, '-').replace(/^\.+/, '-');
  const place = `${host}${port === '' ? '' : `_${port}`}`;
  return `${place}/${slugOf(`${pathname}${search}`)}-${hash('sha256', url).slice(0, digits)}.md`;
}

function slugOf(path: string): string {
  const words = decoded(path.replace(/\.(?:html?|php|aspx?|jsp)$/i, ''))
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
  return words.replace(/^-/, '').slice(0, mostSlug).replace(/-$/, '') || 'index';
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
