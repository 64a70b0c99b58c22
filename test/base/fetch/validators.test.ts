import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { conditionsOf, revalidated, validatorsOf } from '../../../lib/base/fetch/validators.ts';

const date = 'Sat, 21 Nov 2026 10:00:00 GMT';

describe('validators', () => {
  it('go back as they came, both when both are known', () => {
    const headers = { etag: 'W/"a"', 'last-modified': date };
    expect(conditionsOf(validatorsOf(headers))).toEqual({
      'if-none-match': 'W/"a"',
      'if-modified-since': date,
    });
    expect(conditionsOf(validatorsOf({ etag: 'unquoted' }))).toEqual({ 'if-none-match': 'unquoted' });
    expect(conditionsOf({})).toBeUndefined();
  });

  it.each([
    ['any version', '*'],
    ['nothing', ''],
    ['a control character', '"a\x01b"'],
    ['more than a server in its senses sends', `"${'x'.repeat(600)}"`],
  ])('are none where they say %s', (_, etag) => {
    expect(validatorsOf({ etag })).toEqual({});
  });

  it('are made of what can stand in a header, whatever came', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (etag, lastModified) => {
        for (const value of Object.values(validatorsOf({ etag, 'last-modified': lastModified }))) {
          expect(value).toMatch(/^[\x20-\x7e\x80-\xff]{1,512}$/);
        }
      }),
    );
  });
});

describe('a 304', () => {
  const known = { etag: '"a"', lastModified: date };

  it('keeps what it leaves out', () => {
    expect(revalidated(known, {})).toEqual(known);
    expect(revalidated({ lastModified: date }, { etag: '"a"' })).toEqual(known);
  });

  it('brings what is new in it', () => {
    const later = 'Sun, 22 Nov 2026 10:00:00 GMT';
    expect(revalidated(known, { etag: 'W/"a"', 'last-modified': later })).toEqual({
      etag: 'W/"a"',
      lastModified: later,
    });
  });

  it('that names another version leaves nothing to ask with', () => {
    expect(revalidated(known, { etag: '"b"' })).toEqual({});
  });
});
