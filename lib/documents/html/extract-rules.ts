import { defined } from '../../base/defined.ts';
import { special } from '../../base/setting-kinds/setting.ts';

/** One `extract:` rule of a job: a CSS selector and what to take from what it selects. */
export interface ExtractRule {
  readonly field: string;
  readonly selector: string;
  /** The attribute to take; the text of the element when absent. */
  readonly attribute?: string;
  readonly type: 'string' | 'number' | 'boolean' | 'url' | 'html';
  /** All matches as a list, else the first. */
  readonly many: boolean;
}

/** A rule in a file: its selector alone, or with more. */
export type GivenRule =
  | string
  | (Omit<ExtractRule, 'field' | 'attribute'> & { readonly attribute?: string | undefined });

export const extractSetting = special<Readonly<Record<string, GivenRule>>, readonly ExtractRule[]>(
  {},
  (given) => Object.entries(given).map(([field, rule]) => ruleOf(field, rule)),
  {
    description:
      'Fields to read out of every page into its record: a CSS selector, or a mapping of `selector`, `attribute`, `type` and `many`.',
    expected: 'a mapping of field names to CSS selectors',
    example: { price: { selector: '.price', type: 'number' } },
  },
);

function ruleOf(field: string, rule: GivenRule): ExtractRule {
  if (typeof rule === 'string') return { field, selector: rule, type: 'string', many: false };
  const { selector, attribute, type, many } = rule;
  return { field, selector, ...defined({ attribute }), type, many };
}
