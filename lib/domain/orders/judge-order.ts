import type { CanonicalUrl } from '../../base/url/url.ts';
import { orderKind } from './order-kind.ts';

/** The pages to which a changed topic applies, and what happens to them. */
export interface JudgeOrder extends JudgeOptions {
  readonly urls: readonly CanonicalUrl[];
}

export interface JudgeOptions {
  /** Only pages that have one of these classes, or a class below, by the old verdict or the new; absent: all. */
  readonly classes?: readonly string[];
  /** Records that are off topic now stay, with their verdict. */
  readonly mark?: true;
  /** Off-topic pages whose content was not kept become due. */
  readonly refetch?: true;
}

/** Pages to judge again by the present topic. Its messages have `again`: an older topic never judges them. */
export const judgeOrder = orderKind<JudgeOrder>('j');
