import { WinnowError } from '../../../base/error.ts';
import type { CanonicalUrl, HostName } from '../../../base/url/url.ts';
import type { ConversionOrder } from '../../../domain/convert/conversion.ts';

/** The version of the message format; a converter refuses messages of a later version. */
const formVersion = 1;

/** The message body of an order. */
export function encodeOrder({ job, host, id, url }: ConversionOrder): string {
  return JSON.stringify({ v: formVersion, job, host, id, url });
}

/**
 * Parses the order of a message body. Anybody with access to the queue may have written the body.
 * @throws WinnowError `newer` when a newer Winnow wrote the body, `corrupt` when it is no order
 */
export function parseOrder(body: string): ConversionOrder {
  let fields: Readonly<Record<string, unknown>> | null;
  try {
    fields = JSON.parse(body) as typeof fields;
  } catch (cause) {
    throw new WinnowError('corrupt', 'an order to convert is not JSON', { cause });
  }
  if (typeof fields !== 'object' || fields === null)
    throw new WinnowError('corrupt', 'an order to convert is not an object');
  const { v } = fields;
  if (typeof v === 'number' && v > formVersion)
    throw new WinnowError('newer', `an order to convert has version ${v}; this Winnow reads ${formVersion}`);
  const text = (name: string): string => {
    const value = fields[name];
    if (typeof value === 'string' && value !== '') return value;
    throw new WinnowError('corrupt', `an order to convert has no ${name}`);
  };
  return {
    job: text('job'),
    host: text('host') as HostName,
    id: text('id'),
    url: text('url') as CanonicalUrl,
  };
}
