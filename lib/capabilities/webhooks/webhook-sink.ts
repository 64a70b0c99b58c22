import { WinnowError } from '../../base/error.ts';
import type { RecordChange } from '../../pipeline/feed/outgoing.ts';
import type { Sink, SinkPlan, SinkRefusal, SinkType } from '../../pipeline/sinks/sink.ts';
import { judged } from './answer.ts';
import { byPage } from './by-page.ts';
import { messageOf } from './message.ts';
import type { WebhookSettings } from './settings.ts';
import { signatures, signingKey } from './signing-key.ts';

/** Messages that a receiver took lately, and that it is not sent again. */
const remembered = 10_000;
const usuallyAtOnce = 8;

/** Posts each change as one message, signed as standard-webhooks.com has it. */
export const webhook: SinkType<WebhookSettings> = {
  name: 'webhook',
  batch: { changes: 100, bytes: 4_000_000 },
  async open(plan) {
    const url = addressOf(plan);
    // A secret that is missing or wrong is said before the first change comes.
    await keysOf(plan);
    return new WebhookSink(plan, url);
  },
};

class WebhookSink implements Sink {
  readonly #plan: SinkPlan<WebhookSettings>;
  readonly #url: string;
  /** A push that failed comes again whole: a receiver that takes only so many a minute would see the first ones for ever. */
  readonly #taken = new Set<string>();
  /** It took the last message: until then only one is sent. */
  #isWell = false;

  constructor(plan: SinkPlan<WebhookSettings>, url: string) {
    this.#plan = plan;
    this.#url = url;
  }

  async push(changes: readonly RecordChange[], signal: AbortSignal): Promise<readonly SinkRefusal[]> {
    const keys = await keysOf(this.#plan);
    const { atOnce = usuallyAtOnce } = this.#plan.settings;
    const refusals: SinkRefusal[] = [];
    const post = async (change: RecordChange): Promise<void> => {
      const why = await this.#post(change, keys, signal);
      const { md5 } = 'gone' in change ? change.gone : change.line;
      if (why !== undefined) refusals.push({ md5, why });
    };
    try {
      const alone = this.#isWell ? 0 : 1;
      for (const change of changes.slice(0, alone)) await post(change);
      await byPage(changes.slice(alone), atOnce, post);
      this.#isWell = true;
      return refusals;
    } catch (error) {
      this.#isWell = false;
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#taken.clear();
  }

  /** @returns why the receiver refuses the message */
  async #post(
    change: RecordChange,
    keys: readonly Uint8Array[],
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const { web, settings, replaced, now } = this.#plan;
    const isNew = 'line' in change && change.change === 'created' && settings.difference;
    const { id, body } = messageOf(this.#plan, change, isNew ? await replaced(change.line) : undefined);
    if (this.#taken.has(id)) return undefined;
    const timestamp = Math.floor(now() / 1_000);
    const headers = {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signatures(keys, { id, timestamp, body }),
    };
    const answer = await web.ask(
      { method: 'POST', url: this.#url, headers, body: Buffer.from(body), isGuarded: true },
      signal,
    );
    const why = judged(answer, { name: this.#plan.name, origin: new URL(this.#url).origin, now: now() });
    if (why === undefined) this.#remember(id);
    return why;
  }

  #remember(id: string): void {
    this.#taken.add(id);
    if (this.#taken.size <= remembered) return;
    const [oldest = ''] = this.#taken;
    this.#taken.delete(oldest);
  }
}

/** @throws WinnowError `config` */
function addressOf({ name, settings }: SinkPlan<WebhookSettings>): string {
  const { url } = settings;
  if (url === undefined)
    throw new WinnowError('config', `the webhook '${name}' has no url: say where to post to`);
  if (URL.canParse(url)) return url;
  throw new WinnowError('config', `the webhook '${name}': its url is no URL of http or https`);
}

/** The newest first. @throws WinnowError `config`, `unavailable` */
async function keysOf({ name, settings, secret }: SinkPlan<WebhookSettings>): Promise<readonly Uint8Array[]> {
  if (settings.secret === undefined)
    throw new WinnowError(
      'config',
      `the webhook '${name}' has no secret: name the one that signs its messages`,
    );
  const names = [settings.secret, ...(settings.oldSecret === undefined ? [] : [settings.oldSecret])];
  return await Promise.all(names.map(async (one) => signingKey(one, await secret(one))));
}
