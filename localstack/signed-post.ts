import { createHash, createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { WinnowError } from '../lib/base/error.ts';
import { region } from './env.ts';
import type { Cloud } from './state.ts';

export interface SignedPost {
  /** As signatures name it: `iam`, `events`. */
  readonly service: string;
  readonly contentType: string;
  readonly body: string;
  /** `x-amz-target`, where the service wants the name of the action there. */
  readonly target?: string;
}

/**
 * Sends a request to a service, signed by hand: a few calls are not worth another SDK client.
 * @returns the text of the answer
 * @throws WinnowError `unavailable` for an answer that is no success
 */
export async function postSigned(cloud: Cloud, post: SignedPost): Promise<string> {
  const headers = signed(new URL(cloud.endpoint).host, post, new Date());
  const send = cloud.endpoint.startsWith('https:') ? httpsRequest : httpRequest;
  const options = { method: 'POST', headers, ...(cloud.ca !== undefined && { ca: readFileSync(cloud.ca) }) };
  const { status, text } = await new Promise<{ status: number | undefined; text: string }>(
    (resolve, reject) => {
      const request = send(cloud.endpoint, options, (response) => {
        let answer = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          answer += chunk;
        });
        response.on('end', () => resolve({ status: response.statusCode, text: answer }));
      });
      request.on('error', reject).end(post.body);
    },
  );
  if (status === 200) return text;
  throw new WinnowError('unavailable', `${post.service} answered with ${status}: ${text}`);
}

/** Signature version 4 of a POST to `/`, by the example in the IAM user guide ("Create a signed request"). */
function signed(
  host: string,
  { service, contentType, body, target }: SignedPost,
  now: Date,
): Record<string, string> {
  const time = now.toISOString().replace(/[-:]|\.\d+/g, '');
  const scope = `${time.slice(0, 8)}/${region}/${service}/aws4_request`;
  const headers: Record<string, string> = {
    'content-type': contentType,
    host,
    'x-amz-date': time,
    ...(target === undefined ? {} : { 'x-amz-target': target }),
  };
  const names = Object.keys(headers).join(';');
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`);
  const canonical = `POST\n/\n\n${lines.join('')}\n${names}\n${sha256(body)}`;
  let key: Buffer | string = 'AWS4test';
  for (const part of scope.split('/')) key = createHmac('sha256', key).update(part).digest();
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n');
  const signature = createHmac('sha256', key).update(toSign).digest('hex');
  return {
    ...headers,
    authorization: `AWS4-HMAC-SHA256 Credential=test/${scope}, SignedHeaders=${names}, Signature=${signature}`,
  };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
