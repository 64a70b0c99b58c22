import { createHash } from 'node:crypto';
import type { Md5 } from '../../../lib/base/page/page-content.ts';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import type { RecordDraft, RecordUrl } from '../../../lib/ports/records.ts';
import { t0 } from '../fixture.ts';

export function md5Of(seed: number): Md5 {
  return createHash('md5').update(String(seed)).digest('hex');
}

export function url(path: string): CanonicalUrl {
  return `http://a.example:8080/${path}` as CanonicalUrl;
}

export function member(path: string, depth = 1, at = t0): RecordUrl {
  return { url: url(path), at, depth };
}

export function draftOf(md5: Md5, title = 'A title', turn = 1): RecordDraft {
  return {
    md5,
    title,
    mediaType: 'text/html',
    bytes: 12_345,
    change: { host: 'a.example:8080', turn, ordinal: 4 },
    targets: `targets of ${title}`,
  };
}
