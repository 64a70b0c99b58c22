import { packText, unpackText } from '../../base/bytes/packed-text.ts';
import type { Ports } from '../../ports/ports.ts';

/** Stores a text under its digest, beside the models. */
export async function storeText({ models }: Pick<Ports, 'models'>, text: string): Promise<string> {
  const { digest, bytes } = packText(text);
  if (!(await models.has(digest))) await models.put(digest, bytes);
  return digest;
}

/** A text that was stored; undefined when it is not there. */
export async function readText(
  { models }: Pick<Ports, 'models'>,
  digest: string,
): Promise<string | undefined> {
  const bytes = await models.read(digest);
  return bytes === undefined ? undefined : unpackText(bytes);
}
