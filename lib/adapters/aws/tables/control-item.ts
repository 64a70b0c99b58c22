import { careOf, type HostCare } from '../../../domain/control/host-care.ts';
import { type HostPoliteness, politenessOf } from '../../../domain/politeness/host-politeness.ts';
import type { HostControl } from '../../../ports/hosts.ts';
import type { Row } from '../base/attributes.ts';
import { content } from '../base/rows.ts';

/** The item of a host's control: every field has its own attribute, as in all versions so far. */
interface ControlItem
  extends Omit<HostControl, 'care' | 'politeness'>,
    Pick<HostCare, 'suspect'>,
    HostPoliteness {
  readonly careful?: number;
}

/** The attributes to store. Undefined attributes are not stored. */
export function controlItem({ care, politeness, ...rest }: HostControl): object {
  return { ...rest, careful: care?.turns, suspect: care?.suspect, ...politeness };
}

export function controlOf(row: Row): HostControl {
  const { careful, suspect, backoffs, parked, crowded, ...rest } = content(row) as unknown as ControlItem;
  return {
    ...rest,
    ...careOf({ turns: careful, suspect }),
    ...politenessOf({ backoffs, parked, crowded }),
  };
}
