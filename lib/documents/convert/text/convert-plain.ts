import { charsetOf, decode } from '../../charset/charset.ts';
import { converted, htmlWriter } from '../base/html-writer.ts';
import { writePlain } from '../base/linked-text.ts';
import type { ConvertRequest, LightConverter } from '../converter.ts';

/** Plain text: URLs in it are links. */
export const convertPlain: LightConverter = (request, limits) => {
  const html = htmlWriter(limits.maxHtml);
  writePlain(html, decodeText(request));
  return converted(html, {});
};

export function decodeText({ body, charset }: Pick<ConvertRequest, 'body' | 'charset'>): string {
  return decode(body, charsetOf(body, charset, 'none'));
}
