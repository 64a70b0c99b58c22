import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { namedReferences, withNumberedReferences } from '../../../lib/base/html/named-references.ts';

describe('references by the names of HTML', () => {
  it('become numbers, and those of XML, unknown ones and what is none stay as they are', () => {
    expect(withNumberedReferences('1&Acirc;&ordm; &LT;&semi;')).toBe('1&#194;&#186; &#60;&#59;');
    for (const text of [
      '&amp;eacute; &lt;&gt;&quot;&apos;',
      '&bogus; &notit;',
      '?a=1&copy=2&b',
      '&#233;&;& &',
    ])
      expect(withNumberedReferences(text)).toBe(text);
  });

  it('are the same wherever a text is cut into pieces', () => {
    const parts = fc.constantFrom(
      '&',
      'eacute;',
      '&eacute;',
      'amp;',
      '&amp;',
      'x',
      ';',
      '&CounterClockwiseContourIntegral;',
    );
    fc.assert(
      fc.property(fc.array(parts), fc.array(fc.nat(200)), (pieces, cuts) => {
        const text = pieces.join('');
        const references = namedReferences();
        const places = [0, ...cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length];
        const read = places.slice(1).map((end, at) => references.piece(text.slice(places[at], end)));
        expect(read.join('') + references.rest()).toBe(withNumberedReferences(text));
      }),
    );
  });
});
