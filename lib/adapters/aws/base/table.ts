import {
  BatchWriteItemCommand,
  ConditionalCheckFailedException,
  DeleteItemCommand,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  UpdateItemCommand,
  type WriteRequest,
} from '@aws-sdk/client-dynamodb';
import { WinnowError } from '../../../base/error.ts';
import { tableKey } from '../../../config/stack/names.ts';
import { fromItem, type Item, type Row, toItem } from './attributes.ts';
import { because } from './cause.ts';
import { type Clause, Placeholders, type Update, updateExpression } from './expression.ts';
import { failure } from './failure.ts';
import { chunks, untilNothingIsLeft } from './retry.ts';
import { type ItemKey, newWriteId, type Range, sortKey, type Written, writeId } from './rows.ts';

/** The limit of BatchWriteItem. */
const batchSize = 25;
const batchesAtOnce = 4;

/**
 * The operations of Winnow on a DynamoDB table. Requests are booked under `cause` (`base/cause.ts`).
 * @throws WinnowError `unavailable`, `internal` for a request that DynamoDB calls invalid; never for a failed condition
 */
export class Table {
  readonly #client: DynamoDBClient;
  readonly #name: string;

  constructor(client: DynamoDBClient, name: string) {
    this.#client = client;
    this.#name = name;
  }

  async get(cause: string, key: ItemKey, consistent: boolean): Promise<Row | undefined> {
    const command = new GetItemCommand({
      TableName: this.#name,
      Key: toItem(key),
      ConsistentRead: consistent,
    });
    const { Item } = await this.#call(cause, 'GetItem', () => this.#client.send(command));
    return Item && fromItem(Item);
  }

  async put(cause: string, key: ItemKey, row: object): Promise<void> {
    const command = new PutItemCommand({ TableName: this.#name, Item: toItem({ ...row, ...key }) });
    await this.#call(cause, 'PutItem', () => this.#client.send(command));
  }

  /** Puts the item if the condition holds for the stored one (a missing item has no attributes). */
  putIf(cause: string, key: ItemKey, row: object, condition: Clause): Promise<Written> {
    const placeholders = new Placeholders();
    const by = newWriteId();
    const item = toItem({ ...row, ...key, [writeId]: by });
    const command = new PutItemCommand({
      TableName: this.#name,
      Item: item,
      ConditionExpression: condition(placeholders),
      ...placeholders.spread(),
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
    return this.#conditional(cause, 'PutItem', by, async () => {
      await this.#client.send(command);
      return item;
    });
  }

  /** Changes the item, or makes it, if the condition holds for the stored one. */
  updateIf(cause: string, key: ItemKey, update: Update, condition: Clause): Promise<Written> {
    const placeholders = new Placeholders();
    const by = newWriteId();
    const command = new UpdateItemCommand({
      TableName: this.#name,
      Key: toItem(key),
      UpdateExpression: updateExpression({ ...update, set: { ...update.set, [writeId]: by } }, placeholders),
      ConditionExpression: condition(placeholders),
      ...placeholders.spread(),
      ReturnValues: 'ALL_NEW',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
    return this.#conditional(cause, 'UpdateItem', by, async () => {
      const { Attributes = {} } = await this.#client.send(command);
      return Attributes;
    });
  }

  /** Changes the item, or makes it. A retry after a lost answer may make the change twice. @returns the item afterwards */
  async update(cause: string, key: ItemKey, update: Update): Promise<Row> {
    const placeholders = new Placeholders();
    const command = new UpdateItemCommand({
      TableName: this.#name,
      Key: toItem(key),
      UpdateExpression: updateExpression(update, placeholders),
      ...placeholders.spread(),
      ReturnValues: 'ALL_NEW',
    });
    const { Attributes = {} } = await this.#call(cause, 'UpdateItem', () => this.#client.send(command));
    return fromItem(Attributes);
  }

  /** Deletes an item. @returns whether there was one */
  async delete(cause: string, key: ItemKey): Promise<boolean> {
    const command = new DeleteItemCommand({
      TableName: this.#name,
      Key: toItem(key),
      ReturnValues: 'ALL_OLD',
    });
    const { Attributes } = await this.#call(cause, 'DeleteItem', () => this.#client.send(command));
    return Attributes !== undefined;
  }

  /** Deletes the item if the condition holds for it. After a lost answer it may return false although the item is gone. */
  async deleteIf(cause: string, key: ItemKey, condition: Clause): Promise<boolean> {
    const placeholders = new Placeholders();
    const command = new DeleteItemCommand({
      TableName: this.#name,
      Key: toItem(key),
      ConditionExpression: condition(placeholders),
      ...placeholders.spread(),
    });
    const { written } = await this.#conditional(cause, 'DeleteItem', newWriteId(), async () => {
      await this.#client.send(command);
      return {};
    });
    return written;
  }

