import { createServer, type IncomingHttpHeaders } from 'node:http';
import { UndiciTargetWeb } from '../../../lib/adapters/web/undici-target-web.ts';
import { WinnowError } from '../../../lib/base/error.ts';
import type { WebhookSettings } from '../../../lib/capabilities/webhooks/settings.ts';
import { webhook } from '../../../lib/capabilities/webhooks/webhook-sink.ts';
import type { RecordChange } from '../../../lib/pipeline/feed/outgoing.ts';
import type { Sink, SinkPlan } from '../../../lib/pipeline/sinks/sink.ts';
import type { TargetWeb } from '../../../lib/ports/target-web.ts';
import { listen } from '../web/hostile-server.ts';

export const aKey = `whsec_${Buffer.alloc(32, 'a').toString('base64')}`;
export const never = new AbortController().signal;

interface HookOptions extends Partial<Omit<SinkPlan<WebhookSettings>, 'settings' | 'secret'>> {
  readonly settings?: Partial<WebhookSettings>;
  readonly secrets?: Readonly<Record<string, string>>;
}

/** A webhook to a receiver on loopback, which the operator allows. The web is closed with the sink. */
export async function openHook(url: string, options: HookOptions = {}): Promise<Sink> {
  const { settings, secrets = { key: aKey }, web = loopbackWeb(), ...plan } = options;
  const sink = await webhook.open({
    ...{
      job: 'birds',
      name: 'hook',
      generation: 1,
      web,
      now: () => Date.now(),
      replaced: async () => undefined,
    },
    ...plan,
    settings: { url, secret: 'key', difference: true, ...settings } as WebhookSettings,
    async secret(name) {
      const found = secrets[name];
      if (found === undefined) throw new WinnowError('config', `there is no secret '${name}'`);
      return found;
    },
  });
  return {
    push: (changes, signal) => sink.push(changes, signal),
    async close() {
      await sink.close();
      await web.close();
    },
  };
}

export function loopbackWeb(timeoutMs?: number): TargetWeb {
  return new UndiciTargetWeb({
    allow: ['127.0.0.0/8'],
    atOnce: 16,
    ...(timeoutMs !== undefined && { timeoutMs }),
  });
}

export interface Heard {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly message: {
    readonly type: string;
    readonly timestamp: string;
    readonly data: Record<string, unknown>;
  };
}

interface Answered {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}
type Answering = (heard: Heard, nth: number) => Answered | Promise<Answered>;

/** A receiver that writes down what it hears. @param answering its answer to the nth message, from 1 */
export async function startReceiver(answering: Answering = () => ({ status: 204 })) {
  const heard: Heard[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request.setEncoding('utf8')) body += piece;
    const one: Heard = { headers: request.headers, body, message: JSON.parse(body) };
    heard.push(one);
    const { status, headers = {}, body: words = '' } = await answering(one, heard.length);
    response.writeHead(status, headers).end(words);
  });
  const port = await listen(server);
  const close = (): Promise<void> =>
    new Promise((resolve) => void server.close(() => resolve()).closeAllConnections());
  return { url: `http://127.0.0.1:${port}/hook`, heard, close };
}

/** What a receiver keeps of messages: the data of each record that is there, by its MD5. Each message counts once. */
export function kept(heard: readonly Heard[]): ReadonlyMap<string, Heard['message']['data']> {
  const seen = new Set<unknown>();
  const records = new Map<string, Heard['message']['data']>();
  for (const { headers, message } of heard) {
    if (seen.has(headers['webhook-id'])) continue;
    seen.add(headers['webhook-id']);
    const md5 = String(message.data.md5);
    records.delete(md5);
    if (message.type !== 'record.deleted') records.set(md5, message.data);
  }
  return records;
}

/** A record that was created or updated. */
export function put(
  name: string,
  over: {
    readonly change?: 'created' | 'updated';
    readonly text?: string;
    readonly revision?: number;
    readonly url?: string;
  } = {},
): RecordChange {
  const {
    change = 'created',
    text = `Text of ${name}`,
    revision = 1,
    url = `https://a.example/${name}`,
  } = over;
  const record = {
    ...{
      md5: name,
      title: `Title of ${name}`,
      mediaType: 'text/html',
      text,
      links: [],
      urls: [url],
      finalUrl: url,
    },
    ...{ depth: 0, firstSeen: 1, lastChecked: 1, lastChanged: 1, metadata: {}, headings: [] },
  };
  const place = { v: 2, job: 'birds', host: 'a.example', turn: 1, ordinal: 0, at: 1_795_000_000_000 };
  return { change, line: { ...place, change, md5: name, revision, url, record } } as unknown as RecordChange;
}

export function gone(name: string): RecordChange {
  const url = `https://a.example/${name}`;
  return { gone: { md5: name, url, host: 'a.example', job: 'birds', at: 1_795_000_001_000 } } as RecordChange;
}
