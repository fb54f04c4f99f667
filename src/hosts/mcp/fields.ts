// Fields of a tool: one table gives both what a host is told (JSON Schema) and what is accepted. A field that nobody
// described is refused: a misspelt one would be lost, and `origin` is not the agent's to choose.

import type { StandardSchemaWithJSON } from "@modelcontextprotocol/server";

export interface Field {
  readonly type: "string" | "number" | "integer" | "object";
  readonly says: string;
  readonly needed?: true;
  readonly oneOf?: readonly string[];
  readonly least?: number;
  readonly most?: number;
  /** Another name that is taken for it, and that no host is told: models know it from the command line. */
  readonly also?: string;
}

export type Fields = Readonly<Record<string, Field>>;
export type Given = Readonly<Record<string, unknown>>;

export function schemaOf(fields: Fields): StandardSchemaWithJSON<Given, Given> {
  const json = jsonSchemaOf(fields);
  return {
    "~standard": {
      version: 1,
      vendor: "codicil",
      validate: (value) => {
        const given = named(fields, value);
        const problems = problemsOf(fields, given);
        return problems.length === 0 ? { value: given as Given } : { issues: problems.map((message) => ({ message })) };
      },
      jsonSchema: { input: () => json, output: () => json },
    },
  };
}

/** What a tool promises to answer. It is made by us, so that nothing is checked at run time; a test checks it against a client. */
export function outputOf(json: Readonly<Record<string, unknown>>): StandardSchemaWithJSON<Given, Given> {
  return {
    "~standard": {
      version: 1,
      vendor: "codicil",
      validate: (value) => ({ value: value as Given }),
      jsonSchema: { input: () => ({ ...json }), output: () => ({ ...json }) },
    },
  };
}

function jsonSchemaOf(fields: Fields): Record<string, unknown> {
  const properties = Object.entries(fields).map(([name, { type, says, oneOf, least, most }]) => [
    name,
    {
      type,
      description: says,
      ...(oneOf === undefined ? {} : { enum: oneOf }),
      ...(least === undefined ? {} : { minimum: least }),
      ...(most === undefined ? {} : { maximum: most }),
    },
  ]);
  return {
    type: "object",
    properties: Object.fromEntries(properties) as object,
    required: Object.keys(fields).filter((name) => fields[name]?.needed === true),
    additionalProperties: false,
  };
}

/** With each field by its own name; where both names are given, the other one is left and refused. */
function named(fields: Fields, value: unknown): unknown {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
  const nameOf = new Map(Object.entries(fields).map(([name, { also }]) => [Object.hasOwn(value, name) ? undefined : also, name]));
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [nameOf.get(name) ?? name, each]));
}

function problemsOf(fields: Fields, value: unknown): string[] {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return ["the arguments must be an object"];
  const given = value as Given;
  const unknown = Object.keys(given)
    .filter((name) => !Object.hasOwn(fields, name))
    .map((name) => `there is no field ${JSON.stringify(name)}; known: ${Object.keys(fields).join(", ") || "none"}`);
  const wrong = Object.entries(fields).flatMap(([name, field]) => {
    const each = given[name];
    if (each === undefined) return field.needed === true ? [`${name} is missing: ${field.says}`] : [];
    return problemOf(field, each).map((problem) => `${name} ${problem}`);
  });
  return [...unknown, ...wrong];
}

function problemOf(field: Field, value: unknown): string[] {
  if (field.type === "object") return value !== null && typeof value === "object" && !Array.isArray(value) ? [] : ["must be an object"];
  if (field.type !== "string") return problemOfNumber(field, value);
  if (typeof value !== "string") return ["must be text"];
  return field.oneOf?.includes(value) === false ? [`must be one of ${field.oneOf.join(", ")}`] : [];
}

function problemOfNumber({ type, least, most }: Field, value: unknown): string[] {
  if (typeof value !== "number" || !Number.isFinite(value) || (type === "integer" && !Number.isInteger(value)))
    return [`must be a ${type === "integer" ? "whole " : ""}number`];
  const inside = value >= (least ?? -Infinity) && value <= (most ?? Infinity);
  return inside ? [] : [`must be from ${least ?? "-∞"} to ${most ?? "∞"}`];
}
