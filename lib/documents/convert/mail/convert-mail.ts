import { fewGuesses, type Guess } from '../../charset/charset.ts';
import { copyHtml } from '../base/copy-html.ts';
import { converted, type HtmlWriter, htmlWriter } from '../base/html-writer.ts';
import { writePlain } from '../base/linked-text.ts';
import { webLink } from '../base/links.ts';
import type { LightConverter } from '../converter.ts';
import {
  decodeBody,
  decodeText,
  fileNameOf,
  headerText,
  type MailPart,
  partsOf,
  plainText,
  readPart,
} from './mail-part.ts';

/** Parts of a message, and messages inside each other, that are read. */
const maxParts = 200;
const maxDepth = 10;

const shown = ['from', 'to', 'cc', 'date'];

/** Mail (RFC 5322), one message or a mailbox of them (RFC 4155): heads, texts, names of attachments. */
export const convertMail: LightConverter = ({ body }, limits) => {
  const source = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1');
  const html = htmlWriter(limits.maxHtml);
  const guess = fewGuesses();
  const messages = messagesIn(source);
  let count = 0;
  let first: MailPart | undefined;
  for (const message of messages) {
    count += 1;
    if (count > limits.maxPages || html.isFull) continue;
    const part = readPart(message);
    first ??= part;
    html.open('article');
    writeMessage(html, part, 0, guess);
    html.close('article');
  }
  const date = headerText(first?.headers.get('date'), guess);
  return converted(
    html,
    {
      title: headerText(first?.headers.get('subject'), guess),
      metadata: { author: headerText(first?.headers.get('from'), guess), date },
    },
    { parts: { unit: 'message', count }, ...(count > limits.maxPages ? { cut: 'pages' } : {}) },
  );
};

/** A line of a mailbox that begins a message; such a line of a text is quoted. */
const beginning = /^From .*\r?\n/gm;

function* messagesIn(source: string): Generator<string> {
  if (!source.startsWith('From ')) {
    yield source;
    return;
  }
  let start = -1;
  for (const match of source.matchAll(beginning)) {
    if (match.index > 0 && source.charAt(match.index - 2) !== '\n' && source.charAt(match.index - 3) !== '\n')
      continue;
    if (start >= 0) yield unquoted(source.slice(start, match.index));
    start = match.index + match[0].length;
  }
  yield unquoted(source.slice(start < 0 ? source.indexOf('\n') + 1 : start));
}

function unquoted(message: string): string {
  return message.replace(/^>(?=>*From )/gm, '');
}

function writeMessage(html: HtmlWriter, part: MailPart, depth: number, guess: Guess): void {
  html.element(depth === 0 ? 'h1' : 'h2', headerText(part.headers.get('subject'), guess));
  for (const name of shown) {
    const said = headerText(part.headers.get(name), guess);
    if (said !== '') html.element('p', `${name.charAt(0).toUpperCase()}${name.slice(1)}: ${said}`);
  }
  writePart(html, part, depth, guess);
}

function writePart(html: HtmlWriter, part: MailPart, depth: number, guess: Guess): void {
  const { type, headers } = part;
  const name =
    fileNameOf(headers.get('content-disposition'), guess) || fileNameOf(headers.get('content-type'), guess);
  if (depth > maxDepth || html.isFull) return;
  if (type.startsWith('multipart/')) {
    const parts = partsOf(part, maxParts);
    // Of versions of one text the last is the richest (RFC 2046 §5.1.4).
    const chosen = type === 'multipart/alternative' ? parts.filter(isText).slice(-1) : parts;
    for (const one of chosen) writePart(html, one, depth + 1, guess);
  } else if (type === 'message/rfc822')
    writeMessage(html, readPart(decodeBody(part).toString('latin1')), depth + 1, guess);
  else if (/^attachment/i.test(headers.get('content-disposition') ?? '')) html.element('p', name);
  else if (type === 'text/html') copyHtml(decodeText(part, guess), html, webLink);
  else if (type.startsWith('text/') && !forPrograms.test(type)) writePlain(html, plainText(part, guess));
  else html.element('p', name);
}

/** Parts of a saved page (RFC 2557) that nobody reads. */
const forPrograms = /^text\/(?:css|(?:java|ecma)script|xml)$/;

function isText({ type }: MailPart): boolean {
  return type === 'text/plain' || type === 'text/html' || type.startsWith('multipart/');
}
