import * as z from 'zod/mini';
import { field, optional, text } from '../../../pipeline/operation/input.ts';

const wrongPath = 'must be the path of a class, such as /nature/birds';
const path = () => text(wrongPath, 1_000);

/** The path of a class. */
export function classField(says: string, isArgument?: true) {
  return field(path(), { says, shown: 'class', ...(isArgument && { isArgument }) });
}

export function optionalClass(says: string) {
  return field(optional(path()), { says, shown: 'class' });
}

const mostNamed = 1_000;
const wrongNames = `must be a list of 1 to ${mostNamed} names`;
const names = () => {
  const list = z.array(text(wrongNames, 10_000), wrongNames);
  return list.check(z.minLength(1, wrongNames), z.maxLength(mostNamed, wrongNames));
};

/** Names that stand alone on the command line. */
export function namesField(says: string) {
  return field(names(), { says, isArgument: true });
}

export function optionalNames(says: string) {
  return field(optional(names()), { says, isArgument: true });
}

/** What guards a change against that of another editor. */
export const guard = {
  ifVersion: field(
    optional(text('must be the version of a topic, as `winnow classes show` prints it', 100)),
    {
      says: 'refuse if the topic is not <version> any more, which `winnow classes show` prints',
      shown: 'version',
    },
  ),
};
