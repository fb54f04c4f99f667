// Who means what by a name: every place of a file that means a name of the file's own top level.

export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

type Any = Node & Readonly<Record<string, unknown>>;

export interface Reference {
  readonly name: string;
  readonly end: number;
  /** `{ name }` in an object. */
  readonly isShort: boolean;
  /** Here it must stay what it is: it gets another value, is exported, is made an instance of, or is used before any call. */
  readonly isFixed: boolean;
}

export interface References {
  readonly references: ReadonlyMap<string, readonly Reference[]>;
  /** Every name that the file has anywhere. */
  readonly names: ReadonlySet<string>;
  /** Where something is meant that the file does not declare. */
  readonly outside: readonly { readonly name: string; readonly end: number }[];
}

interface Scope {
  readonly names: Set<string>;
  readonly above: Scope | null;
}

const FUNCTION = /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/;
const OWN_SCOPE = /^(?:BlockStatement|StaticBlock|For(?:In|Of)?Statement|SwitchStatement|CatchClause)$/;
/** A statement of the top level that does something to what others declared. */
const DOES = /^(?:Expression|For|ForOf|ForIn|If|While|Try|Block)Statement$/;

export function referencesIn(program: Node): References {
  const [references, names] = [new Map<string, Reference[]>(), new Set<string>()];
  const outside: { name: string; end: number }[] = [];
  const top: Scope = { names: new Set(), above: null };
  const body = (program as Any)["body"] as readonly Any[];
  declare(body, top.names);
  for (const each of body) hoist(each, top.names);

  const refer = (node: Any, scope: Scope, how: { isShort?: boolean; isFixed?: boolean }): void => {
    const name = node["name"] as string;
    names.add(name);
    let at: Scope | null = scope;
    while (at !== null && !at.names.has(name)) at = at.above;
    if (at === null) outside.push({ name, end: node.end });
    if (at !== top) return;
    const list = references.get(name) ?? [];
    references.set(name, list);
    list.push({ name, end: node.end, isShort: how.isShort === true, isFixed: how.isFixed === true });
  };
  const visitAll = (node: Any, scope: Scope, isFixed: boolean): void => {
    for (const each of Object.values(node).flat()) if (isNode(each)) visit(each, scope, isFixed);
  };
  const visitFunction = (node: Any, scope: Scope): void => {
    const inner: Scope = { names: new Set(), above: scope };
    if (node.type === "FunctionExpression" && isNode(node["id"])) bind(node["id"], inner.names);
    for (const each of node["params"] as readonly Any[]) bind(each, inner.names);
    if (isNode(node["body"])) hoist(node["body"], inner.names);
    for (const each of node["params"] as readonly Any[]) visit(each, inner, false);
    if (isNode(node["body"])) visit(node["body"], inner, false);
  };
  const visitProperty = (node: Any, scope: Scope, isFixed: boolean): void => {
    const [key, value] = [node["key"] as Any, node["value"] as Any | null];
    if (node["computed"] === true) visit(key, scope, isFixed);
    if (value === null || value === undefined) return;
    if (node["shorthand"] === true && value.type === "Identifier") refer(value, scope, { isShort: true, isFixed });
    else visit(value, scope, isFixed);
  };
  // `isFixed`: nothing within may change. Inside of a function it is over, except where a value is assigned.
  const visit = (node: Any, scope: Scope, isFixed: boolean): void => {
    const { type } = node;
    if (type === "Identifier") refer(node, scope, { isFixed });
    else if (FUNCTION.test(type)) visitFunction(node, scope);
    else if (type === "MemberExpression") {
      visit(node["object"] as Any, scope, isFixed);
      if (node["computed"] === true) visit(node["property"] as Any, scope, isFixed);
    } else if (/^(?:Property|MethodDefinition|PropertyDefinition|AccessorProperty)$/.test(type)) visitProperty(node, scope, isFixed);
    else if (type === "AssignmentExpression" || /^For(?:In|Of)Statement$/.test(type)) visitAssigned(node, scope, isFixed);
    else if (type === "UpdateExpression") visit(node["argument"] as Any, scope, true);
    else if (type === "NewExpression") {
      visit(node["callee"] as Any, scope, true);
      for (const each of node["arguments"] as readonly Any[]) visit(each, scope, isFixed);
    } else if (/^(?:Break|Continue)Statement$|^MetaProperty$|^Import/.test(type)) return;
    else if (type === "LabeledStatement") visit(node["body"] as Any, scope, isFixed);
    else if (/^Export/.test(type)) visitAll(node, scope, true);
    else visitAll(node, scopeOf(node, scope), isFixed);
  };
  const visitAssigned = (node: Any, outer: Scope, isFixed: boolean): void => {
    const scope = scopeOf(node, outer);
    const left = node["left"] as Any;
    // What has the name stays the same where only a part of it changes.
    visit(left, scope, isFixed || left.type !== "MemberExpression");
    for (const [key, each] of Object.entries(node)) if (key !== "left" && isNode(each)) visit(each, scope, isFixed);
  };
  for (const each of body) visit(each, top, DOES.test(each.type));
  return { references, names, outside };
}

function scopeOf(node: Any, above: Scope): Scope {
  const isClass = /^Class/.test(node.type);
  if (!isClass && !OWN_SCOPE.test(node.type)) return above;
  const scope: Scope = { names: new Set(), above };
  if (isClass && isNode(node["id"])) bind(node["id"], scope.names);
  if (isNode(node["param"])) bind(node["param"], scope.names);
  const inside = [node["body"], node["init"], node["left"], node["cases"]].flat().filter(isNode);
  const isBody = Array.isArray(node["body"]);
  declare(isBody ? inside : inside.filter(({ type }) => type === "VariableDeclaration"), scope.names);
  if (node.type === "SwitchStatement")
    declare(
      inside.flatMap((each) => each["consequent"] as readonly Any[]),
      scope.names,
    );
  return scope;
}

/** What a list of statements declares for itself. */
function declare(statements: readonly Any[], into: Set<string>): void {
  for (const each of statements) {
    const node = each.type === "ExportNamedDeclaration" && isNode(each["declaration"]) ? each["declaration"] : each;
    if (/^(?:Function|Class)Declaration$/.test(node.type) && isNode(node["id"])) bind(node["id"], into);
    if (node.type === "VariableDeclaration") for (const { id } of node["declarations"] as readonly { readonly id: Any }[]) bind(id, into);
    if (node.type === "ImportDeclaration")
      for (const { local } of node["specifiers"] as readonly { readonly local: Any }[]) bind(local, into);
  }
}

/** `var` counts in the whole function, wherever it is. */
function hoist(node: Any, into: Set<string>): void {
  if (node.type === "VariableDeclaration" && node["kind"] === "var") declare([node], into);
  for (const each of Object.values(node).flat()) if (isNode(each) && !FUNCTION.test(each.type)) hoist(each, into);
}

/** The names in a pattern. */
function bind(node: Any, into: Set<string>): void {
  if (node.type === "Identifier") into.add(node["name"] as string);
  else if (node.type === "AssignmentPattern") bind(node["left"] as Any, into);
  else if (node.type === "Property") bind(node["value"] as Any, into);
  else for (const each of [node["elements"], node["properties"], node["argument"]].flat()) if (isNode(each)) bind(each, into);
}

function isNode(value: unknown): value is Any {
  return typeof value === "object" && value !== null && "type" in value && "start" in value;
}
