import { readFileSync } from 'node:fs';
import { Agent } from 'node:https';
import { region } from './env.ts';
import type { Cloud } from './state.ts';

/**
 * How an SDK client reaches a cloud from inside a running process: certificates that are named in the environment
 * are read only when Node starts. For `sdkClient`, by which no request hangs.
 */
export function clientConfig(cloud: Cloud): {
  readonly endpoint: string;
  readonly region: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  readonly requestHandler: {
    readonly requestTimeout: number;
    readonly socketTimeout: number;
    readonly httpsAgent?: Agent;
  };
} {
  return {
    endpoint: cloud.endpoint,
    region,
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    requestHandler: {
      requestTimeout: 20_000,
      socketTimeout: 20_000,
      ...(cloud.ca !== undefined && {
        httpsAgent: new Agent({ ca: readFileSync(cloud.ca), keepAlive: true }),
      }),
    },
  };
}
