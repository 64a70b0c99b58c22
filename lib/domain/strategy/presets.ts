import { bestScore } from './presets/best-score.ts';
import { breadthFirst } from './presets/breadth-first.ts';
import { layered } from './presets/layered.ts';
import type { StageModules } from './strategy.ts';

export const presetNames = ['breadth-first', 'best-score', 'layered'] as const;
export type PresetName = (typeof presetNames)[number];

export const presets: Readonly<Record<PresetName, StageModules>> = {
  'breadth-first': breadthFirst,
  'best-score': bestScore,
  layered,
};
