import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { outputsFile } from './cdk.ts';

/** A resource of a deployed stack: what the template asked for, and the name that it got. */
export interface Deployed {
  readonly type: string;
  readonly properties: Readonly<Record<string, unknown>>;
  /** Physical name or URL. */
  readonly name: string;
}

interface Template {
  readonly Resources: Readonly<
    Record<string, { readonly Type: string; readonly Properties?: Readonly<Record<string, unknown>> }>
  >;
  readonly Outputs?: Readonly<Record<string, { readonly Value: { readonly Ref?: string } }>>;
}

type Outputs = Readonly<Record<string, string>>;

/** The outputs of a deployed stack by their names. */
export function stackOutputs(outDir: string, stack: string): Outputs {
  return (readJson(outDir, outputsFile) as Readonly<Record<string, Outputs>>)[stack] ?? {};
}

/** The functions of a deployed stack that the template names, and what an output refers to: other physical names are not known. */
export function deployedResources(outDir: string, stack: string): readonly Deployed[] {
  const { Resources, Outputs = {} } = readJson(outDir, `${stack}.template.json`) as Template;
  const outputs = stackOutputs(outDir, stack);
  const functions = Object.values(Resources).flatMap(({ Type: type, Properties: properties = {} }) =>
    type === 'AWS::Lambda::Function' && typeof properties.FunctionName === 'string'
      ? [{ type, properties, name: properties.FunctionName }]
      : [],
  );
  const named = Object.entries(Outputs).flatMap(([output, { Value }]) => {
    const resource = Value.Ref === undefined ? undefined : Resources[Value.Ref];
    const name = outputs[output];
    if (resource === undefined || name === undefined) return [];
    return [{ type: resource.Type, properties: resource.Properties ?? {}, name }];
  });
  return [...functions, ...named.filter(({ type }) => type !== 'AWS::Lambda::Function')];
}

function readJson(outDir: string, file: string): unknown {
  return JSON.parse(readFileSync(join(outDir, file), 'utf8'));
}
