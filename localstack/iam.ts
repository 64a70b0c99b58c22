import { createHash, createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { WinnowError } from '../lib/domain/error.ts';
import { region } from './env.ts';
import type { Cloud } from './state.ts';

/** A policy as IAM keeps it: what we read and write of it. */
export interface PolicyDocument {
  readonly Version: string;
  readonly Statement: readonly PolicyStatement[];
}

export interface PolicyStatement {
  readonly Effect: 'Allow' | 'Deny';
  readonly Action: string | readonly string[];
  readonly Resource: string | readonly string[];
}

/** The names of the inline policies of a role. */
export async function rolePolicies(cloud: Cloud, role: string): Promise<readonly string[]> {
  const xml = await callIam(cloud, 'ListRolePolicies', { RoleName: role });
  return [...xml.matchAll(/<member>([^<]+)<\/member>/g)].map(([, name = '']) => name);
}

export async function rolePolicy(cloud: Cloud, role: string, name: string): Promise<PolicyDocument> {
  const xml = await callIam(cloud, 'GetRolePolicy', { RoleName: role, PolicyName: name });
  const encoded = /<PolicyDocument>([^<]+)<\/PolicyDocument>/.exec(xml)?.[1] ?? '';
  return JSON.parse(decodeURIComponent(encoded)) as PolicyDocument;
}

/** Adds an inline policy to a role, or replaces the one of that name. */
export async function putRolePolicy(
  cloud: Cloud,
  role: string,
  name: string,
  document: PolicyDocument,
): Promise<void> {
  const PolicyDocument = JSON.stringify(document);
  await callIam(cloud, 'PutRolePolicy', { RoleName: role, PolicyName: name, PolicyDocument });
}

/** A request to IAM, signed by hand: three calls are not worth another SDK client. Returns the XML of the answer. */
async function callIam(
  cloud: Cloud,
  action: string,
  parameters: Readonly<Record<string, string>>,
): Promise<string> {
  const body = new URLSearchParams({ Action: action, Version: '2010-05-08', ...parameters }).toString();
  const { host } = new URL(cloud.endpoint);
  const headers = signed(host, body, new Date());
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
      request.on('error', reject).end(body);
    },
  );
  if (status === 200) return text;
  throw new WinnowError('unavailable', `iam:${action} failed with ${status}: ${text}`);
}

/** Signature version 4 of a POST to `/`, by the example in the IAM user guide ("Create a signed request"). */
function signed(host: string, body: string, now: Date): Record<string, string> {
  const time = now.toISOString().replace(/[-:]|\.\d+/g, '');
  const scope = `${time.slice(0, 8)}/${region}/iam/aws4_request`;
  const type = 'application/x-www-form-urlencoded';
  const canonical = [
    'POST\n/\n',
    `content-type:${type}`,
    `host:${host}`,
    `x-amz-date:${time}\n`,
    'content-type;host;x-amz-date',
    sha256(body),
  ].join('\n');
  let key: Buffer | string = 'AWS4test';
  for (const part of scope.split('/')) key = createHmac('sha256', key).update(part).digest();
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n');
  const signature = createHmac('sha256', key).update(toSign).digest('hex');
  return {
    'content-type': type,
    'x-amz-date': time,
    authorization: `AWS4-HMAC-SHA256 Credential=test/${scope}, SignedHeaders=content-type;host;x-amz-date, Signature=${signature}`,
  };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
