// Code that nobody here has seen: plugins, templates, images and hooks that are fetched and run in one go, and files of the
// project that a person has to trust before a program runs them.

import { byName, sameRow } from "../../base/index.ts";
import { rule, type RuleTable, said } from "./rules.ts";

const UNSEEN = "it runs unknown code";
const TRUSTS = "it lets files of the project run by themselves";
const fetches = (pattern: RegExp) => [rule(pattern, "escalation", UNSEEN)];

export const FOREIGN_CODE: RuleTable = byName({
  "pre-commit": fetches(/(?:^|\s)try-repo\s+(?!\.)\S*[:@/]/),
  mise: [
    rule(/(?:^|\s)trust(?:\s|$)(?![^]{0,200}--(?:show|untrust))/, "persistence", TRUSTS),
    rule(/(?:^|\s)plugins?\s+(?:install|add|link|i)(?:\s|$)/, "escalation", UNSEEN),
  ],
  asdf: fetches(/(?:^|\s)plugin(?:\s+|-)add\s+\S+\s+\S+:/),
  helm: fetches(/(?:^|\s)plugin\s+install(?:\s|$)/),
  kubectl: fetches(/(?:^|\s)krew\s+(?:install|upgrade)(?:\s|$)/),
  ...sameRow("krew kubectl-krew basher omf apm", fetches(/(?:^|\s)install(?:\s|$)/)),
  ...sameRow("code cursor codium", fetches(/--install-extension/)),
  terraform: fetches(/-from-module=/),
  cookiecutter: fetches(/(?:https?:|git@|gh:|gl:|bb:)/),
  copier: fetches(/(?:https?:|git@|gh:|gl:)/),
  cruft: fetches(/(?:https?:|git@)/),
  dagger: fetches(/(?:^|\s)(?:-m|--mod)[= ](?:github|gitlab|https?|git@)/),
  earthly: fetches(/(?:^|\s)[\w-]+\.[a-z]+\/\S+\+\w/),
  task: fetches(/(?:^|\s)(?:-t|--taskfile)[= ]https?:/),
  steampipe: fetches(/(?:^|\s)plugin\s+install/),
  ...sameRow("pkgx yo ansible-pull", fetches(/./)),
  wasmtime: fetches(/https?:/),
  wasmer: fetches(/(?:^|\s)run\s+[\w-]+\/[\w-]+/),
  docker: fetches(/(?:^|\s)build\s[^]{0,500}(?:https?:\/\/|git@|github\.com[/:])/),
  java: fetches(/(?:^|\s)(?:-cp|-classpath|--class-path|-jar)[= ](?:\/tmp|\/var\/tmp|\/dev\/shm)/),
  fisher: fetches(said`install, add`),
  zinit: fetches(said`load, light, snippet, ice`),
  antigen: fetches(/(?:^|\s)bundle(?:\s|$)/),
  luarocks: fetches(/(?:^|\s)install(?:\s|$)[^]{0,200}(?:https?:|git)/),
});
