import type { DefineCommand } from '../../define-command.ts';
import { defineAdd } from './add.ts';
import { defineAnswers } from './answer.ts';
import { defineFind } from './find.ts';
import { defineList } from './list.ts';
import { defineLists } from './lists.ts';
import { defineRound } from './round.ts';
import { defineRules } from './rules.ts';

/** The topic of a job by examples: pages that a person likes, and pages that they do not. */
export const examples: DefineCommand = (command, io, ended) => {
  defineAdd(command, io, ended);
  defineList(command, io);
  defineRules(command, io);
  defineLists(command, io);
  defineAnswers(command, io);
  defineFind(command, io);
  defineRound(command, io, ended);
};
