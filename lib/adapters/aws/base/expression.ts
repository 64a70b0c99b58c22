import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { toAttribute } from './attributes.ts';

/** A condition on an item: writes its expression, and adds the names and values that the expression uses. */
export type Clause = (placeholders: Placeholders) => string;

/** Names and values of a request's expressions. Every name gets an alias, because DynamoDB reserves many of the words. */
export class Placeholders {
  readonly names: Record<string, string> = {};
  readonly values: Record<string, AttributeValue> = {};

  name(attribute: string): string {
    const alias = `#${attribute}`;
    this.names[alias] = attribute;
    return alias;
  }

  value(value: unknown): string {
    const alias = `:v${Object.keys(this.values).length}`;
    this.values[alias] = toAttribute(value);
    return alias;
  }

  /** The fields for a request of the SDK, which refuses empty maps. */
  spread(): {
    readonly ExpressionAttributeNames?: Record<string, string>;
    readonly ExpressionAttributeValues?: Record<string, AttributeValue>;
  } {
    return {
      ...(Object.keys(this.names).length > 0 && { ExpressionAttributeNames: this.names }),
      ...(Object.keys(this.values).length > 0 && { ExpressionAttributeValues: this.values }),
    };
  }
}

export function exists(attribute: string): Clause {
  return (placeholders) => `attribute_exists(${placeholders.name(attribute)})`;
}

export function absent(attribute: string): Clause {
  return (placeholders) => `attribute_not_exists(${placeholders.name(attribute)})`;
}

export function atMost(attribute: string, limit: number): Clause {
  return (placeholders) => `${placeholders.name(attribute)} <= ${placeholders.value(limit)}`;
}

export function above(attribute: string, limit: number): Clause {
  return (placeholders) => `${placeholders.name(attribute)} > ${placeholders.value(limit)}`;
}

/** Every attribute has the given value; undefined: the attribute is absent. At least one attribute is given. */
export function is(attributes: object): Clause {
  const clauses = Object.entries(attributes).map(
    ([name, value]): Clause =>
      value === undefined
        ? absent(name)
        : (placeholders) => `${placeholders.name(name)} = ${placeholders.value(value)}`,
  );
  return all(...clauses);
}

export function all(...clauses: readonly Clause[]): Clause {
  return (placeholders) => clauses.map((clause) => clause(placeholders)).join(' AND ');
}

/** Takes at least two clauses: DynamoDB refuses superfluous parentheses. */
export function any(...clauses: readonly Clause[]): Clause {
  return (placeholders) => `(${clauses.map((clause) => clause(placeholders)).join(' OR ')})`;
}

/** The changes of an update. Undefined attributes of `set` stay as they are. */
export interface Update {
  readonly set?: object;
  readonly remove?: readonly string[];
  /** Amounts to add to numbers; a missing number counts as 0. */
  readonly add?: Readonly<Record<string, number>>;
}

export function updateExpression(update: Update, placeholders: Placeholders): string {
  const set = Object.entries(update.set ?? {}).filter(([, value]) => value !== undefined);
  const parts: readonly (readonly [string, readonly string[]])[] = [
    ['SET', set.map(([name, value]) => `${placeholders.name(name)} = ${placeholders.value(value)}`)],
    ['REMOVE', (update.remove ?? []).map((name) => placeholders.name(name))],
    [
      'ADD',
      Object.entries(update.add ?? {}).map(
        ([name, by]) => `${placeholders.name(name)} ${placeholders.value(by)}`,
      ),
    ],
  ];
  return parts
    .flatMap(([verb, terms]) => (terms.length > 0 ? [`${verb} ${terms.join(', ')}`] : []))
    .join(' ');
}