  /** Deletes items, and passes over missing ones. On an error any part of them is deleted. */
  async deleteAll(cause: string, keys: readonly ItemKey[]): Promise<void> {
    const distinct = [...new Map(keys.map((key) => [`${key.pk} ${key.sk}`, key])).values()];
    const requests = distinct.map(
      ({ pk, sk }): WriteRequest => ({ DeleteRequest: { Key: toItem({ pk, sk }) } }),
    );
    for (const batches of chunks(chunks(requests, batchSize), batchesAtOnce)) {
      await Promise.all(batches.map((batch) => this.#batch(cause, batch)));
    }
  }

  /** Puts items whole, each in place of the one with its key. On an error any part of them is put. */
  async putAll(cause: string, rows: readonly (ItemKey & object)[]): Promise<void> {
    const requests = rows.map((row): WriteRequest => ({ PutRequest: { Item: toItem(row) } }));
    for (const batches of chunks(chunks(requests, batchSize), batchesAtOnce)) {
      await Promise.all(batches.map((batch) => this.#batch(cause, batch)));
    }
  }

  /** Makes one request: at most `limit` items and 1 MB. `more`: the range goes on after the last item. */
  async page(
    cause: string,
    { pk, after, upTo, consistent, only }: Range,
    limit: number,
  ): Promise<{ readonly rows: readonly Row[]; readonly more: boolean }> {
    const placeholders = new Placeholders();
    const inPartition = `${placeholders.name(tableKey.partition)} = ${placeholders.value(pk)}`;
    const range =
      upTo === undefined ? '' : ` AND ${placeholders.name(tableKey.sort)} <= ${placeholders.value(upTo)}`;
    const wanted =
      only && [tableKey.partition, tableKey.sort, ...only].map((name) => placeholders.name(name));
    const command = new QueryCommand({
      TableName: this.#name,
      KeyConditionExpression: `${inPartition}${range}`,
      ...(wanted && { ProjectionExpression: wanted.join(', ') }),
      ...placeholders.spread(),
      ...(after !== undefined && { ExclusiveStartKey: toItem({ pk, sk: after }) }),
      Limit: limit,
      ConsistentRead: consistent,
    });
    const answer = await this.#call(cause, 'Query', () => this.#client.send(command));
    return { rows: (answer.Items ?? []).map(fromItem), more: answer.LastEvaluatedKey !== undefined };
  }

  /**
   * Counts the items of a partition for which the condition holds; eventually consistent, at half the price.
   * @returns undefined when `signal` aborts before all items were looked at
   */
  async count(
    cause: string,
    pk: string,
    condition: Clause,
    signal: AbortSignal,
  ): Promise<number | undefined> {
    let count = 0;
    for (let after: Item | undefined; ; ) {
      if (signal.aborted) return undefined;
      const placeholders = new Placeholders();
      const command = new QueryCommand({
        TableName: this.#name,
        Select: 'COUNT',
        KeyConditionExpression: `${placeholders.name(tableKey.partition)} = ${placeholders.value(pk)}`,
        FilterExpression: condition(placeholders),
        ...placeholders.spread(),
        ...(after !== undefined && { ExclusiveStartKey: after }),
        ReturnConsumedCapacity: 'TOTAL',
      });
      const answer = await this.#call(cause, 'Query', () => this.#client.send(command));
      count += answer.Count ?? 0;
      after = answer.LastEvaluatedKey;
      if (after === undefined) return count;
    }
  }

  /** The first `limit` items of a range, in as many requests as needed. */
  async rows(cause: string, range: Range, limit: number): Promise<readonly Row[]> {
    const rows: Row[] = [];
    for (let after = range.after; rows.length < limit; after = sortKey(rows.at(-1))) {
      const left = Math.min(limit - rows.length, 10_000);
      const page = await this.page(cause, { ...range, ...(after !== undefined && { after }) }, left);
      rows.push(...page.rows);
      if (!page.more) break;
    }
    return rows;
  }

  async #batch(cause: string, requests: readonly WriteRequest[]): Promise<void> {
    const left = await untilNothingIsLeft(requests, async (some) => {
      const command = new BatchWriteItemCommand({ RequestItems: { [this.#name]: [...some] } });
      const answer = await this.#call(cause, 'BatchWriteItem', () => this.#client.send(command));
      return answer.UnprocessedItems?.[this.#name] ?? [];
    });
    if (left.length > 0) {
      throw new WinnowError(
        'unavailable',
        `dynamodb:BatchWriteItem on ${this.#name} left ${left.length} items undone`,
      );
    }
  }

  /**
   * When the answer to a write is lost, the SDK sends the write again, and the condition fails because of the first try: a
   * refusal by an item with our own write id is a success.
   */
  async #conditional(cause: string, action: string, by: string, send: () => Promise<Item>): Promise<Written> {
    try {
      return { written: true, row: fromItem(await because(cause, send)) };
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw this.#failure(error, action);
      const row = error.Item && fromItem(error.Item);
      return row?.[writeId] === by ? { written: true, row } : { written: false, row };
    }
  }

  async #call<T>(cause: string, action: string, send: () => Promise<T>): Promise<T> {
    try {
      return await because(cause, send);
    } catch (error) {
      throw this.#failure(error, action);
    }
  }

  #failure(error: unknown, action: string): WinnowError {
    return failure(error, { service: 'dynamodb', action, resource: this.#name });
  }
}
