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
import { tableKey } from '../../../config/stack/names.ts';
import { WinnowError } from '../../../domain/base/error.ts';
import { failure } from '../clients/failure.ts';
import { because } from '../metering/cause.ts';
import { fromItem, type Item, type Row, toItem } from './attributes.ts';
import { type Clause, Placeholders, type Update, updateExpression } from './expression.ts';
import { chunks, untilNothingIsLeft } from './retry.ts';
import { type ItemKey, newWriteId, type Range, sortKey, type Written, writeId } from './rows.ts';

/** BatchWriteItem takes no more. */
const batchSize = 25;
const batchesAtOnce = 4;

/**
 * A DynamoDB table in the few ways in which Winnow uses one. `cause` is what the request is put down to.
 * @throws WinnowError `unavailable`, `internal` for a request that DynamoDB calls invalid; never for a condition.
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

  /** Puts the item if the condition holds for the one that is there (a missing one has no attributes). */
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

  /** Changes the item, or makes it, if the condition holds. */
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

  /** Changes the item, or makes it; the item as it stands then. An answer that is lost may make it happen twice. */
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

  /** True if there was such an item. */
  async delete(cause: string, key: ItemKey): Promise<boolean> {
    const command = new DeleteItemCommand({
      TableName: this.#name,
      Key: toItem(key),
      ReturnValues: 'ALL_OLD',
    });
    const { Attributes } = await this.#call(cause, 'DeleteItem', () => this.#client.send(command));
    return Attributes !== undefined;
  }

  /** Deletes the item if the condition holds for it. Where an answer was lost the item is gone, and this says false. */
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

  /** Deletes all of them, those that are not there included; on an error any part of them. */
  async deleteAll(cause: string, keys: readonly ItemKey[]): Promise<void> {
    const distinct = [...new Map(keys.map((key) => [`${key.pk} ${key.sk}`, key])).values()];
    const requests = distinct.map(
      ({ pk, sk }): WriteRequest => ({ DeleteRequest: { Key: toItem({ pk, sk }) } }),
    );
    for (const batches of chunks(chunks(requests, batchSize), batchesAtOnce)) {
      await Promise.all(batches.map((batch) => this.#batch(cause, batch)));
    }
  }

  /** One request: at most `limit` items and 1 MB. `more`: the range goes on after the last one. */
  async page(
    cause: string,
    { pk, after, upTo, consistent }: Range,
    limit: number,
  ): Promise<{ readonly rows: readonly Row[]; readonly more: boolean }> {
    const placeholders = new Placeholders();
    const inPartition = `${placeholders.name(tableKey.partition)} = ${placeholders.value(pk)}`;
    const range =
      upTo === undefined ? '' : ` AND ${placeholders.name(tableKey.sort)} <= ${placeholders.value(upTo)}`;
    const command = new QueryCommand({
      TableName: this.#name,
      KeyConditionExpression: `${inPartition}${range}`,
      ...placeholders.spread(),
      ...(after !== undefined && { ExclusiveStartKey: toItem({ pk, sk: after }) }),
      Limit: limit,
      ConsistentRead: consistent,
    });
    const answer = await this.#call(cause, 'Query', () => this.#client.send(command));
    return { rows: (answer.Items ?? []).map(fromItem), more: answer.LastEvaluatedKey !== undefined };
  }

  /**
   * How many items of a partition the condition holds for; eventually consistent, at half the price.
   * @returns undefined when `signal` was aborted before all were looked at
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

  /** The first `limit` items of a range, in as many requests as it takes. */
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
   * A write whose answer was lost is sent again by the SDK and then refused by its own effect: a refusal that shows
   * our own mark is a success.
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
