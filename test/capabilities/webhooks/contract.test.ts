import { webhook } from '../../../lib/capabilities/webhooks/webhook-sink.ts';
import type { SinkType } from '../../../lib/pipeline/sinks/sink.ts';
import { sinkContract } from '../../contracts/sinks.ts';
import { aKey, loopbackWeb, startReceiver } from '../../support/webhooks/hook.ts';

sinkContract('a webhook', async () => {
  const { url, heard, close } = await startReceiver();
  const web = loopbackWeb();
  return {
    type: webhook as SinkType<unknown>,
    settings: { url, secret: 'key', difference: true },
    web,
    secret: async () => aKey,
    async contents() {
      const seen = new Set<string>();
      const records = new Map<string, string>();
      for (const { headers, message } of heard) {
        const id = headers['webhook-id'] as string;
        if (seen.has(id)) continue;
        seen.add(id);
        const { md5, url: page } = message.data as { md5: string; url: string };
        records.delete(md5);
        if (message.type !== 'record.deleted') records.set(md5, page);
      }
      return records;
    },
    async close() {
      await web.close();
      await close();
    },
  };
});
