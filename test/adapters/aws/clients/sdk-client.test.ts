import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  attemptLimits,
  CallDeadline,
  endInTime,
  sdkClient,
} from '../../../../lib/adapters/aws/clients/sdk-client.ts';

const root = join(import.meta.dirname, '../../../..');
const key = { TableName: 't', Key: { pk: { S: 'a' } } };

let server: Server;
let sockets: Socket[];
/** What the server sends on a connection before it says nothing more. */
let beginning = '';
beforeEach(async () => {
  sockets = [];
  beginning = '';
  server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    if (beginning !== '') socket.once('data', () => socket.write(beginning));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await new Promise((done) => server.close(done));
});

const place = () => ({
  region: 'eu-west-1',
  endpoint: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
  credentials: { accessKeyId: 'x', secretAccessKey: 'y' },
});

describe('a server that takes requests and never answers', () => {
  test('fails a request when its attempts are over, each on a connection of its own', async () => {
    const client = sdkClient(DynamoDBClient, {
      ...place(),
      maxAttempts: 2,
      requestHandler: { requestTimeout: 200 },
    });
    await expect(client.send(new GetItemCommand(key))).rejects.toMatchObject({ name: 'TimeoutError' });
    expect(sockets).toHaveLength(2);
    client.destroy();
  });

  test('fails a request by the end of what time is left, after several attempts', async () => {
    const deadline = new CallDeadline();
    const client = endInTime(sdkClient(DynamoDBClient, { ...place(), maxAttempts: 5 }), deadline);
    deadline.set(performance.now() + 2_000);
    await expect(client.send(new GetItemCommand(key))).rejects.toThrow();
    expect(sockets.length).toBeGreaterThan(1);
    client.destroy();
  });

  test('is not asked when no time is left', async () => {
    const deadline = new CallDeadline();
    const client = endInTime(sdkClient(DynamoDBClient, { ...place(), maxAttempts: 5 }), deadline);
    deadline.set(performance.now());
    await expect(client.send(new GetItemCommand(key))).rejects.toMatchObject({ code: 'unavailable' });
    expect(sockets).toEqual([]);
    client.destroy();
  });

  test('fails one that began to answer and stalls', async () => {
    beginning = 'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nabc';
    const client = sdkClient(S3Client, {
      ...place(),
      forcePathStyle: true,
      maxAttempts: 1,
      requestHandler: { socketTimeout: 300 },
    });
    const reading = client
      .send(new GetObjectCommand({ Bucket: 'b', Key: 'k' }))
      .then(({ Body }) => Body?.transformToString());
    await expect(reading).rejects.toThrow();
    client.destroy();
  });
});

describe('every client of the SDK', () => {
  test('has limits unless its caller says otherwise', async () => {
    const client = sdkClient(DynamoDBClient, place());
    const { requestHandler } = client.config;
    await requestHandler.handle({} as never, {}).catch(() => undefined);
    const { config } = requestHandler as unknown as { readonly config: unknown };
    expect(config).toMatchObject(attemptLimits);
    client.destroy();
  });

  test('is made where the limits are set, in every file of the project', () => {
    const bare = sources().filter(
      ({ text }) => makesClient(text) && !/throwOnRequestTimeout: true/.test(text),
    );
    expect(bare.map(({ path }) => path)).toEqual([]);
  });

  test('is found whatever it is called', () => {
    expect(
      makesClient("import { KMSClient } from '@aws-sdk/client-kms';\nconst a = new KMSClient({});"),
    ).toBe(true);
    expect(makesClient("const { KMS: K } = await import('@aws-sdk/client-kms');\nconst a = new K();")).toBe(
      true,
    );
    expect(makesClient("import { KMS } from '@aws-sdk/client-kms';\nsdkClient(KMS);")).toBe(false);
    expect(makesClient("import { GetKeyCommand } from '@aws-sdk/client-kms';\nnew GetKeyCommand({});")).toBe(
      false,
    );
  });
});

/** Whether a file says `new` to something of the SDK that is no command of it. */
function makesClient(text: string): boolean {
  const imported = [
    ...text.matchAll(/\{([^{}]*)\}\s*(?:from|=\s*await import\()\s*'@aws-sdk\/client-[^']+'/g),
  ];
  const names = imported.flatMap(([, list = '']) =>
    list
      .split(',')
      .map(
        (one) =>
          one
            .trim()
            .split(/\s+as\s+|\s*:\s*/)
            .at(-1) ?? '',
      )
      .filter((one) => /^[A-Z]\w*$/.test(one) && !/(?:Command|Exception)$/.test(one)),
  );
  return names.some((name) => new RegExp(`\\bnew ${name}\\b`).test(text));
}

function sources(): readonly { readonly path: string; readonly text: string }[] {
  return ['bin', 'lib', 'functions', 'localstack', 'examples', 'bench', 'test'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.m?[jt]s$/.test(name) && !name.includes('node_modules'))
      .map((name) => join(folder, name))
      .filter((path) => path !== 'test/adapters/aws/clients/sdk-client.test.ts')
      .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') })),
  );
}
