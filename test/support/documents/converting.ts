import { convertDocument } from '../../../lib/documents/convert/convert-document.ts';

/** The HTML that a document becomes. */
export async function htmlOf(body: Uint8Array, mediaType: string): Promise<string> {
  const conversion = await convertDocument({ body, mediaType, url: 'http://documents.example/' });
  if (conversion.kind !== 'converted') throw new Error(`${conversion.reason}: ${conversion.detail}`);
  return conversion.html;
}

/** What stands in the body of that HTML. */
export async function bodyHtml(body: Uint8Array, mediaType: string): Promise<string> {
  return /<body>([\s\S]*)<\/body>/.exec(await htmlOf(body, mediaType))?.[1] ?? '';
}
