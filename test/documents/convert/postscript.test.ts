import { describe, expect, it } from 'vitest';
import { bodyHtml } from '../../support/documents/converting.ts';

const shown = (source: string): Promise<string> =>
  bodyHtml(Buffer.from(`%!PS-Adobe-3.0\n${source}`, 'latin1'), 'application/postscript');

describe('PostScript', () => {
  it('has characters as its encodings name them, where these agree', async () => {
    const font = (pairs: string): string => `/Encoding 256 array def ${pairs}`;
    const source = `${font('dup 1/T put dup 2 /h put dup 3 /eacute put dup 4 /fi put dup 5 /emdash put dup 6/a put')}
      ${font('dup 6/b put dup 7/uni20AC put')}
      10 700 moveto (\\001\\002\\003 \\004nd \\005 it costs \\007) show`;
    expect(await shown(source)).toBe('<p>Thé find — it costs €</p>');
  });

  it('has the words of groff, which moves to the right between them and within them', async () => {
    const names = Array.from({ length: 256 }, (_, code) =>
      code === 0o214
        ? '/fi'
        : /[A-Za-z]/.test(String.fromCharCode(code))
          ? `/${String.fromCharCode(code)}`
          : '/.notdef',
    );
    const source = `%%Creator: groff version 1.23.0
      /ENC0[${names.join('')}]def
      %%EndSetup
      /F0 10/Times-Roman@0 SF(The fox jumps o)72 36 Q -.15(ve)-.15 G 2.572(rt).15 G .07(he \\214elds)-2.5 F
      /F1 10/Times-Bold@0 SF .2(in bold)2.7 F F0(lea)2.7 E(ps)-.2 E(Next line)72 48 Q`;
    expect(await shown(source)).toBe('<p>The fox jumps over the fields in bold leaps<br>Next line</p>');
  });

  it.each([
    [600, 27, -5],
    [8_000, 370, -31],
    [300, 14, -1],
  ])('has the words of dvips, which counts in dots (%d an inch)', async (dots, space, kern) => {
    const line = Math.round((dots / 72) * 12);
    const source = `%%Creator: dvips(k) 5.86
TeXDict begin 40258431 52099146 1000 ${dots} ${dots} (x.dvi)
%%EndProlog
%%Page: 1 1
1 0 bop 0 ${line} a Fa(The)${space} b(quic)${kern} b(k)${space} b(bro)n(wn)${space} b(fox)g(jumps)h(o)n(v)n(er)f(exam-)0 ${2 * line} y(ples)c(2)20 ${2 * line - Math.round(dots / 36)} y(n)60 ${2 * line} y(go)p eop`;
    expect(await shown(source)).toBe('<p>The quick brown fox jumps over examples 2n go</p>');
  });
});
