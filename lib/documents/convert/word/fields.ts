import { documentLink } from '../base/links.ts';

/** Follows the fields of a text (an instruction and its result, which may hold other fields) for the addresses of links. */
export interface FieldTracker {
  begin(): void;
  /** More of the innermost field's instruction. */
  instruct(text: string): void;
  /** The result begins. */
  separate(): void;
  end(): void;
  /** Text stands in an instruction: it is not seen. */
  readonly inInstruction: boolean;
  /** The address that the text around here links to. */
  readonly href: string | undefined;
}

interface OpenField {
  instruction: string;
  inResult: boolean;
  href: string | undefined;
}

/** Fields inside each other that are followed. */
const maxFields = 100;

/** Characters of an instruction: an address is no longer. */
const maxInstruction = 8_000;

export function fieldTracker(): FieldTracker {
  const open: OpenField[] = [];
  let beyond = 0;
  return {
    begin() {
      if (open.length >= maxFields) beyond += 1;
      else open.push({ instruction: '', inResult: false, href: undefined });
    },
    instruct(text) {
      const field = open.at(-1);
      if (field !== undefined) field.instruction += text.slice(0, maxInstruction - field.instruction.length);
    },
    separate() {
      const field = open.at(-1);
      if (field === undefined || beyond > 0) return;
      field.inResult = true;
      field.href = linkOfInstruction(field.instruction);
    },
    end() {
      if (beyond > 0) beyond -= 1;
      else open.pop();
    },
    get inInstruction() {
      return open.some(({ inResult }) => !inResult);
    },
    get href() {
      return open.findLast(({ href }) => href !== undefined)?.href;
    },
  };
}

/**
 * The address of a HYPERLINK field (ECMA-376 part 1, §17.16.5.25): in quotes or not, switches after or before it. Some switches have an
 * argument: a place in the document, a frame, a hint.
 */
export function linkOfInstruction(instruction: string): string | undefined {
  const match =
    /^\s*HYPERLINK\s+(?:\\[lot]\s+(?:"[^"]*"\s*|[^\s"\\]\S*\s+)|\\(?![lot])[a-z]\s+)*(?:"([^"]*)"|([^\s"\\]\S*))/i.exec(
      instruction,
    );
  return documentLink(match?.[1] ?? match?.[2]);
}
