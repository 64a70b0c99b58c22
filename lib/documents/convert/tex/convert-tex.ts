import { converted, htmlWriter } from '../base/html-writer.ts';
import type { LightConverter } from '../converter.ts';
import { decodeText } from '../text/convert-plain.ts';
import { readTex } from './tex-reader.ts';

/** TeX and LaTeX: headings, paragraphs, lists, links. */
export const convertTex: LightConverter = (request, limits) => {
  const html = htmlWriter(limits.maxHtml);
  const { title, author, date } = readTex(html, decodeText(request));
  return converted(html, { title, metadata: { author, date } });
};
