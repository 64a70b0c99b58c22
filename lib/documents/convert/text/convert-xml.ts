import { withNumberedReferences } from '../../../base/html/named-references.ts';
import { elementNamespaces } from '../../html/xml-prefixes.ts';
import { converted, htmlWriter } from '../base/html-writer.ts';
import { writeLinked } from '../base/linked-text.ts';
import { decodeXml, readXml } from '../base/read-xml.ts';
import type { LightConverter } from '../converter.ts';

/** Attributes that hold an address. */
const addresses = ['href', 'src', 'url', 'uri'];

/** Elements of hypertext that lead to where their address says, which may be relative. */
const anchors: ReadonlySet<string> = new Set(['a', 'area', 'iframe']);

/** Any XML: the texts of its elements. An element directly behind another one, or in a line of its own, begins a block. */
export const convertXml: LightConverter = ({ body, charset }, limits) => {
  const html = htmlWriter(limits.maxHtml);
  let title: string | undefined;
  let language: string | undefined;
  let block = '';
  let text = '';
  let isAfterEnd = false;
  /** The document has elements of XHTML, SVG or MathML. */
  let isHypertext = false;
  /** Only white space stands between the last line feed and here. */
  let isInNewLine = false;
  const flush = (): void => {
    if (block.trim() !== '') {
      html.open('p');
      writeLinked(html, block.trim());
      html.close('p');
    }
    block = '';
  };
  readXml(withNumberedReferences(decodeXml(body, charset)), {
    open({ name: element, attributes }) {
      if (isAfterEnd || isInNewLine) flush();
      isAfterEnd = false;
      isInNewLine = false;
      text = '';
      language ??= attributes['xml:lang'] ?? attributes.lang;
      isHypertext ||= Object.values(attributes).some((value) => elementNamespaces.has(value));
      const isAnchor = isHypertext && anchors.has(element);
      for (const name of addresses) {
        const href = attributes[name];
        if (href === undefined || !(isAnchor || /^(?:https?|ftp):/i.test(href))) continue;
        html.open('a', { href });
        html.close('a');
      }
    },
    text(part) {
      const end = part.slice(part.trimEnd().length);
      if (end !== part) isAfterEnd = false;
      else if (part.includes('\n')) flush();
      isInNewLine = end.includes('\n') || (isInNewLine && end === part);
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
