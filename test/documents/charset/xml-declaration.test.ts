import { describe, expect, it } from 'vitest';
import { charsetOf } from '../../../lib/documents/charset/charset.ts';

const declared = '<?xml version="1.0" encoding="windows-1251"?><r>\xd2\xee\xef\xfc</r>';
const of = (xml: string, label?: string): string => charsetOf(Buffer.from(xml, 'latin1'), label, 'xml');

describe('the encoding of an XML declaration', () => {
  it('holds where white space stands before it', () => {
    for (const blank of ['', '\n', ' \r\n\t', '\n'.repeat(500)])
      expect(of(blank + declared)).toBe('windows-1251');
  });

  it('holds behind nothing else, and for no header', () => {
    expect(of(`.\n${declared}`)).not.toBe('windows-1251');
    expect(of(`\n${declared}`, 'koi8-r')).toBe('koi8-r');
    expect(of(`\xef\xbb\xbf\n${declared}`)).toBe('utf-8');
  });
});
