import { readFileSync, truncateSync } from 'node:fs';

/** What a server's own log says of one crawl: the judge of all contenders. */
export interface Verdict {
  /** Pages of the site that were served, each counted once, and how many there are. */
  readonly found: number;
  readonly expected: number;
  /** Answers beside the first one for each URL, whatever it is of. */
  readonly repeats: number;
  /** Hosts whose robots.txt was read. */
  readonly robots: number;
  /** URLs that were not answered with 200. */
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
      const asked = new Set<string>();
      let [found, robots, repeats, refused] = [0, 0, 0, 0];
      for (const line of readFileSync(file, 'utf8').split('\n')) {
        if (line === '') continue;
        const [host = '', path = '', status = ''] = line.split(' ');
        const url = `http://${host}${path}`;
        if (asked.has(url)) repeats++;
        else if (status !== '200') refused++;
        else if (path === '/robots.txt') robots++;
        else if (wanted.has(url)) found++;
        asked.add(url);
      }
      return { found, expected: wanted.size, repeats, robots, refused };
    },
    clear: () => truncateSync(file),
  };
}
