import { defaultFocus, type FocusSettings } from '../../lib/domain/focus/focus-settings.ts';

export interface Policy {
  readonly name: string;
  readonly focus: FocusSettings;
  /** Its filter knows the labels of all pages: what nobody can beat by much who has to follow links. */
  readonly knows?: true;
}

const soft: FocusSettings = { ...defaultFocus, mode: 'soft' };
const byPages: FocusSettings = { ...soft, linkScores: false };

export const oracle: Policy = { name: 'oracle', focus: { ...soft, parents: 'best' }, knows: true };

export const breadthFirst: Policy = {
  name: 'breadth-first',
  focus: { ...byPages, mode: 'unfocused', order: 'breadth-first' },
};

export const policies: readonly Policy[] = [
  breadthFirst,
  { name: 'hash order', focus: { ...byPages, mode: 'unfocused', order: 'hash' } },
  { name: 'hard', focus: { ...defaultFocus, mode: 'hard' } },
  { name: 'soft by pages', focus: byPages },
  { name: 'soft by best page', focus: { ...byPages, parents: 'best' } },
  { name: 'soft with link scores', focus: soft },
  oracle,
];
