import { WinnowError } from '../../base/error.ts';
import { nearest } from '../../base/nearest.ts';
import type { FrameHeader } from '../learn/model-frame.ts';
import { readClassPath } from '../taxonomy/class-path.ts';

/** Classes that are named when one is not known. */
const namedClasses = 12;

/**
 * A class as the model has it.
 * @param place the setting that names it, for the message
 * @throws WinnowError `config` for one that it does not have, naming the nearest
 */
export function knownClass(
  written: string,
  place: string,
  kind: FrameHeader['kind'],
  classes: readonly string[],
): string {
  const read = kind === 'taxonomy' ? readClassPath(written) : { path: written };
  if ('problem' in read)
    throw new WinnowError('config', `${place}: ${written.slice(0, 80)}: ${read.problem}`);
  if (classes.includes(read.path)) return read.path;
  const near = nearest(read.path, classes) ?? sameEnd(read.path, classes);
  const hint = near === undefined ? `it has ${listed(classes)}` : `did you mean ${near}?`;
  throw new WinnowError('config', `${place}: the model has no class ${read.path.slice(0, 80)}; ${hint}`);
}

/** A class of the same name elsewhere in the tree. */
function sameEnd(path: string, classes: readonly string[]): string | undefined {
  const end = path.slice(path.lastIndexOf('/')).toLowerCase();
  return classes.find((one) => one.toLowerCase().endsWith(end));
}

/** The first of some classes. */
export function listed(classes: readonly string[]): string {
  const shown = classes.filter((one) => one !== '/').slice(0, namedClasses);
  return `${shown.join(', ')}${classes.length > shown.length + 1 ? ', …' : ''}`;
}
