// The JSON Schema of a delta: the codec's shape, and beside it the rules that a shape cannot say and the reader enforces
// (LW-12, LW-25, X4). Left to the reader alone: two claims of one section, halves of surrogate pairs, which paths may be used.

import { toJsonSchema } from "@valibot/to-json-schema";
import { DELTA_VERSIONS, DeltaSchema, type Operation } from "../src/schema/index.ts";
import { OPERATIONS_1_0 } from "../src/schema/entries/entry.ts";

type Json = Readonly<Record<string, unknown>>;

const NOTHING: Json = { properties: { content: { type: "null" } } };
const text = (shape: Json): Json => ({ required: ["content"], properties: { content: { type: "string", ...shape } } });

/** What each operation's content must be. */
const PAIRING: Readonly<Record<Operation, Json>> = {
  "no-op": NOTHING,
  update: text({ minLength: 1 }),
  clear: text({ maxLength: 0 }),
  delete: NOTHING,
  append: text({ pattern: "\\S" }),
  replace: { required: ["content", "old"], properties: { content: { type: "string" }, old: { minLength: 1 } } },
};

const implies = (condition: Json, consequence: Json): Json => ({ anyOf: [{ not: condition }, consequence] });
const isOperation = (operation: Operation): Json => ({ required: ["operation"], properties: { operation: { const: operation } } });

/** Only replace has an `old`; only update, said or meant, has a scope. */
const OWN_FIELDS: readonly Json[] = [
  { anyOf: [isOperation("replace"), { properties: { old: { maxLength: 0 } } }] },
  implies(
    { required: ["scope"] },
    { required: ["content"], properties: { operation: { const: "update" }, content: { type: "string", minLength: 1 } } },
  ),
];

const CONTROL = "\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029";
const HEADING: Json = { type: "string", maxLength: 1000, pattern: `^[^\\s${CONTROL}](?:[^${CONTROL}]*[^\\s${CONTROL}])?$` };

export function deltaJsonSchema(): Json {
  const shape = toJsonSchema(DeltaSchema, { errorMode: "ignore" }) as {
    properties: { entries: { items: { properties: { key: { properties: Json } } } } };
  };
  const { items } = shape.properties.entries;
  const { key } = items.properties;
  const entry = {
    ...items,
    properties: {
      ...items.properties,
      key: { ...key, properties: { ...key.properties, heading: HEADING }, oneOf: [{ required: ["path"] }, { required: ["url"] }] },
    },
    allOf: [...Object.entries(PAIRING).map(([operation, content]) => implies(isOperation(operation as Operation), content)), ...OWN_FIELDS],
  };
  return {
    ...shape,
    properties: { ...shape.properties, version: { enum: DELTA_VERSIONS }, entries: { ...shape.properties.entries, items: entry } },
    // What 1.1.0 added is refused in a file that says it is 1.0.0.
    ...implies(
      { properties: { version: { const: "1.0.0" } } },
      { properties: { entries: { items: { properties: { operation: { enum: OPERATIONS_1_0 }, scope: false } } } } },
    ),
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "last-word delta",
    description: "Entries that change sections of Markdown documents. Versions 1.0.0 and 1.1.0.",
  };
}
