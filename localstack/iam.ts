import { postSigned } from './signed-post.ts';
import type { Cloud } from './state.ts';

/** A policy as IAM keeps it: what we read and write of it. */
export interface PolicyDocument {
  readonly Version: string;
  readonly Statement: readonly PolicyStatement[];
}

export interface PolicyStatement {
  readonly Effect: 'Allow' | 'Deny';
  readonly Action: string | readonly string[];
  readonly Resource: string | readonly string[];
}

/** The names of the inline policies of a role. */
export async function rolePolicies(cloud: Cloud, role: string): Promise<readonly string[]> {
  const xml = await callIam(cloud, 'ListRolePolicies', { RoleName: role });
  return [...xml.matchAll(/<member>([^<]+)<\/member>/g)].map(([, name = '']) => name);
}

export async function rolePolicy(cloud: Cloud, role: string, name: string): Promise<PolicyDocument> {
  const xml = await callIam(cloud, 'GetRolePolicy', { RoleName: role, PolicyName: name });
  const encoded = /<PolicyDocument>([^<]+)<\/PolicyDocument>/.exec(xml)?.[1] ?? '';
  return JSON.parse(decodeURIComponent(encoded)) as PolicyDocument;
}

/** Adds an inline policy to a role, or replaces the one of that name. */
export async function putRolePolicy(
  cloud: Cloud,
  role: string,
  name: string,
  document: PolicyDocument,
): Promise<void> {
  const PolicyDocument = JSON.stringify(document);
  await callIam(cloud, 'PutRolePolicy', { RoleName: role, PolicyName: name, PolicyDocument });
}

/** Credentials as an SDK client takes them. */
export interface AccessKey {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Makes a user who may do what the policy says and nothing else. */
export async function makeUser(cloud: Cloud, UserName: string, document: PolicyDocument): Promise<AccessKey> {
  await callIam(cloud, 'CreateUser', { UserName });
  const PolicyDocument = JSON.stringify(document);
  await callIam(cloud, 'PutUserPolicy', { UserName, PolicyName: 'own', PolicyDocument });
  const xml = await callIam(cloud, 'CreateAccessKey', { UserName });
  const of = (tag: string): string => new RegExp(`<${tag}>([^<]+)</${tag}>`).exec(xml)?.[1] ?? '';
  return { accessKeyId: of('AccessKeyId'), secretAccessKey: of('SecretAccessKey') };
}

/** From now on nobody is let in with a key of a user. */
export async function endKey(
  cloud: Cloud,
  UserName: string,
  { accessKeyId }: Pick<AccessKey, 'accessKeyId'>,
): Promise<void> {
  await callIam(cloud, 'DeleteAccessKey', { UserName, AccessKeyId: accessKeyId });
}

/** Returns the XML of the answer. */
function callIam(
  cloud: Cloud,
  action: string,
  parameters: Readonly<Record<string, string>>,
): Promise<string> {
  const body = new URLSearchParams({ Action: action, Version: '2010-05-08', ...parameters }).toString();
  return postSigned(cloud, { service: 'iam', contentType: 'application/x-www-form-urlencoded', body });
}
