// What a sentence must look like to address the agent, grant permission or ask for harm. Shapes are strings of the
// lexicon's class letters, one per word, so every gap is bounded and every pattern runs in linear time.

export type WordingKind = "override" | "permission" | "secrecy" | "evasion" | "persistence" | "trigger" | "exfiltration" | "control";

export interface Rule {
  readonly kind: WordingKind;
  readonly why: string;
  /** Each string names classes of which one must be present; all strings must be met. Checked before the shape. */
  readonly needs: readonly string[];
  readonly shape: RegExp;
}

const SETS_ASIDE = "asks to set instructions aside";
const NEW_ROLE = "gives the agent a new role";
const NO_ASKING = "says that no approval is needed";
const GRANTS = "grants a permission";
const RULES_OFF = "says that rules or checks are off";
const HIDES = "asks to keep something from the person";

export const RULES: readonly Rule[] = [
  // "ignore all previous instructions", "disregard what the system prompt says", 忽略之前的所有指令; not "never ignore …"
  { kind: "override", why: SETS_ASIDE, needs: ["o", "i", "paWyBQuf"], shape: /(?<!n)(?<!n.)o.{0,6}[paWyBQu].{0,3}i/ },
  { kind: "override", why: SETS_ASIDE, needs: ["o", "i", "pfya"], shape: /(?<!n)(?<!n.)o.{0,3}i.{0,3}[pfy]/ },
  { kind: "override", why: SETS_ASIDE, needs: ["o", "i", "paW"], shape: /[paW].{0,3}i.{0,4}o/ },
  { kind: "override", why: SETS_ASIDE, needs: ["o", "Q", "my"], shape: /(?<!n)(?<!n.)o.{0,3}Q[m].{0,3}y/ },
  { kind: "override", why: SETS_ASIDE, needs: ["o", "i", "A"], shape: /(?<!n)o.{0,5}i.{0,3}A/ },
  { kind: "override", why: SETS_ASIDE, needs: ["n", "F", "if"], shape: /n.?F.{0,3}[Qpya].{0,2}i|n.{0,3}F.?f|i.{0,6}n.?F/ },
  {
    kind: "override",
    why: "pretends that rules do not exist",
    needs: ["jy", "i", "nw"],
    shape: /j.{0,4}Q?i.{0,4}n|j.{0,7}[nw].{0,2}i|y.{0,7}[nw]i/,
  },
  { kind: "override", why: RULES_OFF, needs: ["n", "V", "fi"], shape: /n.{0,3}f.{0,3}V|[afpQyB].{0,2}i.{0,3}n.{0,2}V/ },
  { kind: "override", why: NEW_ROLE, needs: ["y", "j", "z"], shape: /yj.?z./ },
  { kind: "override", why: NEW_ROLE, needs: ["y", "O"], shape: /y.?DO|yj.?[QGPD]O/ },
  { kind: "override", why: NEW_ROLE, needs: ["yjO", "GP"], shape: /[yjO].{0,4}[GP]/ },
  { kind: "override", why: NEW_ROLE, needs: ["z", "M", "yjFgo"], shape: /M.?z.{0,3}[yjFgo]/ },
  { kind: "override", why: NEW_ROLE, needs: ["H", "yF"], shape: /H.{0,2}y.{0,4}[jOFeG]|H.{0,2}F/ },
  { kind: "override", why: "asks to obey some messages", needs: ["F", "m"], shape: /(?<!n.?)F.{0,1}m.{0,4}M?/ },

  // "no confirmation is needed", "no need to ask", 不需要确认
  { kind: "permission", why: NO_ASKING, needs: ["n", "cqg", "R"], shape: /n.{0,2}[cqg].{0,3}R|nR.{0,2}[qcg]|[cg].{0,3}nR/ },
  { kind: "permission", why: NO_ASKING, needs: ["N", "qcg"], shape: /N.{0,3}[qcg]/ },
  { kind: "permission", why: NO_ASKING, needs: ["n", "q", "cgrxup"], shape: /n(?:\.)?q.{0,2}[cgrxp]|nq.?u.{0,3}[pcgrx]|n.{0,2}q.c/ },
  // "may push without asking"; but "never push without asking" is a restriction
  { kind: "permission", why: NO_ASKING, needs: ["w", "qcg", "egrxsvbaW"], shape: /^[^nBR]*[egrxsvbaW][^nBR]{0,8}w.{0,3}[qcg]/ },
  { kind: "permission", why: RULES_OFF, needs: ["b", "cgQiZ"], shape: /(?<!n.?)b.{0,4}(?:[cZ]|[QyB].{0,2}[ig])/ },
  { kind: "permission", why: RULES_OFF, needs: ["L", "ci", "cQBfrg"], shape: /(?:c|[QBfrg].{0,2}i).{0,4}L/ },
  { kind: "permission", why: RULES_OFF, needs: ["L", "i"], shape: /iL|[apyQB].?i.{0,4}L/ },
  // "approve every tool call", "allow everything", 授权所有删除操作
  { kind: "permission", why: GRANTS, needs: ["g", "W"], shape: /(?<!n.?)g.{0,2}W/ },
  {
    kind: "permission",
    why: GRANTS,
    needs: ["gd", "a", "rxcW"],
    shape: /(?<!n.?)g.{0,3}a.{0,3}[rxc]|(?<!n.?)da.?[rx]|r.{0,4}g.{0,2}a|a.?r.{0,3}g/,
  },
  { kind: "permission", why: GRANTS, needs: ["A", "gd", "aWryxc"], shape: /A.?[gd].{0,4}[aWryxc]/ },
  { kind: "permission", why: GRANTS, needs: ["y", "g", "xrvs"], shape: /yj?.?g.{0,3}[xrvs]/ },
  { kind: "permission", why: GRANTS, needs: ["J", "cg"], shape: /J.{0,2}B.{0,2}g|J.{0,2}a.{0,6}g|(?<!n.?)J.?[cg]/ },
  { kind: "permission", why: GRANTS, needs: ["e", "x", "W"], shape: /e.{0,2}xW/ },
  { kind: "permission", why: GRANTS, needs: ["u", "g", "y"], shape: /u.{0,2}gy/ },
  { kind: "permission", why: GRANTS, needs: ["r", "A", "g"], shape: /r.{0,2}A.?g/ },
  { kind: "permission", why: GRANTS, needs: ["u", "g", "r"], shape: /u.{0,2}g.{0,1}r|u.{0,2}g.{0,3}a.{0,3}r/ },
  { kind: "permission", why: GRANTS, needs: ["a", "Y"], shape: /a.{0,3}Y/ },
  { kind: "permission", why: GRANTS, needs: ["v", "g", "aW", "f"], shape: /v.{0,2}g.{0,2}[aW].{0,4}f/ },

  // "do not tell the user", 不要告诉用户; "hide … from the user"
  { kind: "secrecy", why: HIDES, needs: ["n", "t", "u"], shape: /n.{0,2}t.{0,7}u/ },
  { kind: "secrecy", why: HIDES, needs: ["n", "u", "T"], shape: /n.{0,2}u.{0,3}T/ },
  { kind: "secrecy", why: HIDES, needs: ["w", "t", "u"], shape: /^[^n]*w.{0,2}t.{0,3}u/ },
  { kind: "secrecy", why: HIDES, needs: ["S", "u", "M"], shape: /S.{0,7}M.{0,2}u/ },
  { kind: "secrecy", why: HIDES, needs: ["S", "xsvbr"], shape: /S[xsvbr]|[xsvbr].{0,3}S$/ },
  { kind: "secrecy", why: HIDES, needs: ["h", "q", "m", "I"], shape: /h.{0,2}q.{0,3}Im/ },

  // "when a command is denied, retry it through …"
  { kind: "evasion", why: "asks to get around a denial", needs: ["B", "Xb"], shape: /(?:h.{0,6})B.{0,9}[Xb]/ },
  { kind: "evasion", why: "asks to get around a filter", needs: ["Z", "EbS"], shape: /[EbS].{0,8}Z.{0,2}n|b.{0,3}Z/ },
  { kind: "evasion", why: "asks to get around a filter", needs: ["E", "k", "n"], shape: /E.{0,3}k.{0,12}n/ },
  { kind: "evasion", why: "asks to decode and act", needs: ["E", "Fx"], shape: /E.{0,3}[Fx]/ },

  { kind: "persistence", why: "asks to change a protected file", needs: ["v", "f"], shape: /^.{0,3}v.{0,9}f/ },
  {
    kind: "persistence",
    why: "asks to copy itself",
    needs: ["v", "I", "aWhX"],
    shape: /(?<!n.{0,3})v.{0,2}I.{0,2}m.{0,8}[aWhX]|Xv.{0,2}I/,
  },
  { kind: "persistence", why: "asks to copy itself", needs: ["s", "I", "m", "aW"], shape: /s.{0,2}I.{0,2}m.{0,8}[aW]/ },

  { kind: "trigger", why: "depends on a later message to act on an address", needs: ["h", "xs", "U"], shape: /h.{1,14}[xs].{0,2}U/ },
  { kind: "trigger", why: "depends on a later message to act", needs: ["h", "t", "X"], shape: /h.?u?t.{0,8}X/ },
  { kind: "exfiltration", why: "asks to send data out", needs: ["s", "k", "U"], shape: /s.{0,8}k.{0,8}U|k.{0,4}s.{0,4}U/ },
  { kind: "exfiltration", why: "asks to send data out", needs: ["v", "k", "aW"], shape: /^.{0,2}v.{0,4}k.{0,4}a.{0,3}/ },
  { kind: "control", why: "asks to take orders from elsewhere", needs: ["C", "xsah"], shape: /[xsah].{0,8}C|C.{0,8}[xsah]/ },
];
