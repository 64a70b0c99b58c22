import { hash } from 'node:crypto';
import type { RecordChange } from '../../../lib/pipeline/feed/outgoing.ts';

export const md5Of = (name: string): string => hash('md5', name);

/** A page as a sink gets it. */
export function put(name: string, revision: number, over: object = {}): RecordChange {
  const url = `https://a.example/${name}`;
  const md5 = md5Of(name);
  const response = { status: 200, contentType: 'text/html', fetchedAt: 1, bytes: 9, truncated: false };
  const record = {
    ...{
      md5,
      title: `Title of ${name}`,
      mediaType: 'text/html',
      charset: 'utf-8',
      metadata: {},
      headings: [],
    },
    ...{ text: `text ${revision} of ${name}`, links: [], finalUrl: url, urls: [url], depth: 0, response },
    ...{ firstSeen: 1, lastChecked: 1, lastChanged: 1, ...over },
  };
  const line = {
    v: 2,
    job: 'birds',
    host: 'a.example',
    turn: 1,
    ordinal: 0,
    md5,
    revision,
    at: 1,
    url,
    record,
  };
  return { change: revision === 1 ? 'created' : 'updated', line: { ...line, change: 'updated' } } as never;
}

export function gone(name: string, revision?: number): RecordChange {
  const url = `https://a.example/${name}`;
  return { gone: { md5: md5Of(name), url, at: 2, host: 'a.example', job: 'birds', revision } } as never;
}
