import { scanTags } from './scan-tags.ts';

/** Elements that show something, or lead somewhere, by themselves. */
const shown: ReadonlySet<string> = new Set(
  'a area img video audio object embed iframe frame input select textarea button'.split(' '),
);
/** Elements whose content is not shown. */
const silent: ReadonlySet<string> = new Set('script style title template'.split(' '));

/**
 * Whether a page is made by its scripts: it has some, and shows nothing without them but what `noscript` says to a reader who
 * runs none.
 * @param source of a page without visible text
 */
export function needsScripts(source: string): boolean {
  let hasScript = false;
  let showsSomething = false;
  /** Open elements whose content does not count, innermost last. */
  const passedOver: string[] = [];
  scanTags(source, {
    openTag(start, end) {
      const name = source.slice(start, end).toLowerCase();
      if (name === 'script') hasScript = true;
      if (name === 'noscript' || silent.has(name)) passedOver.push(name);
      else if (passedOver.length === 0 && shown.has(name)) showsSomething = true;
      return false;
    },
    closeTag(start, end) {
      if (source.slice(start, end).toLowerCase() === passedOver.at(-1)) passedOver.pop();
    },
    text: nothing,
    textEntity: nothing,
    attribute: nothing,
    attributeEnd: nothing,
    openTagEnd: nothing,
    value: nothing,
    valueEntity: nothing,
  });
  return hasScript && !showsSomething;
}

function nothing(): void {}
