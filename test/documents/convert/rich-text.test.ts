import { describe, expect, it } from 'vitest';
import { sniffMediaType } from '../../../lib/documents/sniff/sniff-media-type.ts';
import { bodyHtml } from '../../support/documents/converting.ts';

const shown = (inside: string): Promise<string> =>
  bodyHtml(Buffer.from(`{\\rtf1${inside}}`, 'latin1'), 'application/rtf');

describe('a document in rich text', () => {
  it('has characters of two bytes whose second one is a sign of the format', async () => {
    expect(await shown("\\ansi{\\fonttbl{\\f0\\fcharset128 M;}}\\f0 \\'83\\\\\\'83\\'5c \\'83\\{")).toBe(
      '<p>ソソ ボ</p>',
    );
  });

  it('has characters of the code pages of DOS', async () => {
    expect(await shown("\\pc caf\\'82 \\'e1")).toBe('<p>café ß</p>');
    expect(await shown("\\pca caf\\'82 \\'d3")).toBe('<p>café Ë</p>');
    expect(await shown("\\ansi\\ansicpg852 \\'88\\'a2d\\'ab")).toBe('<p>łódź</p>');
  });

  it('has letters along a path and alternatives of shapes, and no other property of theirs', async () => {
    const property = (name: string, value: string): string => `{\\sp{\\sn ${name}}{\\sv ${value}}}`;
    const shape = `{\\shp{\\*\\shpinst${property('shapeType', '136')}${property('gtextUNICODE', 'Big letters')}${property('wzDescription', 'A map')}}}`;
    expect(await shown(`\\ansi ${shape}text`)).toBe('<p>text</p><p>Big letters</p><p>A map</p>');
  });

  it('has boxes of grouped shapes, formulas, and characters beyond 16 bits', async () => {
    expect(await shown('\\ansi {\\*\\shpgrp{\\shp{\\*\\shpinst{\\shptxt boxed\\par}}}}text')).toBe(
      '<p>text</p><p>boxed</p>',
    );
    const formula = '{\\mmath{\\*\\moMath{\\mfPr{\\mtype bar}}{\\mr E=m}{\\mr c}}}';
    expect(await shown(`\\ansi so ${formula}`)).toBe('<p>so E=mc</p>');
    expect(await shown('\\ansi \\u128512 ?\\u-10179 ?\\u-8704 ?')).toBe('<p>😀😀</p>');
  });

  it.each(['\r\n ', '\xef\xbb\xbf'])('is known by its bytes behind %j', async (before) => {
    const body = Buffer.from(`${before}{\\rtf1 words}`, 'latin1');
    const { essence } = sniffMediaType(body, 'application/msword');
    expect([essence, await bodyHtml(body, essence)]).toEqual(['application/rtf', '<p>words</p>']);
  });
});
