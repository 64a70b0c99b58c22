import type { DefineCommand } from '../../define-command.ts';
import { defineBuild } from './build.ts';
import { defineCorrect, defineEdits } from './edit.ts';
import { defineEvaluate } from './evaluate.ts';
import { defineMap } from './map.ts';
import { defineMarks } from './mark.ts';
import { defineMaster } from './master.ts';
import { defineShow } from './show.ts';
import { defineSuggest } from './suggest.ts';

export const taxonomy: DefineCommand = (command, io) => {
  defineBuild(command, io);
  defineMaster(command, io);
  defineShow(command, io);
  defineMap(command, io);
  defineMarks(command, io);
  defineEdits(command, io);
  defineCorrect(command, io);
  defineEvaluate(command, io);
  defineSuggest(command, io);
};
