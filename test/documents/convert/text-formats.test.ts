import { describe, expect, it } from 'vitest';
import { convertDocument } from '../../../lib/documents/convert/convert-document.ts';
import { bodyHtml, htmlOf } from '../../support/documents/converting.ts';

async function body(mediaType: string, text: string): Promise<string> {
  return bodyHtml(Buffer.from(text), mediaType);
}

describe('plain text', () => {
  it('has paragraphs, and links where URLs are written out', async () => {
    expect(await body('text/plain', 'See http://a.example/x.\nmore\n\nnext <b>')).toBe(
      '<p>See <a href="http://a.example/x">http://a.example/x</a>.<br>more</p><p>next &lt;b&gt;</p>',
    );
  });
});

describe('comma-separated values', () => {
  it.each([
    ['a,b\r\n1,"x, ""y"""\r\n', '<tr><td>a</td><td>b</td></tr><tr><td>1</td><td>x, &quot;y&quot;</td></tr>'],
    ['a;b\n1;2,5', '<tr><td>a</td><td>b</td></tr><tr><td>1</td><td>2,5</td></tr>'],
    ['a,"b\nc', '<tr><td>a</td><td>&quot;b</td></tr><tr><td>c</td></tr>'],
    ['a,"b"c,d', '<tr><td>a</td><td>&quot;b&quot;c</td><td>d</td></tr>'],
  ])('%j become rows', async (text, rows) => {
    expect(await body('text/csv', text)).toBe(`<table>${rows}</table>`);
  });
});

describe('JSON', () => {
  it('has its values by their names, and a title', async () => {
    const text = '{"title":"A \\u00e9","list":[1,{"url":"http://a.example/"}],"off":null}';
    expect(await body('application/json', text)).toBe(
      '<p>title: A é</p><p>list: 1</p><p>url: <a href="http://a.example/">http://a.example/</a></p>',
    );
    expect(await htmlOf(Buffer.from(text), 'application/json')).toContain('<title>A é</title>');
  });

  it('that is broken off has what came before', async () => {
    expect(await body('application/json', '{"a":"one","b":"tw')).toBe('<p>a: one</p><p>b: tw</p>');
  });
});

describe('XML', () => {
  it('has the texts of its elements, and links of attributes and texts', async () => {
    const text =
      '<?xml version="1.0"?><r><title>Top</title>\n<p>in <b>one</b> line</p><p>next</p><l href="http://a.example/"/></r>';
    expect(await body('application/xml', text)).toBe(
      '<p>Top</p><p>in one line</p><p>next</p><a href="http://a.example/"></a>',
    );
    expect(await htmlOf(Buffer.from(text), 'text/xml')).toContain('<title>Top</title>');
  });

  it('expands no entities, and reads nothing from outside', async () => {
    const bomb =
      '<!DOCTYPE r [<!ENTITY a "boom"><!ENTITY b SYSTEM "file:///etc/passwd">]><r>x &a; &b; &amp; &#233;</r>';
    expect(await body('text/xml', bomb)).toBe('<p>x &amp;a; &amp;b; &amp; é</p>');
  });
});

describe('Markdown', () => {
  it('has headings, lists, code, tables and links of each kind', async () => {
    const text = [
      '---\ntitle: Named\n---',
      '# Top `x`',
      'A [link](rel/x "t"), [one][r] and <http://b.example/>.\nStill *here*.',
      '- a\n- b **c**',
      '```js\nif (a < b)\n```',
      '| h | i |\n|---|---|\n| 1 | 2 |',
      '[r]: http://r.example/',
    ].join('\n\n');
    expect(await body('text/markdown', text)).toBe(
      '<h1>Top <code>x</code></h1>' +
        '<p>A <a href="rel/x">link</a>, <a href="http://r.example/">one</a> and ' +
        '<a href="http://b.example/">http://b.example/</a>. Still here.</p>' +
        '<ul><li>a</li><li>b c</li></ul><pre>if (a &lt; b)<br></pre>' +
        '<table><tr><th>h</th><th>i</th></tr><tr><td>1</td><td>2</td></tr></table>',
    );
    expect(await htmlOf(Buffer.from(text), 'text/markdown')).toContain('<title>Named</title>');
  });

  it('leaves names with underscores as they are', async () => {
    expect(await body('text/markdown', 'call my_own_function')).toBe('<p>call my_own_function</p>');
  });
});

