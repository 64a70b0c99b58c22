import { expect, expectTypeOf, it } from 'vitest';
import { defined } from '../../lib/base/defined.ts';

it('leaves out the fields that are undefined, and no others', () => {
  const fields: { a: number | undefined; b: string | undefined; c: null; d: 0 } = {
    a: undefined,
    b: '',
    c: null,
    d: 0,
  };
  const some = defined(fields);
  expect(Object.entries(some)).toEqual([
    ['b', ''],
    ['c', null],
    ['d', 0],
  ]);
  expectTypeOf(some.d).toEqualTypeOf<0>();
  // With exactOptionalPropertyTypes this is refused where a field may be there and undefined.
  const exact: { readonly a?: number; readonly b?: string } = some;
  expect('a' in exact).toBe(false);
});
