import type { DefineCommand } from '../../define-command.ts';
import { defineIndex } from './index-pages.ts';
import { defineMake } from './make.ts';
import { defineSets } from './sets.ts';
import { defineShow } from './show.ts';

/** From pages to clusters of pages that are a topic filter. Each step reads a file of the one before it. */
export const cluster: DefineCommand = (command, io) => {
  defineIndex(command, io);
  defineSets(command, io);
  defineMake(command, io);
  defineShow(command, io);
};
