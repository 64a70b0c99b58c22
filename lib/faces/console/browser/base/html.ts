import { html as template } from 'htm/preact';
import type { ComponentChildren, VNode } from 'preact';

/** Markup as a template; what is put into it is text, never markup. */
export const html = template as (strings: TemplateStringsArray, ...values: readonly unknown[]) => VNode;

export type Shown = ComponentChildren;
