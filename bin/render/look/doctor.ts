import { viewCheck } from '../../../lib/operations/view-check.ts';
import type { Check } from '../../../lib/runtime/shared/installation.ts';
import { renderView } from '../base/view.ts';

export function renderCheck(check: Check): string {
  return renderView([viewCheck(check)], String);
}
