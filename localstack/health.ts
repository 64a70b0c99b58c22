import { readFileSync } from 'node:fs';
import { get as httpGet } from 'node:http';
import { get as httpsGet } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cloud } from './state.ts';

/** Whether an emulator answers there. LocalStack and MiniStack have the same health endpoint. */
export function answers(cloud: Pick<Cloud, 'endpoint' | 'ca'>): Promise<boolean> {
  const url = `${cloud.endpoint}/_localstack/health`;
  return new Promise((resolve) => {
    const options = { timeout: 2_000, ...(cloud.ca !== undefined && { ca: readFileSync(cloud.ca) }) };
    const request = (url.startsWith('https:') ? httpsGet : httpGet)(url, options, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(false));
  });
}

/** Resolves true as soon as it answers, false when `alive` says that it never will, or after a minute. */
export async function becomesHealthy(
  cloud: Pick<Cloud, 'endpoint' | 'ca'>,
  alive: () => boolean,
): Promise<boolean> {
  for (let tries = 0; tries < 300 && alive(); tries += 1) {
    if (await answers(cloud)) return true;
    await sleep(200);
  }
  return false;
}