describe('TeX', () => {
  it('has what is typeset, without commands', async () => {
    const text = [
      '\\documentclass[a4paper]{article} % a comment',
      '\\usepackage{x}\\title{On \\emph{crawling}}\\author{E. G\\"odel}',
      '\\begin{document}\\maketitle\\section*{First \\label{x}part}',
      "Caf\\'e ``quoted'' -- see \\href{http://a.example/\\%7Ex}{this} or \\url{http://b.example/}.",
      '',
      '\\begin{itemize}\\item one \\item two~\\cite{x}\\end{itemize}',
      '\\begin{tikzpicture}\\draw x;\\end{tikzpicture}',
      '\\begin{verbatim}\n\\raw{}\n\\end{verbatim}',
      '\\end{document}',
    ].join('\n');
    expect(await body('application/x-tex', text)).toBe(
      '<h1>On crawling</h1><p>E. Gödel</p><h2>First  part</h2>' +
        '<p>Café “quoted” – see <a href="http://a.example/%7Ex">this</a> or ' +
        '<a href="http://b.example/">http://b.example/</a>.</p>' +
        '<ul><li>one </li><li>two </li></ul><pre><br>\\raw{}<br></pre>',
    );
    expect(await htmlOf(Buffer.from(text), 'application/x-tex')).toContain('<title>On crawling</title>');
  });

  it('has its tables as rows, empty cells too', async () => {
    const rows = [
      '\\begin{tabular}{|l|r|}\\hline',
      'Owl & \\textbf{Mice} \\\\ \\hline',
      ' & 3 \\\\[2pt]',
      'Barn & \\url{http://a.example/}',
      '\\end{tabular} after',
    ].join('\n');
    expect(await body('application/x-tex', rows)).toBe(
      '<table><tr><td>Owl </td><td> Mice </td></tr><tr><td> </td><td> 3 </td></tr>' +
        '<tr><td>Barn </td><td> <a href="http://a.example/">http://a.example/</a> </td></tr></table><p> after</p>',
    );
  });

  it('ends a table that has no end', async () => {
    expect(await body('application/x-tex', '\\begin{tabular}{l}a & b\\section{Owls}c')).toBe(
      '<table><tr><td>a </td><td> b</td></tr></table><h2>Owls</h2><p>c</p>',
    );
  });
});

describe('RTF', () => {
  it('has characters of code pages and Unicode, links, tables and notes behind their paragraph', async () => {
    const text =
      "{\\rtf1\\ansi\\ansicpg1251{\\fonttbl{\\f0\\fcharset204 x;}}{\\info{\\title T}}\\f0\\'c4\\'e0 \\u8364?{\\footnote note}!\\par" +
      '{\\field{\\*\\fldinst HYPERLINK "http://a.example/"}{\\fldrslt here}}\\par' +
      '\\trowd\\intbl a\\cell b\\cell\\row\\pard {\\v hidden}end\\par}';
    expect(await body('application/rtf', text)).toBe(
      '<p>Да €!</p><p>note</p><p><a href="http://a.example/">here</a></p>' +
        '<table><tr><td><p>a</p></td><td><p>b</p></td></tr></table><p>end</p>',
    );
    expect(await htmlOf(Buffer.from(text), 'application/rtf')).toContain('<title>T</title>');
  });
});

describe('mail', () => {
  const message = [
    'Subject: =?utf-8?q?Caf=C3=A9?=',
    'From: A <a@a.example>',
    'Content-Type: multipart/mixed; boundary="b"',
    '',
    '--b',
    'Content-Type: multipart/alternative; boundary=c',
    '',
    '--c\nContent-Type: text/plain\n\nplain\n--c',
    'Content-Type: text/html; charset=iso-8859-1\nContent-Transfer-Encoding: quoted-printable',
    '',
    '<p>na=EFve <a href=3D"http://a.example/">x</a><script>no</script></p>\n--c--',
    '--b\nContent-Type: application/pdf; name="a.pdf"\nContent-Transfer-Encoding: base64\n\nAAAA\n--b--',
  ].join('\n');

  it('has its head, the richest of its texts, and names of attachments', async () => {
    expect(await body('message/rfc822', message)).toBe(
      '<article><h1>Café</h1><p>From: A &lt;a@a.example&gt;</p>' +
        '<p>naïve <a href="http://a.example/">x</a></p> <p>a.pdf</p></article>',
    );
  });

  it('of a mailbox is one message after the other', async () => {
    const box =
      'From a Mon Jan 1 2001\nSubject: one\n\n>From here\n\nFrom b Tue Jan 2 2001\nSubject: two\n\nx\n';
    const conversion = await convertDocument({
      body: Buffer.from(box),
      mediaType: 'application/mbox',
      url: 'http://x.example/',
    });
    expect(conversion).toMatchObject({ parts: { unit: 'message', count: 2 } });
    expect(await body('application/mbox', box)).toContain('<article><h1>two</h1><p>x</p></article>');
  });
});

describe('a picture', () => {
  it('has its size, and what it says of itself', async () => {
    const chunk = (type: string, data: string): Buffer => {
      const head = Buffer.alloc(4);
      head.writeUInt32BE(Buffer.byteLength(data, 'latin1'));
      return Buffer.concat([head, Buffer.from(type + data, 'latin1'), Buffer.alloc(4)]);
    };
    const size = '\x00\x00\x00\x07\x00\x00\x00\x05\x08\x00\x00\x00\x00';
    const png = Buffer.concat([
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      chunk('IHDR', size),
      chunk('tEXt', 'Title\0A tree'),
      chunk('tEXt', 'Description\0in spring'),
    ]);
    const html = await htmlOf(png, 'image/png');
    expect(html).toContain('<title>A tree</title>');
    expect(html).toContain('<meta name="width" content="7"><meta name="height" content="5">');
    expect(html).toContain('<h1>A tree</h1><p>in spring</p>');
  });
});
