import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, describe, expect, it } from 'vitest';
import { objectsOf } from '../../../examples/indexer/aws/bucket.ts';
import { sdkClient } from '../../../lib/adapters/aws/clients/sdk-client.ts';
import { clientConfig } from '../../../localstack/clients.ts';
import type { DeployedStack } from '../support/stack/deployed-stack.ts';
import { type Kind, toldOf } from '../support/stack/destinations.ts';

/** Whom S3 tells of changes objects, as the stack was deployed: of each kind one, each of one job. */
export function destinations(stack: () => DeployedStack): void {
  describe('those who are told of changes', () => {
    const kinds = Object.keys(toldOf) as readonly Kind[];
    let s3: S3Client;

    const put = async (Key: string): Promise<void> => {
      s3 ??= sdkClient(S3Client, { ...clientConfig(stack().cloud), forcePathStyle: true });
      await s3.send(new PutObjectCommand({ Bucket: stack().outputs.BucketName, Key, Body: 'x' }));
    };
    const key = (kind: Kind, turn: number) => `changes/${toldOf[kind]}/h.example:8080/${turn}.jsonl.gz`;

    afterAll(() => s3?.destroy());

    it('hear of the job that they were named for and of no other, the same key whatever the way', async () => {
      for (const prefix of ['bundles', 'documents', 'changes'])
        for (const job of Object.values(toldOf)) await put(`${prefix}/${job}-2/h.example:8080/1.jsonl.gz`);
      for (const kind of kinds) for (const turn of [1, 2]) await put(key(kind, turn));
      for (const kind of kinds) {
        const told = await stack().destinations.told(kind, ['/1.jsonl.gz', '/2.jsonl.gz']);
        const keys = told.flatMap((body) => objectsOf(body).map((object) => object.key));
        expect([...new Set(keys)].sort()).toEqual([key(kind, 1), key(kind, 2)]);
      }
    }, 60_000);
  });
}
