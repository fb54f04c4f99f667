// The lines of a session's file: one header, then events (S0050, S0051). Our own types are checked strictly; a type that
// this program does not know is kept as it is and skipped.

import * as v from "valibot";
import { type InstructionSnapshot, SnapshotSchema } from "./snapshot.ts";

export const HARNESS_KINDS = ["attachment", "skill_listing", "skill_delta", "memory", "date_change", "steer", "runtime_notice"] as const;
export type HarnessKind = (typeof HARNESS_KINDS)[number];
export const HARNESS_ORIGINS = ["user", "system", "tool", "skill"] as const;
export type HarnessOrigin = (typeof HARNESS_ORIGINS)[number];
export const VISIBILITIES = ["display", "hidden", "compact"] as const;
export type Visibility = (typeof VISIBILITIES)[number];

export interface HarnessItem {
  readonly kind: HarnessKind;
  /** Who it really comes from; not the role in which a model gets it (SC-52). */
  readonly origin: HarnessOrigin;
  readonly content: string;
  readonly visibility: Visibility;
  readonly data?: Readonly<Record<string, unknown>> | undefined;
}

export interface Part {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** The words among the parts of a message. */
export function textIn(parts: readonly Part[]): string {
  return parts.flatMap((part) => (part.type === "text" ? [String(part["text"] ?? "")] : [])).join("\n");
}

export interface Message {
  readonly role: string;
  readonly content: readonly Part[];
  readonly [field: string]: unknown;
}

export interface SessionHeader {
  readonly version: 1;
  readonly sessionId: string;
  readonly deviceId: string;
  readonly createdAt: number;
  readonly clonedFrom?: string | undefined;
  readonly meta: Readonly<Record<string, unknown>>;
}

export interface EventBase {
  readonly id: string;
  readonly parentId: string | null;
  readonly seq: number;
  readonly sessionId: string;
  readonly clientId: string;
  readonly ts: number;
}

/** Two lists that clients fill while a turn runs; each update rewrites one of them whole. */
export const QUEUES = ["follow_up", "steer"] as const;
export type QueueName = (typeof QUEUES)[number];

export interface QueueItem {
  readonly id: string;
  readonly content: readonly Part[];
}

/**
 * `select_leaf` goes on from another event; `hide_user_turn` takes a turn out of the contexts to come (Scorel's). An
 * operation that is not known is kept and has no effect.
 */
export interface ContextControl {
  readonly operation: string;
  readonly leafId?: string | undefined;
  readonly anchorUserEventId?: string | undefined;
  readonly throughEventId?: string | undefined;
  readonly actor?: "user" | "agent" | "system" | undefined;
  readonly reason?: string | undefined;
}

export type MessageType = "user_message" | "assistant_message" | "tool_result";

export type KnownEvent = EventBase &
  (
    | { readonly type: MessageType; readonly message: Message; readonly meta?: unknown; readonly contextHash?: string | undefined }
    | { readonly type: "harness_item"; readonly item: HarnessItem }
    | { readonly type: "compact"; readonly summary: string; readonly compactedThrough?: string | undefined; readonly meta?: unknown }
    | { readonly type: "instruction_snapshot"; readonly snapshot: InstructionSnapshot; readonly promptHash?: string | undefined }
    | { readonly type: "queue_update"; readonly queue: QueueName; readonly operation: "rewrite"; readonly items: readonly QueueItem[] }
    | { readonly type: "session_title_updated"; readonly title: string }
    | ({ readonly type: "context_control" } & ContextControl)
    | { readonly type: `skill_index_${string}` }
  );

/** For the compiler only: tells the two kinds of events apart without a field that a foreign event might have itself. */
declare const unknown: unique symbol;

/** Kept, shown in diagnostics, and otherwise skipped. */
export interface UnknownEvent extends EventBase {
  readonly type: string;
  readonly [unknown]: true;
}

/** Members of the conversation tree; every other type is a control event: no parent, never a leaf. */
export const TREE_TYPES = ["user_message", "assistant_message", "tool_result", "harness_item", "compact"] as const;
export type TreeType = (typeof TREE_TYPES)[number];
const CONTROL_TYPES = ["instruction_snapshot", "queue_update", "session_title_updated", "context_control"] as const;

export const KNOWN_TYPES: readonly string[] = [...TREE_TYPES, ...CONTROL_TYPES, "skill_index_*"];

export function isTreeType(type: string): boolean {
  return (TREE_TYPES as readonly string[]).includes(type);
}

export function isKnownType(type: string): boolean {
  return isTreeType(type) || (CONTROL_TYPES as readonly string[]).includes(type) || type.startsWith("skill_index_");
}

const id = v.pipe(v.string(), v.regex(/^[\w.:-]{1,128}$/, "must be 1 to 128 letters, digits, or _ . : -"));
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const data = v.record(v.string(), v.unknown());

const HeaderSchema = v.looseObject({
  version: v.literal(1),
  sessionId: id,
  deviceId: v.string(),
  createdAt: count,
  clonedFrom: v.optional(v.string()),
  meta: data,
});

const BaseSchema = v.looseObject({
  id,
  parentId: v.nullable(id),
  seq: count,
  sessionId: id,
  clientId: v.string(),
  ts: count,
  type: v.pipe(v.string(), v.minLength(1)),
});

const Text = v.looseObject({ type: v.literal("text"), text: v.string() });
const ToolCall = v.looseObject({ type: v.literal("tool_call"), toolCallId: v.string(), toolName: v.string(), args: v.unknown() });
const ToolResult = v.looseObject({
  type: v.literal("tool_result"),
  toolCallId: v.string(),
  toolName: v.string(),
  result: v.looseObject({ content: v.array(v.looseObject({ type: v.string() })) }),
  isError: v.optional(v.boolean()),
});
const OWN_PARTS = ["text", "tool_call", "tool_result"];
const OtherPart = v.looseObject({
  type: v.pipe(
    v.string(),
    v.check((type) => !OWN_PARTS.includes(type), "has not the fields of its type"),
  ),
});
const content = v.array(v.union([Text, ToolCall, ToolResult, OtherPart]));
const message = (...roles: [string, ...string[]]) => v.looseObject({ message: v.looseObject({ role: v.picklist(roles), content }) });

/** Beside the fields of every event. Control events have no parent. */
const SCHEMAS: Readonly<Record<string, v.GenericSchema>> = {
  user_message: message("user"),
  assistant_message: message("assistant"),
  tool_result: message("tool_result", "tool", "user"),
  harness_item: v.looseObject({
    item: v.looseObject({
      kind: v.picklist(HARNESS_KINDS),
      origin: v.picklist(HARNESS_ORIGINS),
      content: v.string(),
      visibility: v.picklist(VISIBILITIES),
      data: v.optional(data),
    }),
  }),
  compact: v.looseObject({ summary: v.string(), compactedThrough: v.optional(id) }),
  instruction_snapshot: v.looseObject({ parentId: v.null(), snapshot: SnapshotSchema, promptHash: v.optional(v.string()) }),
  queue_update: v.looseObject({
    parentId: v.null(),
    queue: v.picklist(QUEUES),
    operation: v.literal("rewrite"),
    items: v.array(v.looseObject({ id: v.string(), content })),
  }),
  session_title_updated: v.looseObject({ parentId: v.null(), title: v.string() }),
  context_control: v.pipe(
    v.looseObject({
      parentId: v.null(),
      operation: v.string(),
      leafId: v.optional(id),
      anchorUserEventId: v.optional(id),
      throughEventId: v.optional(id),
      actor: v.optional(v.picklist(["user", "agent", "system"])),
      reason: v.optional(v.string()),
    }),
    v.check(
      ({ operation, anchorUserEventId, throughEventId, actor }) =>
        operation !== "hide_user_turn" || [anchorUserEventId, throughEventId, actor].every((field) => field !== undefined),
      "hide_user_turn needs anchorUserEventId, throughEventId and actor",
    ),
  ),
};
const SkillIndexSchema = v.looseObject({ parentId: v.null() });

export type Checked<T> = { readonly kind: "fine"; readonly value: T } | { readonly kind: "wrong"; readonly why: string };

export function checkHeader(value: unknown): Checked<SessionHeader> {
  return check(HeaderSchema, value);
}

/** Fine also for a type that is not known, as long as it is an event. The value itself is answered, nothing of it left out. */
export function checkEvent(value: unknown): Checked<KnownEvent | UnknownEvent> {
  const basis = check<EventBase & { type: string }>(BaseSchema, value);
  if (basis.kind === "wrong") return basis;
  const { type } = basis.value;
  if (!isKnownType(type)) return { kind: "fine", value: basis.value as unknown as UnknownEvent };
  return check(Object.hasOwn(SCHEMAS, type) ? (SCHEMAS[type] as v.GenericSchema) : SkillIndexSchema, value);
}

export function isUnknown(event: KnownEvent | UnknownEvent): event is UnknownEvent {
  return !isKnownType(event.type);
}

function check<T>(schema: v.GenericSchema, value: unknown): Checked<T> {
  const checked = v.safeParse(schema, value, { abortEarly: true });
  if (checked.success) return { kind: "fine", value: value as T };
  const issue = checked.issues[0];
  return { kind: "wrong", why: `${v.getDotPath(issue) ?? "the line"}: ${issue.message}` };
}
