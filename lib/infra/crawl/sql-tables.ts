import { Duration, Stack } from 'aws-cdk-lib';
import { CfnDatabase, CfnTable } from 'aws-cdk-lib/aws-glue';
import { Construct } from 'constructs';
import { WinnowError } from '../../base/error.ts';
import type { SqlColumn, SqlTable } from '../../capabilities/sql/table.ts';
import { sqlTables } from '../../capabilities/sql/tables.ts';
import { environment, prefixes } from '../../config/stack/names.ts';
import type { CrawlBucket } from './crawl-bucket.ts';
import type { Schedules } from './schedules.ts';
import type { StateTable } from './state-table.ts';
import type { WinnowFunction } from './winnow-function.ts';

export interface SqlTablesProps {
  readonly jobs: readonly string[];
  readonly everyHours: number;
  /** Of the crawl. */
  readonly name: string;
  readonly fn: WinnowFunction;
  readonly frontier: StateTable;
  readonly records: StateTable;
  readonly bucket: CrawlBucket;
  readonly schedules: Schedules;
}

/** Between two looks at whether a copy is due, or goes on; as long as the function may run. */
const tickMinutes = 15;

const types = { INTEGER: 'bigint', REAL: 'double', TEXT: 'string' } as const;

/** Tables of jobs for Athena: the function that copies them, its schedule, and a database of the Glue catalogue for each job. */
export class SqlTables extends Construct {
  /** @throws WinnowError `config` for two jobs whose databases would have one name */
  constructor(scope: Construct, id: string, props: SqlTablesProps) {
    super(scope, id);
    const { jobs, everyHours, fn, frontier, records, bucket, schedules } = props;
    fn.setVariable(environment.sql, JSON.stringify({ jobs, everyHours }));
    frontier.grantRead(fn);
    frontier.grantWrite(fn);
    records.grantRead(fn);
    bucket.grantRead(fn, 'config', 'models', 'segments', 'links', 'graph', 'sql');
    bucket.grantWrite(fn, 'graph', 'sql');
    bucket.grantDelete(fn, 'graph', 'sql');
    schedules.every('sql', Duration.minutes(tickMinutes), 'enabled', fn);
    const databases = new Map<string, string>();
    for (const job of jobs) {
      const database = databaseName(props.name, job);
      const other = databases.get(database);
      if (other !== undefined)
        throw new WinnowError('config', `sql.jobs: ${other} and ${job} would have one database, ${database}`);
      databases.set(database, job);
      this.#catalogue(database, job, bucket.bucket.bucketName);
    }
  }

  #catalogue(name: string, job: string, bucket: string): void {
    const scope = new Construct(this, job);
    const catalogId = Stack.of(this).account;
    const database = new CfnDatabase(scope, 'Database', {
      catalogId,
      databaseInput: { name, description: `Winnow: the job ${job} as of its last copy` },
    });
    const tables: readonly SqlTable[] = Object.values(sqlTables);
    for (const table of tables) {
      const made = new CfnTable(scope, table.name, {
        catalogId,
        databaseName: name,
        tableInput: {
          name: table.name,
          description: table.description,
          tableType: 'EXTERNAL_TABLE',
          parameters: { EXTERNAL: 'TRUE', classification: 'parquet' },
          storageDescriptor: {
            columns: table.columns.map(columnOf),
            location: `s3://${bucket}/${prefixes.sql}${job}/now/${table.name}/`,
            // The location lists the files of the copy, so that a new copy takes the place of the one before at once.
            inputFormat: 'org.apache.hadoop.hive.ql.io.SymlinkTextInputFormat',
            outputFormat: 'org.apache.hadoop.hive.ql.io.HiveIgnoreKeyTextOutputFormat',
            serdeInfo: {
              serializationLibrary: 'org.apache.hadoop.hive.ql.io.parquet.serde.ParquetHiveSerDe',
            },
          },
        },
      });
      made.addDependency(database);
    }
  }
}

/** Athena takes small letters, digits and underscores. */
function databaseName(crawl: string, job: string): string {
  return `${crawl}_${job}`.toLowerCase().replace(/[^a-z0-9]/g, '_');
}

/** Glue takes 255 characters of a comment. */
function columnOf({ name, type, description }: SqlColumn): CfnTable.ColumnProperty {
  return { name, type: types[type], comment: description.slice(0, 255) };
}
