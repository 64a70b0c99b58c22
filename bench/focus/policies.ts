import { defaultFocus, type FocusSettings } from '../../lib/domain/focus/focus-settings.ts';
import type { LatentKind } from './latent-reader.ts';

export interface Policy {
  readonly name: string;
  readonly focus: FocusSettings;
  /** Its filter knows the labels of all pages: what nobody can beat by much who has to follow links. */
  readonly knows?: true;
  /** Links are judged in a latent space, too. */
  readonly latent?: LatentKind;
  /** Nothing is learnt of which regions bring something. */
  readonly yieldOff?: true;
  /** One queue orders all its URLs, and no host is waited for. */
  readonly ideal?: true;
}

const soft: FocusSettings = { ...defaultFocus, mode: 'soft' };
const bestFirst: FocusSettings = { ...defaultFocus, mode: 'best-first' };
const byPages: FocusSettings = { ...soft, linkScores: false };

export const best: Policy = { name: 'soft with link scores', focus: soft };
export const withoutYield: Policy = { name: 'soft without yield', focus: soft, yieldOff: true };
export const ideal: Policy = { name: 'the same in one queue', focus: soft, ideal: true };
export const latentOfTraining: Policy = {
  name: 'with a latent space of training texts',
  focus: soft,
  latent: 'training',
};
export const latentOfAll: Policy = {
  name: 'with a latent space of all that is read',
  focus: soft,
  latent: 'growing',
};
export const oracle: Policy = { name: 'oracle', focus: { ...soft, parents: 'best' }, knows: true };
export const breadthFirst: Policy = {
  name: 'breadth-first',
  focus: { ...byPages, mode: 'unfocused', order: 'breadth-first' },
};
export const breadthFirstQueue: Policy = {
  ...breadthFirst,
  name: 'breadth-first in one queue',
  ideal: true,
};
export const hashOrder: Policy = {
  name: 'hash order',
  focus: { ...byPages, mode: 'unfocused', order: 'hash' },
};
export const ending: Policy = { name: 'best-first', focus: bestFirst };
export const hard: Policy = { name: 'hard', focus: { ...defaultFocus, mode: 'hard' } };

/** In this order they are crawled: what the others are held against comes first. */
export const policies: readonly Policy[] = [
  oracle,
  breadthFirst,
  breadthFirstQueue,
  hashOrder,
  hard,
  ending,
  { name: 'soft by pages', focus: byPages },
  best,
  withoutYield,
  ideal,
  latentOfTraining,
  latentOfAll,
];
