import { describe, expect, it } from 'vitest';
import { shapeOf } from '../../../lib/domain/traps/shape.ts';
import { tokenParts } from '../../../lib/domain/traps/token-parts.ts';
import type { CanonicalUrl } from '../../../lib/domain/url/url.ts';
import { isToken, maskSegment } from '../../../lib/domain/yield/segment.ts';

const at = (path: string): CanonicalUrl => `http://example.org${path}` as CanonicalUrl;

describe('the pattern of a URL', () => {
  it.each([
    ['/', '/', '/'],
    ['/articles/red-apples.html', '/articles/*.html', '/articles'],
    ['/articles/17', '/articles/#', '/articles'],
    ['/archive/2014/05/17/', '/archive/Y/#/#/', '/archive'],
    ['/archive/2014/may/17', '/archive/Y/M/#', '/archive'],
    ['/archive/2014-05-17.html', '/archive/Y-#-#.html', '/archive'],
    ['/20140517', '/YMD', '/'],
    ['/s/4f1d0a9b77c2e8d3/page', '/s/~/*', '/s'],
    ['/s123456789012/page', '/~/*', '/'],
    ['/shop?size=small&colour=red', '/shop?colour&size', '/shop?'],
    ['/shop?f=red,small', '/shop?f(2)', '/shop?'],
    ['/viewtopic.php?t=17', '/viewtopic.php?t', '/viewtopic.php?'],
    ['/red-apples?print=1', '/*?print', '/*?'],
    ['/shop/colour-red', '/shop/*', '/shop'],
    ['/shop/colour-red_size-small', '/shop/*_*', '/shop'],
    ['/goods;size=small;colour=red', '/goods?colour&size', '/goods?'],
  ])('%s is %s in %s', (path, pattern, area) => {
    expect(shapeOf(at(path))).toMatchObject({ pattern, area });
  });

  it.each([
    ['/events/2026/11/', true],
    ['/events?month=2026-11', true],
    ['/archive/2014', false],
    ['/items/2014', false],
    ['/shop?page=3', true],
    ['/view?id=17', false],
    ['/shop?colour=red', false],
    ['/shop?colour=red&size=small', true],
    ['/login?next=/basket', true],
  ])('%s has to prove itself by its text: %s', (path, suspicious) => {
    expect(shapeOf(at(path)).suspicious).toBe(suspicious);
  });
});

describe('a URL that goes round in circles', () => {
  it.each([
    ['/docs/docs/docs/', 'repetition', true],
    ['/a/b/a/b/', 'repetition', true],
    ['/user/login/then/user/login/then/', 'repetition', true],
    ['/docs/docs/', 'repetition', false],
    ['/guide/tools/methods/tools/', 'repetition', false],
    ['/login?next=%2Fbasket', 'nesting', false],
    ['/login?r=L215L2xvZ2luP3I9THc', 'nesting', true],
    ['/login?r=2f6d792f6c6f67696e3f723d3266', 'nesting', true],
    ['/login?r=L2FydGljbGVzLw', 'nesting', false],
    ['/login?next=%2Flogin%3Fnext%3D%252F', 'nesting', true],
  ])('%s shows %s, for certain: %s', (path, kind, certain) => {
    expect(shapeOf(at(path)).sign).toEqual({ kind, certain });
  });

  it.each(['/2014/10/10/', '/login?next=%2F', '/en/products/shoes/', '/view?id=Lydia'])(
    '%s shows nothing of the kind',
    (path) => {
      expect(shapeOf(at(path)).sign).toBeUndefined();
    },
  );
});

describe('what a program made up', () => {
  it.each(['4f1d0a9b77c2e8d3', 'fnr800lq1h4gxds7g3rvcds6', 'SKs0xs5K_WTb', 'HdI4nQCuRWjN', '27b92268'])(
    'is %s',
    (text) => {
      expect(isToken(text)).toBe(true);
    },
  );

  it.each([
    'chapter',
    'chapter-12',
    'red-apples-of-2014',
    'MainPage',
    'List_of_Ships_in_1914',
    'iphone15',
    'decade2010',
  ])('is not %s', (text) => {
    expect(isToken(text)).toBe(false);
  });

  it('stands where it stands', () => {
    expect(maskSegment('(S(4f1d0a9b77c2e8d3))').mask).toBe('(s(~))');
    expect(tokenParts(at('/a/s/4f1d0a9b77c2e8d3/b?z=fnr800lq1h4gxds7&q=1'), new Map())).toEqual([
      {
        place: '/a/2/~',
        token: '4f1d0a9b77c2e8d3',
        rest: at('/a/s/*/b?z=fnr800lq1h4gxds7&q=1'),
      },
      { place: '?z', token: 'fnr800lq1h4gxds7', rest: at('/a/s/4f1d0a9b77c2e8d3/b*&q=1') },
    ]);
  });

  it('one place has the ids of all pages of a form', () => {
    const places = ['/p/p2,4f1d0a9b77c2e8d3', '/p/p17,9b77c2e8d34f1d0a'].map(
      (path) => tokenParts(at(path), new Map())[0]?.place,
    );
    expect(places).toEqual(['/p/1/p#,~', '/p/1/p#,~']);
  });
});
