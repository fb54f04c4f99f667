// How verbs of Spanish, Portuguese and French change. `told` is a form that commands and tells alike (ejecuta, exécute):
// behind a negation it tells what something does, at the beginning it commands.

import { byName } from "../../base/index.ts";
import type { Language, Sense } from "./language.ts";

type Forms = readonly (readonly [string, Sense["form"]])[];

const IRREGULAR: Readonly<Record<string, string>> = byName({
  hacer: "hacer haz* hagas haga hagan haciendo hecho",
  poner: "poner pon pongas ponga pongan puesto",
  fazer: "fazer faz* faça façam feito fazendo",
  pôr: "pôr põe* ponha ponham",
  abrir: "abrir abre* abras abra abram abran abierto aberto",
  faire: "faire fais* fait* faites fasses fassiez",
  mettre: "mettre mets* mettez mis",
  lire: "lire lis* lisez lu lue lus",
  écrire: "écrire écris* écrivez écrit écrits",
  ouvrir: "ouvrir ouvre* ouvrez ouvert",
  leer: "leer lee* leas lea lean leído leídos",
  ler: "ler lê* leia leiam lido lidos lendo",
  subir: "subir sube* subas suba suban suban subam subido",
  escribir: "escribir escribe* escribas escriba escriban escrito",
  introduire: "introduire introduis* introduisez introduit introduits",
  excluir: "excluir exclui* exclua excluam excluído",
  incluir: "incluir incluye* incluyas incluya incluyan inclui* inclua incluam incluído incluido",
  suivre: "suivre suis* suivez suivi",
  seguir: "seguir sigue* sigas siga sigan segue* sigam seguido",
  tocar: "tocar toca* toques toque toquen toquem tocado",
  détruire: "détruire détruis* détruisez détruit",
  inclure: "inclure inclus* incluez",
  instalar: "instalar instala* instales instale instalen instalem instalado instalados",
});

function tail(phrase: string): readonly [string, string] {
  const at = phrase.indexOf(" ");
  return at === -1 ? [phrase, ""] : [phrase.slice(0, at), phrase.slice(at)];
}

/** Before e the sound of c, g and z is written otherwise. */
const before = (stem: string): string => stem.replace(/c$/, "qu").replace(/g$/, "gu").replace(/z$/, "c");

const made = (words: readonly string[], rest: string, form: Sense["form"]): Forms => words.map((each) => [each + rest, form] as const);

function iberian(phrase: string): Forms {
  const [word, rest] = tail(phrase);
  const listed = listedForms(word, rest);
  if (listed !== null) return listed;
  const stem = word.slice(0, -2);
  const first = word.endsWith("ar");
  const told = stem + (first ? "a" : "e");
  const base = first
    ? ["es", "e", "en", "em"].flatMap((end) => [before(stem) + end, stem + end])
    : ["as", "a", "an", "am"].map((end) => stem + end);
  const past = ["o", "a", "os", "as"].map((end) => stem + (first ? "ad" : "id") + end);
  return [...made([word, ...base], rest, "base"), ...made([told], rest, "told"), ...made(past, rest, "ed")];
}

function french(phrase: string): Forms {
  const [word, rest] = tail(phrase);
  const found = listedForms(word, rest) ?? frenchForms(word, rest);
  // n'exécute, d'exécuter
  if (!/^[aeiouéèêâîôûh]/.test(word)) return found;
  return found.flatMap(([each, form]) => ["", "n'", "d'", "l'"].map((elided) => [elided + each, form] as const));
}

function frenchForms(word: string, rest: string): Forms {
  if (!word.endsWith("er")) return [[word + rest, "base"]];
  const stem = word.slice(0, -2);
  return [
    ...made([word, `${stem}ez`], rest, "base"),
    ...made([`${stem}e`], rest, "told"),
    ...made(
      ["é", "ée", "és", "ées"].map((end) => stem + end),
      rest,
      "ed",
    ),
  ];
}

function listedForms(word: string, rest: string): Forms | null {
  const forms = IRREGULAR[word];
  if (forms === undefined) return /(?:ar|er|ir)$/.test(word) ? null : [[word + rest, "base"]];
  return forms.split(" ").map((each) => [each.replace("*", "") + rest, each.endsWith("*") ? "told" : "base"] as const);
}

export const inflectIberian: NonNullable<Language["inflect"]> = iberian;
export const inflectFrench: NonNullable<Language["inflect"]> = french;
