import { converted, htmlWriter } from '../base/html-writer.ts';
import { writeLinked } from '../base/linked-text.ts';
import { decodeXml, readXml } from '../base/read-xml.ts';
import type { LightConverter } from '../converter.ts';

/** Attributes that hold an address. */
const addresses = ['href', 'src', 'url', 'uri'];

/** Any XML: the texts of its elements. An element directly behind another one, or in a line of its own, begins a block. */
export const convertXml: LightConverter = ({ body }, limits) => {
  const html = htmlWriter(limits.maxHtml);
  let title: string | undefined;
  let language: string | undefined;
  let block = '';
  let text = '';
  let isAfterEnd = false;
  const flush = (): void => {
    if (block.trim() !== '') {
      html.open('p');
      writeLinked(html, block.trim());
      html.close('p');
    }
    block = '';
  };
  readXml(decodeXml(body), {
    open({ attributes }) {
      if (isAfterEnd || /\n\s*$/.test(block)) flush();
      isAfterEnd = false;
      text = '';
      language ??= attributes['xml:lang'] ?? attributes.lang;
      for (const name of addresses) {
        const href = attributes[name];
        if (href === undefined || !/^(?:https?|ftp):/i.test(href)) continue;
        html.open('a', { href });
        html.close('a');
      }
    },
    text(part) {
      if (part.trim() !== '') isAfterEnd = false;
      else if (part.includes('\n')) flush();
      block += part;
      text += part;
    },
    close(name) {
      if (/^title$/i.test(name) && text.trim() !== '') title ??= text.trim();
      isAfterEnd = true;
    },
    isDone: () => html.isFull,
  });
  flush();
  return converted(html, { title, language });
};
