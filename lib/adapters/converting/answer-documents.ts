import type { MessagePort } from 'node:worker_threads';
import { convertDocument } from '../../documents/convert.ts';
import type { Conversion, ConvertRequest } from '../../documents/settings.ts';

/** How a document is converted; never throws for what the document says. */
export type Convert = (request: ConvertRequest) => Promise<Conversion>;

/**
 * The thread's side of the converter: gets one document after the other, and posts what became of each.
 * @param port to the converter; null outside of a thread
 */
export function answerDocuments(port: MessagePort | null, convert: Convert = convertDocument): void {
  port?.on('message', async (request: ConvertRequest) => {
    port.postMessage(await convert(request));
  });
  port?.postMessage('ready');
}
