import type {
  BatchWriteItemCommandInput,
  BatchWriteItemCommandOutput,
  DeleteItemCommandInput,
  GetItemCommandInput,
  GetItemCommandOutput,
  PutItemCommandInput,
  QueryCommandInput,
  QueryCommandOutput,
  UpdateItemCommandInput,
  UpdateItemCommandOutput,
} from '@aws-sdk/client-dynamodb';
import { tableKey } from '../../../config/stack/names.ts';
import type { Item } from '../base/attributes.ts';
import { itemSize } from '../base/item-size.ts';

export interface CapacityUnits {
  readonly write: number;
  readonly read: number;
}

const none: CapacityUnits = { write: 0, read: 0 };
const rememberedItems = 50_000;

/**
 * What DynamoDB bills for a request, computed by its rules from the bytes of the items: emulators do not look at sizes.
 * A write is billed by the larger of the item before and after it. The size before is known for items that this process
 * wrote, so figures are exact where one process does the work, and a little low for large items that others wrote.
 */
export class BilledUnits {
  readonly #sizes = new Map<string, number>();

  /** @param refused the item that a failed condition returned, or true when it returned none */
  of(operation: string, input: unknown, output: unknown, refused: Item | boolean): CapacityUnits {
    switch (operation) {
      case 'PutItem': {
        const { TableName, Item: item = {} } = input as PutItemCommandInput;
        return refused
          ? this.#refusal(TableName, item, refused)
          : this.#write(TableName, item, itemSize(item));
      }
      case 'UpdateItem': {
        const { TableName, Key = {} } = input as UpdateItemCommandInput;
        if (refused) return this.#refusal(TableName, Key, refused);
        const after = (output as UpdateItemCommandOutput).Attributes;
        return this.#write(TableName, Key, after === undefined ? itemSize(Key) : itemSize(after));
      }
      case 'DeleteItem': {
        const { TableName, Key = {} } = input as DeleteItemCommandInput;
        return this.#write(TableName, Key, 0);
      }
      case 'BatchWriteItem':
        return this.#batch(input as BatchWriteItemCommandInput, output as BatchWriteItemCommandOutput);
      case 'GetItem': {
        const { ConsistentRead } = input as GetItemCommandInput;
        const { Item: item } = output as GetItemCommandOutput;
        return reads(item === undefined ? 0 : itemSize(item), ConsistentRead);
      }
      case 'Query': {
        const { ConsistentRead } = input as QueryCommandInput;
        const { Items = [], ConsumedCapacity } = output as QueryCommandOutput;
        // A query that only counts returns no items: DynamoDB reports what it read.
        if (ConsumedCapacity?.CapacityUnits !== undefined)
          return { ...none, read: ConsumedCapacity.CapacityUnits };
        return reads(
          Items.reduce((sum, item) => sum + itemSize(item), 0),
          ConsistentRead,
        );
      }
      default:
        return none;
    }
  }

  #batch(input: BatchWriteItemCommandInput, output: BatchWriteItemCommandOutput): CapacityUnits {
    let write = 0;
    for (const [table, requests] of Object.entries(input.RequestItems ?? {})) {
      const left = output.UnprocessedItems?.[table]?.length ?? 0;
      for (const { PutRequest, DeleteRequest } of requests.slice(0, requests.length - left)) {
        const item = PutRequest?.Item ?? DeleteRequest?.Key ?? {};
        write += this.#write(table, item, PutRequest === undefined ? 0 : itemSize(item)).write;
      }
    }
    return { write, read: 0 };
  }

  #write(table: string | undefined, key: Item, after: number): CapacityUnits {
    const name = nameOf(table, key);
    const larger = Math.max(after, this.#sizes.get(name) ?? 0);
    this.#remember(name, after);
    return { write: Math.max(1, Math.ceil(larger / 1_024)), read: 0 };
  }

  #refusal(table: string | undefined, key: Item, refused: Item | true): CapacityUnits {
    const name = nameOf(table, key);
    const size = refused === true ? (this.#sizes.get(name) ?? 0) : itemSize(refused);
    return { write: Math.max(1, Math.ceil(size / 1_024)), read: 0 };
  }

  #remember(name: string, size: number): void {
    this.#sizes.delete(name);
    if (size === 0) return;
    this.#sizes.set(name, size);
    if (this.#sizes.size <= rememberedItems) return;
    for (const oldest of this.#sizes.keys()) {
      this.#sizes.delete(oldest);
      break;
    }
  }
}

function nameOf(table: string | undefined, key: Item): string {
  return `${table} ${key[tableKey.partition]?.S} ${key[tableKey.sort]?.S}`;
}

function reads(bytes: number, consistent: boolean | undefined): CapacityUnits {
  const units = Math.max(1, Math.ceil(bytes / 4_096));
  return { write: 0, read: consistent ? units : units / 2 };
}
