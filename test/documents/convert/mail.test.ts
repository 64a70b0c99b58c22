import { describe, expect, it } from 'vitest';
import { sniffMediaType } from '../../../lib/documents/sniff/sniff-media-type.ts';
import { bodyHtml } from '../../support/documents/converting.ts';

const shown = (head: string, body: string): Promise<string> =>
  bodyHtml(Buffer.from(`${head}\n\n${body}`.replaceAll('\n', '\r\n'), 'latin1'), 'message/rfc822');

const article = (inside: string): string => `<article>${inside}</article>`;

describe('a message', () => {
  it('has names of attachments as they come, in pieces and in encodings of their own', async () => {
    const part = (disposition: string): string =>
      `--B\nContent-Type: application/pdf\nContent-Disposition: attachment; ${disposition}\n\nx\n`;
    const body =
      part("filename*=UTF-8''%e2%82%ac%20rates.pdf") +
      part('filename*0="long na"; filename*1="me.pdf"') +
      part('filename*0*=iso-8859-1\'en\'caf%e9; filename*1=".pdf"') +
      part('filename="=?utf-8?q?caf=C3=A9.pdf?="');
    expect(await shown('Content-Type: multipart/mixed; boundary=B', `${body}--B--`)).toBe(
      article('<p>€ rates.pdf</p><p>long name.pdf</p><p>café.pdf</p><p>café.pdf</p>'),
    );
  });

  it('has the spaces before a line that goes on, and none behind the sign for it', async () => {
    expect(await shown('Content-Transfer-Encoding: quoted-printable', 'two =\nwords and o=  \nne')).toBe(
      article('<p>two words and one</p>'),
    );
  });

  it('has lines that were broken to be sent in one', async () => {
    expect(await shown('Content-Type: text/plain; format=flowed', 'a long \nline\nnext\n-- \nAnn')).toBe(
      article('<p>a long line<br>next<br>-- <br>Ann</p>'),
    );
    expect(await shown('Content-Type: text/plain; format=flowed; delsp=yes', 'a flo \nwed')).toBe(
      article('<p>a flowed</p>'),
    );
  });

  it('has the name of a file that is written into its text, and not the file', async () => {
    expect(await shown('Subject:', 'See\nbegin 644 a.txt\n#0V%T\n`\nend\nBye')).toBe(
      article('<p>See<br>a.txt<br>Bye</p>'),
    );
  });

  it('has messages that are packed in it', async () => {
    const inner = Buffer.from('Subject: Inner\r\n\r\nwords').toString('base64');
    const part = `--B\nContent-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n${inner}\n--B--`;
    expect(await shown('Content-Type: multipart/mixed; boundary=B', part)).toBe(
      article('<h2>Inner</h2><p>words</p>'),
    );
  });

  it('that is a page that was saved has the page, and none of its style sheets', async () => {
    const source =
      'From: <Saved>\r\nSubject: Page\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=B\r\n\r\n' +
      '--B\r\nContent-Type: text/html\r\n\r\n<p>words</p>\r\n--B\r\nContent-Type: text/css\r\n\r\n.a { color: red }\r\n--B--\r\n';
    const body = Buffer.from(source);
    for (const contentType of [
      'multipart/related',
      'application/x-mimearchive',
      'application/octet-stream',
    ]) {
      const { essence } = sniffMediaType(body, contentType);
      expect(await bodyHtml(body, essence)).toBe(
        article('<h1>Page</h1><p>From: &lt;Saved&gt;</p><p>words</p> '),
      );
    }
  });
});

describe('a mailbox', () => {
  it('has lines that look like the start of a message as they were before they came into it', async () => {
    const message = (text: string): string => `From a@b Thu Jan  1 00:00:00 2015\nSubject: S\n\n${text}\n\n`;
    const body = Buffer.from(message('>From one') + message('>From two'));
    expect(await bodyHtml(body, 'application/mbox')).toBe(
      ['From one', 'From two'].map((text) => article(`<h1>S</h1><p>${text}</p>`)).join(''),
    );
  });
});
