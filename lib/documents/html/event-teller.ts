import { decodedText, decodedValue } from '../../base/html/entities.ts';
import { type Attributes, attributeNames, spoken } from './attributes.ts';
import type { ElementListener } from './element-listener.ts';
import { places } from './elements.ts';
import { kinds, speakingKinds } from './markup-module.ts';
import type { PageBuilder } from './page-builder.ts';

/** What stands in a range of the page. */
export type Written = (start: number, end: number) => string;

/** `Event` of `wasm/markup/events.ts`, which says what follows each. */
const told = {
  ...{ body: 0, enter: 1, leave: 2, heading: 3, headingEnd: 4, anchorEnd: 5, element: 6 },
  ...{ end: 7, script: 8, written: 9 },
} as const;

/** `Said`, ibidem. */
const said = { inNoscript: 1, inMath: 2, selfClosing: 4, afterSpace: 8 } as const;

/** Values of attributes that only a tree has are cut off behind so many bytes: none of them is text that people read. */
const maxValue = 10_000;

/**
 * Tells of events, a number of them after the other.
 * @param cut as `written`, for what is not kept
 */
export function eventTeller(
  builder: PageBuilder,
  written: Written,
  listener: ElementListener | undefined,
  cut: Written,
): (events: Int32Array) => void {
  const at = { position: 0, shown: 0, isAfterSpace: false, isSelfClosing: false, isInMath: false };
  let events: Int32Array = new Int32Array(0);
  const value = (index: number) => events[index] as number;
  const placeAt = (index: number) => places[value(index) - 1] as (typeof places)[number];

  return (more) => {
    events = more;
    for (let index = 0; index < events.length; ) index = take(index);
  };

  /** @returns the place behind the event */
  function take(index: number): number {
    switch (value(index)) {
      case told.element:
        return takeElement(index + 1);
      case told.end:
        at.position = value(index + 2);
        at.shown = value(index + 3);
        listener?.close(nameAt(index + 1, index + 4), value(index + 1), at);
        return index + 6;
      case told.script:
        listener?.script(written(value(index + 1), value(index + 2)));
        return index + 3;
      case told.written:
        listener?.written(decodedText(written(value(index + 1), value(index + 2))));
        return index + 3;
      case told.enter:
        builder.enter(placeAt(index + 1), value(index + 2));
        return index + 3;
      case told.leave:
        builder.leave(placeAt(index + 1), value(index + 2));
        return index + 3;
      case told.heading:
        builder.heading(value(index + 1), value(index + 2));
        return index + 3;
      case told.body:
        builder.startBody();
        return index + 2;
      case told.headingEnd:
        builder.headingEnd(value(index + 1));
        return index + 2;
      default:
        builder.anchorEnd(value(index + 1));
        return index + 2;
    }
  }

  function takeElement(index: number): number {
    const kind = value(index);
    const its = value(index + 3);
    const speaks = kind > 0 && kind <= speakingKinds;
    const isMath = (its & said.inMath) !== 0;
    const end = index + 7 + value(index + 6) * 3;
    const attributes: Attributes = end === index + 7 ? none : {};
    for (let each = index + 7; each < end; each += 3) takeAttribute(each, attributes, speaks || isMath);
    at.position = value(index + 1);
    if (listener !== undefined) {
      at.shown = value(index + 2);
      at.isAfterSpace = (its & said.afterSpace) !== 0;
      at.isInMath = isMath && !speaks;
      at.isSelfClosing = (its & said.selfClosing) !== 0;
      listener.open(nameAt(index, index + 4), kind, attributes, at);
    }
    if (speaks || isMath) {
      const name = speaks ? (kinds[kind - 1] as string) : 'math';
      builder.element(name, attributes, at.position, (its & said.inNoscript) !== 0);
    }
    return end;
  }

  function takeAttribute(index: number, attributes: Attributes, isKept: boolean): void {
    const number = value(index) & 0xff;
    const start = value(index + 1);
    const stop = value(index + 2);
    const hasReferences = value(index) !== number;
    const its =
      isKept && number <= spoken.length ? written(start, stop) : cut(start, Math.min(stop, start + maxValue));
    attributes[attributeNames[number - 1] as keyof Attributes] = hasReferences ? decodedValue(its) : its;
  }

  /** The name of a kind, or else what stands between the numbers at `range`. */
  function nameAt(index: number, range: number): string {
    return kinds[value(index) - 1] ?? written(value(range), value(range + 1)).toLowerCase();
  }
}

const none: Attributes = Object.freeze({});
