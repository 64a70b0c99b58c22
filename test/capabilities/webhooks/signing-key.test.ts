import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { signatures, signingKey } from '../../../lib/capabilities/webhooks/signing-key.ts';
import { aKey } from '../../support/webhooks/hook.ts';

describe('a signature', () => {
  it('is that of the vectors of standard-webhooks', () => {
    const key = signingKey('key', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw');
    const message = {
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      timestamp: 1_614_265_330,
      body: '{"test": 2432232314}',
    };
    expect(signatures([key], message)).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });

  it('is accepted by the library of others, by the new key and by the old one, and by no other', () => {
    const old = `whsec_${Buffer.alloc(24, 'b').toString('base64')}`;
    const other = `whsec_${Buffer.alloc(24, 'c').toString('base64')}`;
    const timestamp = Math.floor(Date.now() / 1_000);
    const body = '{"text":"Wrens – “ünïcödé” \u{1F426}"}';
    const keys = [aKey, old].map((text) => signingKey('key', text));
    const headers = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signatures(keys, { id: 'msg_1', timestamp, body }),
    };
    for (const key of [aKey, old]) expect(new Webhook(key).verify(body, headers)).toEqual(JSON.parse(body));
    expect(() => new Webhook(other).verify(body, headers)).toThrow('No matching signature');
    expect(() => new Webhook(aKey).verify(`${body} `, headers)).toThrow('No matching signature');
    expect(() => new Webhook(aKey).verify(body, { ...headers, 'webhook-id': 'msg_2' })).toThrow(
      'No matching',
    );
  });
});

describe('the text of a secret', () => {
  it('may end with a line feed, as files do', () => {
    expect(signingKey('key', `${aKey}\n`)).toEqual(signingKey('key', aKey));
  });

  const of = (bytes: number): string => Buffer.alloc(bytes, 'a').toString('base64');
  it.each([
    ['nothing', '', "does not begin with 'whsec_'"],
    ['a key without its prefix', of(32), "does not begin with 'whsec_'"],
    ['what is no base64', 'whsec_with-dashes_and_so_on_1234567890', "what follows 'whsec_' is not base64"],
    ['base64 that was cut', `whsec_${of(32).slice(0, -2)}`, "what follows 'whsec_' is not base64"],
    ['a short key', `whsec_${of(23)}`, 'it has 23 bytes, and 24 to 64 are expected'],
    ['a long key', `whsec_${of(65)}`, 'it has 65 bytes, and 24 to 64 are expected'],
  ])('that is %s is refused in words that do not show it', (_, text, words) => {
    const refused = (): unknown => signingKey('hook-key', text);
    expect(refused).toThrow(`the secret 'hook-key' holds no key for webhooks: `);
    expect(refused).toThrow(words);
    expect(refused).toThrow(/make one with: echo "whsec_\$\(openssl rand -base64 32\)"$/);
    try {
      refused();
    } catch (error) {
      expect(error).toMatchObject({ code: 'config' });
      if (text.length > 10) expect((error as Error).message).not.toContain(text.slice(6));
    }
  });

  it('that has 24 or 64 bytes will do', () => {
    for (const bytes of [24, 64]) expect(signingKey('key', `whsec_${of(bytes)}`)).toHaveLength(bytes);
  });
});
