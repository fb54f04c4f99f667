// cli: its tables and the words of its answers, for the generated documents and for tests. The program starts at entry.ts.

export { createPainter } from "./chat/painter.ts";
export { callWords } from "./chat/shortly.ts";
export { commandOf } from "./commandFiles.ts";
export { hostsDoor } from "./hosts/hostsDoor.ts";
export { ANSWERS } from "./meant/answers.ts";
export { helpFor, overview } from "./reference.ts";
export { rowsIn } from "./table/row.ts";
export { COMMANDS, GLOBAL_OPTIONS } from "./table/commandTable.ts";
export { VERSION } from "./terminal/version.ts";
export { widthOf, wrapLines } from "./terminal/width.ts";
