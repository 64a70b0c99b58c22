import { describe, expect, it } from 'vitest';
import { requiredLiteral } from '../../../lib/domain/topic/required-literal.ts';

describe('the text that a regular expression cannot match without', () => {
  it.each([
    ['coins?', 'coin'],
    ['d\\.?\\s*californica', 'californica'],
    ['fib(re|er)s', 'fib'],
    ['a[bc]def+g*h', 'def'],
    ['c\\+\\+', 'c++'],
    ['colou{0,1}r', 'colo'],
    ['carbon|glass', ''],
    ['(a(b))c', ''],
    ['\\w+', ''],
    ['', ''],
  ])('of %s is %s', (expression, literal) => {
    expect(requiredLiteral(expression)).toBe(literal);
  });
});
