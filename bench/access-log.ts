import { readFileSync, truncateSync } from 'node:fs';

/** What a server's own log says of one crawl: the judge of all contenders. */
export interface Verdict {
  /** Pages of the site that were served, each counted once, and how many there are. */
  readonly found: number;
  readonly expected: number;
  /** Answers beside the first one for each page. */
  readonly repeats: number;
  /** Hosts whose robots.txt was read. */
  readonly robots: number;
  /** Answers other than 200. */
  readonly refused: number;
}

export interface AccessLog {
  verdict(): Verdict;
  /** Forgets what was logged so far. */
  clear(): void;
}

/** Reads a log of lines `host:port path status`; the server appends, so that it may be cut short under its hands. */
export function accessLog(file: string, pages: readonly string[]): AccessLog {
  const wanted = new Set(pages);
  return {
    verdict() {
      const found = new Set<string>();
      const robots = new Set<string>();
      let repeats = 0;
      let refused = 0;
      for (const line of readFileSync(file, 'utf8').split('\n')) {
        if (line === '') continue;
        const [host = '', path = '', status = ''] = line.split(' ');
        const url = `http://${host}${path}`;
        if (status !== '200') refused++;
        else if (path === '/robots.txt') robots.add(host);
        else if (found.has(url)) repeats++;
        else if (wanted.has(url)) found.add(url);
      }
      return { found: found.size, expected: wanted.size, repeats, robots: robots.size, refused };
    },
    clear: () => truncateSync(file),
  };
}
