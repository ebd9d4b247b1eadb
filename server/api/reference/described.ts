// Types for the parts of an OpenAPI document that the reference reads. The document is always the service's own, so the types leave out
// parts that it never has.

export interface Schema {
  $ref?: string;
  type?: string | string[];
  anyOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  description?: string;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  items?: Schema;
  required?: string[];
  properties?: Record<string, Schema>;
}

interface Contents {
  "application/json"?: { schema?: Schema; example?: unknown };
}

export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema;
}

export interface Answer {
  description: string;
  content?: Contents;
}

interface Reference {
  $ref: string;
}

export interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  deprecated?: boolean;
  tags?: string[];
  parameters?: (Parameter | Reference)[];
  requestBody?: { required?: boolean; content: Contents };
  responses: Record<string, Answer | Reference>;
}

/** The OpenAPI document of the interface. */
export interface Described {
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    parameters: Record<string, Parameter>;
    responses: Record<string, Answer>;
  };
}

/** Returns the name of a referenced component: the last part of `#/components/parameters/IdempotencyKey`. */
export function nameIn({ $ref }: Reference): string {
  return $ref.slice($ref.lastIndexOf("/") + 1);
}
