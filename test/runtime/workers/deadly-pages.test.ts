import { describe, expect, it } from 'vitest';
import { deadlyPages } from '../../../lib/runtime/workers/deadly-pages.ts';

const url = 'http://a.example/trap';

describe('a page during whose reading a worker ended', () => {
  it('is not read again when it took too long', () => {
    const pages = deadlyPages();
    expect(pages.note(url, { why: 'too long', isCertain: true })).toEqual([{ url, why: 'too long' }]);
    expect(pages.unreadable()).toEqual([{ url, why: 'too long' }]);
  });

  it('is read once more when the worker ended for another reason', () => {
    const pages = deadlyPages();
    expect(pages.note(url, { why: 'out of memory', isCertain: false })).toEqual([]);
    expect(pages.unreadable()).toEqual([]);
    expect(pages.note(url, { why: 'out of memory', isCertain: false })).toEqual([
      { url, why: 'out of memory' },
    ]);
  });

  it('is forgotten when a thousand others came after it', () => {
    const pages = deadlyPages();
    for (let i = 0; i < 1_001; i += 1) pages.note(`${url}/${i}`, { why: 'too long', isCertain: true });
    expect(pages.unreadable()).toHaveLength(1_000);
  });
});
