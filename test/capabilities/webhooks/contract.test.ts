import { webhook } from '../../../lib/capabilities/webhooks/webhook-sink.ts';
import type { SinkType } from '../../../lib/pipeline/sinks/sink.ts';
import { sinkContract } from '../../contracts/sinks.ts';
import { aKey, kept, loopbackWeb, startReceiver } from '../../support/webhooks/hook.ts';

sinkContract('a webhook', async () => {
  const { url, heard, close } = await startReceiver();
  const web = loopbackWeb();
  return {
    type: webhook as SinkType<unknown>,
    settings: { url, secret: 'key', difference: true },
    web,
    secret: async () => aKey,
    contents: async () => new Map([...kept(heard)].map(([md5, { url: page }]) => [md5, String(page)])),
    async close() {
      await web.close();
      await close();
    },
  };
});
