import type { WebPage } from '../../../support/web/web-server.ts';

/** A site of pages that link from the first to all others, each in some version, with a validator of one kind. */
export interface VersionedSite {
  readonly count: number;
  /** By page; absent: 0. */
  readonly versions: Map<number, number>;
  page(path: string): WebPage | undefined;
}

/** Every fourth page has an entity tag, a weak one, a date, and a tag and a date. */
export function versionedSite(count: number): VersionedSite {
  const versions = new Map<number, number>();
  return {
    count,
    versions,
    page(path) {
      const number = path === '/' ? 0 : Number(/^\/p(\d+)$/.exec(path)?.[1]);
      if (!(number < count)) return undefined;
      const version = versions.get(number) ?? 0;
      const others = number === 0 ? Array.from({ length: count - 1 }, (_, i) => i + 1) : [];
      const etag = `${number % 4 === 1 ? 'W/' : ''}"${number}-${version}"`;
      return {
        headers: {
          'content-type': 'text/html',
          ...(number % 4 === 2 ? {} : { etag }),
          ...(number % 4 >= 2
            ? { 'last-modified': new Date(Date.UTC(2026, 0, 1 + version)).toUTCString() }
            : {}),
        },
        body: [
          `<title>Page ${number}</title>Version ${version} of page ${number}.`,
          ...others.map((other) => `<a href="/p${other}">x</a>`),
        ].join('\n'),
      };
    },
  };
}

/** Every third page. */
export function changeThird({ count, versions }: VersionedSite): readonly string[] {
  const changed = Array.from({ length: Math.ceil(count / 3) }, (_, i) => i * 3);
  for (const number of changed) versions.set(number, (versions.get(number) ?? 0) + 1);
  return changed.map((number) => (number === 0 ? '/' : `/p${number}`)).sort();
}
