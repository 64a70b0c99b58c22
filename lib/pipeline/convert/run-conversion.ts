import { maxDeliveries } from '../../documents/settings.ts';
import {
  type ConversionOrder,
  decodeDocument,
  type EndedConversion,
  encodeResult,
} from '../../domain/convert/conversion.ts';
import { orderMessage } from '../../domain/inbox/order.ts';
import { convertedNews } from '../../domain/orders/converted-news.ts';
import type { DocumentConverter } from '../../ports/conversions.ts';
import type { Ports } from '../../ports/ports.ts';
import { deliver } from '../frontier/deliver.ts';

/** Prefix of the ids of these messages: they sort before all links of an inbox. */
const convertedMessage = '0-converted-';

export type Converting = Pick<Ports, 'conversions' | 'hosts' | 'due' | 'clock'> & {
  readonly converter: DocumentConverter;
};

/** What became of an order: `gone`: nobody waits for it. `again`: its result was there already. */
export type ConversionEnd = 'converted' | 'unreadable' | 'again' | 'gone';

/**
 * Converts a document, stores the result, and tells its host. Each step may be repeated: a result that is there is not made
 * again. An order whose converters died again and again is answered without another try.
 * @param receives how often the order was delivered, this time included
 * @throws WinnowError when a store or the converter fails, not its document: the order has to be delivered again
 */
export async function runConversion(
  ports: Converting,
  { job, host, id, url }: ConversionOrder,
  receives: number,
): Promise<ConversionEnd> {
  const key = { job, host };
  // An order of a job or host that was removed since must not bring it back.
  if ((await ports.hosts.control(key)) === undefined) return 'gone';
  const end = await convert(ports, { ...key, id }, receives);
  await deliver(ports, key, {
    id: `${convertedMessage}${id}`,
    message: orderMessage(convertedNews, { url, id }),
  });
  return end;
}

async function convert(
  { conversions, converter }: Converting,
  { id, ...key }: Omit<ConversionOrder, 'url'>,
  receives: number,
): Promise<ConversionEnd> {
  if ((await conversions.read(key, id, 'result')) !== undefined) return 'again';
  const bytes = await conversions.read(key, id, 'document');
  // The host is told all the same: if it waits for the document, its visit has to bring it again.
  if (bytes === undefined) return 'gone';
  const document = decodeDocument(bytes);
  const conversion = receives > maxDeliveries ? diedOf(receives - 1) : await converter.convert(document);
  await conversions.put(key, id, 'result', encodeResult({ head: document.head, conversion }));
  return conversion.kind === 'converted' ? 'converted' : 'unreadable';
}

function diedOf(times: number): EndedConversion {
  return { kind: 'ended', detail: `${times} converters died of it` };
}
