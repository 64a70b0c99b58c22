import { RemovalPolicy } from 'aws-cdk-lib';
import { AttributeType, BillingMode, Table } from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';
import { tableKey } from '../../config/stack/names.ts';
import type { Encryption } from './encryption.ts';
import type { Granted } from './winnow-function.ts';

export interface StateTableProps {
  /** The environment variable in which functions find the table's name. */
  readonly variable: string;
  /** The name of a table that exists already; absent: CloudFormation makes one and names it. */
  readonly tableName: string | undefined;
  readonly encryption: Encryption;
  /** Whether the table stays when the stack is deleted. */
  readonly retained: boolean;
}

/**
 * A table with the state of the crawl: paid by the request, restorable to any second of the last 35 days, retained unless
 * the settings say otherwise; a new stack can adopt it (docs/decisions/0013-adopted-tables.md: why it is no TableV2).
 */
export class StateTable extends Construct {
  readonly table: Table;
  private readonly variable: string;

  constructor(scope: Construct, id: string, props: StateTableProps) {
    super(scope, id);
    this.variable = props.variable;
    const { tableName, encryption, retained } = props;
    this.table = new Table(this, 'Table', {
      ...(tableName !== undefined && { tableName }),
      partitionKey: { name: tableKey.partition, type: AttributeType.STRING },
      sortKey: { name: tableKey.sort, type: AttributeType.STRING },
      billingMode: BillingMode.PAY_PER_REQUEST,
      ...encryption.ofTable,
      timeToLiveAttribute: tableKey.expiry,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: retained,
      removalPolicy: retained ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
  }

  /** Lets a function read items by key and query a partition; never scan. */
  grantRead(fn: Granted): void {
    this.grant(fn, ['dynamodb:GetItem', 'dynamodb:Query']);
  }

  /** Lets a function write and delete items, one by one or in batches. */
  grantWrite(fn: Granted): void {
    this.grant(fn, [
      'dynamodb:PutItem',
      'dynamodb:UpdateItem',
      'dynamodb:DeleteItem',
      'dynamodb:BatchWriteItem',
    ]);
  }

  private grant(fn: Granted, actions: readonly string[]): void {
    fn.setVariable(this.variable, this.table.tableName);
    fn.allow(actions, [this.table.tableArn]);
  }
}
