import type { DefineCommand } from '../../define-command.ts';
import { defineBuild } from '../taxonomy/build.ts';
import { defineCorrect, defineEdits } from '../taxonomy/edit.ts';
import { defineEvaluate } from '../taxonomy/evaluate.ts';
import { defineMap } from '../taxonomy/map.ts';
import { defineMarks } from '../taxonomy/mark.ts';
import { defineShow } from '../taxonomy/show.ts';
import { defineSuggest } from '../taxonomy/suggest.ts';

export const taxonomy: DefineCommand = (command, io) => {
  defineBuild(command, io);
  defineShow(command, io);
  defineMap(command, io);
  defineMarks(command, io);
  defineEdits(command, io);
  defineCorrect(command, io);
  defineEvaluate(command, io);
  defineSuggest(command, io);
};
