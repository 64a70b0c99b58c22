import { describe, expect, it } from 'vitest';
import { charsetOf } from '../../../lib/documents/charset/charset.ts';

const scripted = '<script>document.write("<meta charset=koi8-r>")</script>';
const text = '<p>na\u00efve caf\u00e9</p>';
const of = (html: string, encoding: 'utf8' | 'latin1', label?: string): string =>
  charsetOf(Buffer.from(html, encoding), label, 'html');

describe('an encoding that stands in a script', () => {
  it('is declared by nobody', () => {
    expect(of(scripted + text, 'utf8')).toBe('utf-8');
    expect(of(`<p>ascii</p>${scripted}`, 'utf8')).not.toBe('koi8-r');
    expect(of(scripted.slice(0, -9) + text, 'utf8')).toBe('utf-8');
  });

  it('is passed over for the one that a meta behind it declares', () => {
    expect(of(`${scripted}<meta charset=iso-8859-15>${text}`, 'latin1')).toBe('iso-8859-15');
    expect(of(`${scripted}${' '.repeat(2_000)}<meta charset=iso-8859-15>${text}`, 'latin1')).toBe(
      'iso-8859-15',
    );
  });

  it('does not keep what is declared before it, by a header or by a mark from counting', () => {
    expect(of(`<meta charset=iso-8859-2>${scripted}${text}`, 'latin1')).toBe('iso-8859-2');
    expect(of(scripted + text, 'latin1', 'windows-1250')).toBe('windows-1250');
    expect(of(`\ufeff${scripted}${text}`, 'utf8')).toBe('utf-8');
  });
});
