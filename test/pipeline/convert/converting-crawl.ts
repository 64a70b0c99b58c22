import type { ConversionOrder, StagedResult } from '../../../lib/domain/convert/conversion.ts';
import { runConversion } from '../../../lib/pipeline/convert/run-conversion.ts';
import type { Ports } from '../../../lib/ports/ports.ts';
import { type Answer, page, type SmallCrawl } from '../small-crawl.ts';

/** A document whose text is that of a page. */
export function pdf(text: string, ...links: readonly string[]): Answer {
  const { body } = page(text, ...links);
  return { headers: { 'content-type': 'application/pdf' }, body: `%PDF-1.7\n${body}` };
}

/** Makes of a document what `pdf` put into it. */
export const converter = {
  async convert({ body }: { readonly body: Uint8Array }): Promise<StagedResult['conversion']> {
    const text = Buffer.from(body).toString().replace('%PDF-1.7\n', '');
    if (text.includes('<title>broken')) return { kind: 'unreadable', reason: 'damaged', detail: 'no xref' };
    return { kind: 'converted', html: text };
  },
};

/** Orders of which nobody has converted the document. */
export function takeOrders({ stores }: SmallCrawl): readonly ConversionOrder[] {
  const orders: ConversionOrder[] = [];
  for (let next = stores.convertQueue.receive(); next !== undefined; next = stores.convertQueue.receive()) {
    orders.push(next.order);
    stores.convertQueue.done(next);
  }
  return orders;
}

/** Converts all documents that were ordered. */
export async function convertAll(crawl: SmallCrawl, ports: Ports = crawl.ports): Promise<number> {
  const orders = takeOrders(crawl);
  for (const order of orders) await runConversion({ ...ports, converter }, order, 1);
  return orders.length;
}
