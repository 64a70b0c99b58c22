import { Table } from '../../../lib/adapters/aws/base/table.ts';
import { Bucket } from '../../../lib/adapters/aws/objects/bucket.ts';
import { DynamoJobBackup } from '../../../lib/adapters/aws/tables/dynamo-job-backup.ts';
import { DynamoJobEraser } from '../../../lib/adapters/aws/tables/dynamo-job-eraser.ts';
import { MemoryTickets } from '../../../lib/adapters/embedded/memory-tickets.ts';
import { awsStores } from '../../../lib/runtime/aws/aws-ports.ts';
import { turnAdapters } from '../../../lib/runtime/aws/aws-worker.ts';
import type { Cloud } from '../../../localstack/state.ts';
import type { HeldClock } from '../clock.ts';
import { clientsOf, makeBucket, makeTable } from '../cloud/local-cloud.ts';
import { countedEntropy, type MemoryPorts } from '../stores.ts';

/** The stores of one region of a local cloud, with tables and a bucket of their own. */
export interface Region {
  readonly stores: MemoryPorts;
  readonly bucket: Bucket;
  readonly names: { readonly frontierTable: string; readonly recordsTable: string; readonly bucket: string };
}

/** Opens a region that is empty, or the tables and the bucket that are left of another. */
export async function openRegion(
  cloud: Cloud,
  clock: HeldClock,
  left: Partial<Region['names']> = {},
): Promise<Region> {
  const clients = clientsOf(cloud);
  const names = {
    frontierTable: left.frontierTable ?? (await makeTable(clients)),
    recordsTable: left.recordsTable ?? (await makeTable(clients)),
    bucket: left.bucket ?? (await makeBucket(clients)),
  };
  const bucket = new Bucket(clients.s3, names.bucket);
  const [frontier, records] = [names.frontierTable, names.recordsTable].map(
    (name) => new Table(clients.dynamo, name),
  ) as [Table, Table];
  const tables = { frontier, records, now: () => clock.now() };
  const stores = {
    ...awsStores(clients, names, turnAdapters, clock),
    entropy: countedEntropy(names.bucket),
    tickets: new MemoryTickets(clock),
    jobEraser: new DynamoJobEraser(frontier, bucket),
    backup: new DynamoJobBackup(tables, clients.s3, names.bucket),
    close: () => clients.close(),
  } as unknown as MemoryPorts;
  return { stores, bucket, names };
}
