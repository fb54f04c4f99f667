// docs, log, undo, memory and recall.

export const DOCUMENTS: Readonly<Record<string, string>> = {
  "{} of {}": "{} / {}",
  characters: "字符",
  "  over budget": "  超出额度",
  "no documents yet: codicil init": "还没有文档： codicil init",
  "codicil show DOC prints one, codicil edit DOC opens it": "查看： codicil show DOC；编辑： codicil edit DOC",
  "no changes yet": "还没有修改",
  "there are older changes: codicil log -n 0 shows all": "还有更早的修改： codicil log -n 0 显示全部",
  "undone:": "已撤销：",
  found: "首次发现",
  "edited outside Codicil": "在 Codicil 之外修改",
  "whole document": "整个文档",
  "removed: {}": "删除：{}",
  "undoes {}": "撤销 {}",
  "Undo the last change, {}?": "撤销最近一次修改 {}？",
  "no document contains any of that": "没有文档含有这些内容",
  "{}. {}": "{}。{}",
  "{} of these changes are pending": "其中 {} 项修改待写入",
  "nothing found": "没有找到",
  "nothing more": "没有更多结果",
  "more: --page {}": "更多： --page {}",
};
