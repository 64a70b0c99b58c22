import { createHmac } from 'node:crypto';
import { WinnowError } from '../../base/error.ts';

const prefix = 'whsec_';
/** As standard-webhooks has it. */
const [leastBytes, mostBytes] = [24, 64];
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** @param name of the secret @param stored its text @throws WinnowError `config` */
export function signingKey(name: string, stored: string): Uint8Array {
  const text = stored.trim();
  const refuse = (what: string): WinnowError =>
    new WinnowError(
      'config',
      `the secret '${name}' holds no key for webhooks: ${what}; make one with: echo "whsec_$(openssl rand -base64 32)"`,
    );
  if (!text.startsWith(prefix)) throw refuse(`it does not begin with '${prefix}'`);
  const encoded = text.slice(prefix.length);
  if (!base64.test(encoded)) throw refuse(`what follows '${prefix}' is not base64`);
  const key = Buffer.from(encoded, 'base64');
  if (key.length < leastBytes || key.length > mostBytes)
    throw refuse(`it has ${key.length} bytes, and ${leastBytes} to ${mostBytes} are expected`);
  return key;
}

/** The header `webhook-signature`: a signature by each key. @param timestamp epoch seconds */
export function signatures(
  keys: readonly Uint8Array[],
  { id, timestamp, body }: { readonly id: string; readonly timestamp: number; readonly body: string },
): string {
  return keys
    .map((key) => `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`)
    .join(' ');
}
