// Things people forbid in words, with no command named: "force pushes", "add a dependency", 强推, 全局安装. Each has its
// words and the effects it stands for. They count only where a prohibition or a question to a person governs them.

import { any, ran } from "../match/patterns.ts";
import type { Matcher } from "../match/rule.ts";

export interface Activity {
  readonly name: string;
  readonly words: RegExp;
  readonly matcher: Matcher;
  /** A call that it stops and a similar one that it lets through. */
  readonly examples: readonly [string, string];
  /** Branches named behind it narrow it. */
  readonly branches?: true;
  /** A name behind it is an argument: "create branches whose name starts with `release/`". */
  readonly named?: true;
}

const DEV_SERVERS = ["npm run dev", "npm start", "pnpm dev", "pnpm start", "yarn dev", "yarn start", "bun dev", "bun run dev", "next dev", "nuxt dev", "astro dev", "vite dev", "ng serve", "rails server", "rails s", "flask run", "php artisan serve", "mix phx.server", "hugo server", "jekyll serve", "mkdocs serve", "gatsby develop", "expo start", "make dev", "just dev", "make serve", "make run"];
const DEPLOYS = ["vercel deploy", "vercel --prod", "netlify deploy", "fly deploy", "flyctl deploy", "firebase deploy", "wrangler deploy", "wrangler publish", "serverless deploy", "sls deploy", "cdk deploy", "sam deploy", "eb deploy", "kubectl apply", "helm upgrade", "helm install", "terraform apply", "tofu apply", "pulumi up", "gcloud app deploy", "gcloud run deploy", "cap production deploy", "npm run deploy", "pnpm deploy", "pnpm run deploy", "yarn deploy", "make deploy", "just deploy", "task deploy", "mkdocs gh-deploy", "gh-pages", "mvn deploy", "heroku releases:rollback", "eas submit", "fastlane release"];
const MIGRATES = ["rails db:migrate", "rake db:migrate", "alembic upgrade", "prisma migrate deploy", "prisma migrate dev", "prisma db push", "knex migrate:latest", "sequelize db:migrate", "typeorm migration:run", "flyway migrate", "dbmate up", "goose up", "php artisan migrate", "mix ecto.migrate", "diesel migration run", "sqlx migrate run", "drizzle-kit migrate", "drizzle-kit push", "supabase db push", "liquibase update", "dotnet ef database update", "npm run migrate", "pnpm migrate", "yarn migrate", "make migrate", "just migrate", "manage.py migrate"];
const MAILS = ["mail", "mailx", "msmtp", "sendmail", "mutt", "swaks", "neomutt"];

const all = (lines: readonly string[]): Matcher => any(lines.map(ran));
const PACKAGES: Matcher = { kind: "package", actions: ["add"], managers: [] };
const DEP = "(?:dependenc(?:y|ies)|deps?|librar(?:y|ies)|crates?|npm modules?|npm packages?|gems?|(?:python |third[- ]party |external |new |runtime |extra |additional |pip )+(?:packages?|modules?))";

export const ACTIVITIES: readonly Activity[] = [
  {
    name: "force push",
    words: /\bforce[- ]?push(?:es|ing|ed)?\b|\bpush(?:es|ing)? (?:with |using |by )?force\b|\bforced push(?:es)?\b|\bforce[- ]updat(?:e|ing)\b|强制推送|强推|强制\s?push|force\s?push/,
    matcher: { kind: "git", actions: ["push"], force: true },
    examples: ["git push --force", "git push"],
    branches: true,
  },
  {
    name: "skip hooks",
    words: /\b(?:skip|bypass|circumvent|disabl|evad|sidestep|ignor)\w*\b(?: [a-z-]+){0,4} (?:hooks?|pre-commit checks?)\b|(?:跳过|绕过|绕开|禁用|关闭)[^，。；]{0,8}(?:钩子|hook|提交检查)/,
    matcher: any([{ kind: "git", actions: ["commit"], flags: [["--no-verify", "-n"]] }, { kind: "git", actions: ["push", "merge", "rebase", "cherry-pick", "am"], flags: [["--no-verify"]] }]),
    examples: ["git commit --no-verify -m x", "git commit -m x"],
  },
  { name: "amend", words: /\bamend(?:s|ing|ed)?\b|修改(?:上一次|上次|历史|已有的?)提交|追加到上(?:一)?次提交/, matcher: { kind: "git", actions: ["commit"], flags: [["--amend"]] }, examples: ["git commit --amend", "git commit -m x"] },
  {
    name: "rewrite history",
    words: /\brewrit\w+ (?:the |git |public |published |shared |commit |any |branch )*history\b|\bhistory rewrit\w+|(?:改写|重写|篡改)(?:git|提交|公共|分支)*历史|历史(?:改写|重写)/,
    matcher: any([ran("git rebase"), ran("git filter-branch"), ran("git filter-repo"), { kind: "git", actions: ["commit"], flags: [["--amend"]] }, { kind: "git", actions: ["push"], force: true }]),
    examples: ["git rebase -i HEAD~3", "git log"],
  },
  { name: "rebase", words: /\brebas(?:e|es|ing|ed)\b|变基/, matcher: ran("git rebase"), examples: ["git rebase main", "git status"] },
  { name: "cherry-pick", words: /\bcherry[- ]pick(?:s|ing|ed)?\b/, matcher: ran("git cherry-pick"), examples: ["git cherry-pick abc", "git status"] },
  { name: "stash", words: /\bstash(?:es|ing|ed)?\b|暂存工作区|git 暂存/, matcher: ran("git stash"), examples: ["git stash", "git status"] },
  { name: "hard reset", words: /\bhard[- ]resets?\b|\breset --?hard\b|硬重置|硬回滚/, matcher: ran("git reset --hard"), examples: ["git reset --hard", "git reset --soft HEAD~1"] },
  {
    name: "discard changes",
    words: /\b(?:discard|throw away|drop|wipe|revert|undo)\w*\b(?: [a-z'-]+){0,4} (?:uncommitted|local|unstaged|working[- ]tree)(?: [a-z]+)? (?:changes|work|edits|modifications)\b|丢弃[^，。；]{0,10}(?:改动|修改|变更)/,
    matcher: all(["git reset --hard", "git checkout .", "git checkout -- .", "git restore .", "git clean -f", "git stash drop"]),
    examples: ["git reset --hard", "git status"],
  },
  {
    name: "create branches",
    words: /\b(?:creat|open|mak|start|cut)\w* (?:a |any |new |git |extra |feature )*branch(?:es)?\b|(?:新建|创建|开)(?:新)?分支/,
    matcher: all(["git checkout -b", "git switch -c"]),
    examples: ["git switch -c x", "git switch main"],
    named: true,
  },
  { name: "switch branches", words: /\b(?:switch|chang)\w* (?:the |git |between |to another |to other )*branch(?:es)?\b|切换?(?:到)?(?:其他|别的|任何)?分支/, matcher: all(["git switch", "git checkout"]), examples: ["git switch dev", "git branch"] },
  { name: "delete branches", words: /\bdelet\w* (?:a |any |the |remote |local |other |git |merged )*branch(?:es)?\b|\bbranch deletions?\b|删除?(?:远程|本地|任何)?分支/, matcher: any([ran("git branch -d"), ran("git push --delete")]), examples: ["git branch -D x", "git branch"] },
  { name: "push tags", words: /\bpush(?:es|ing)? (?:any |git |version |release |new |the )*tags?\b|推送?(?:任何)?(?:标签|tag)/, matcher: any([{ kind: "git", actions: ["push"], flags: [["--tags", "--follow-tags"]] }, { kind: "git", actions: ["push"], branches: ["v[0-9]*"] }]), examples: ["git push --tags", "git push"] },
  {
    name: "tag",
    words: /\b(?:creat|add|mak|cut|mov|delet)\w* (?:a |any |new |git |version |release |the )*tags?\b|\btag(?:s|ging)? (?:a |any |the |new )*(?:releases?|versions?|commits?)\b|\btags? by hand\b|打标签|打\s?tag|创建标签/,
    matcher: any([ran("git tag"), { kind: "git", actions: ["push"], flags: [["--tags", "--follow-tags"]] }]),
    examples: ["git tag v1.0.0", "git log"],
  },
  {
    name: "open issues and pull requests",
    words: /\b(?:open|creat|submit|rais|fil|mak)\w* (?:a |an |any |new )*(?:issues?|tickets?)(?:,| or| and) (?:a |an |any |new )*(?:pull requests?|prs?|merge requests?|mrs?)\b|\b(?:open|creat|submit|rais|fil|mak)\w* (?:a |an |any |new )*(?:pull requests?|prs?|merge requests?|mrs?)(?:,| or| and) (?:a |an |any |new )*(?:issues?|tickets?)\b/,
    matcher: all(["gh issue create", "glab issue create", "gh pr create", "glab mr create", "hub pull-request"]),
    examples: ["gh issue create", "gh issue list"],
  },
  {
    name: "open pull requests",
    words: /\b(?:open|creat|submit|rais|fil|mak|send|put up)\w* (?:a |an |any |new |draft |your own |the )*(?:pull requests?|prs?|merge requests?|mrs?)\b|(?:创建|发起|提交?|新建|开)(?:一个)?\s?(?:pr|mr|合并请求|拉取请求|pull request|merge request)/,
    matcher: all(["gh pr create", "glab mr create", "hub pull-request"]),
    examples: ["gh pr create --fill", "gh pr list"],
  },
  {
    name: "merge pull requests",
    words: /\bmerg(?:e|es|ing|ed) (?:a |an |any |your own |own |open |the |their |other people's )*(?:pull requests?|prs?|merge requests?|mrs?)\b|合并\s?(?:任何)?(?:pr|mr|合并请求|拉取请求)/,
    matcher: all(["gh pr merge", "glab mr merge"]),
    examples: ["gh pr merge 3", "gh pr list"],
  },
  { name: "close issues", words: /\bclos(?:e|es|ing) (?:a |an |any |the |github |open )*(?:issues?|tickets?)\b|关闭\s?(?:issue|工单)/, matcher: all(["gh issue close", "glab issue close"]), examples: ["gh issue close 3", "gh issue list"] },
  { name: "open issues", words: /\b(?:open|creat|fil|rais)\w* (?:a |an |any |new |the |github )*(?:issues|tickets)\b/, matcher: all(["gh issue create", "glab issue create"]), examples: ["gh issue create", "gh issue list"] },
  { name: "comment on issues", words: /\b(?:comment|repl)\w* (?:on |to )(?:any |the |github )*(?:issues?|prs?|pull requests?|tickets?)\b/, matcher: all(["gh issue comment", "gh pr comment", "gh pr review", "glab issue note", "glab mr note"]), examples: ["gh issue comment 3 -b x", "gh issue list"] },
  {
    name: "global install",
    words: /\binstall\w*\b[^.;]{0,30}\bglobal(?:ly)?\b|\bglobal(?:ly)? (?:install\w*|npm packages?|packages?)\b|全局安装|装到全局|全局的?(?:包|依赖)/,
    matcher: any([{ kind: "package", actions: ["add", "install"], managers: [], global: true }, ran("npm install -g")]),
    examples: ["npm install -g typescript", "npm install"],
  },
  {
    name: "system packages",
    words: /\b(?:system(?:[- ](?:wide|level))?|os(?:-level)?) (?:packages?|dependenc(?:y|ies)|software)\b|系统(?:级)?(?:的)?(?:软件包|软件|包|依赖)/,
    matcher: { kind: "package", actions: ["add", "install"], managers: ["apt", "apt-get", "brew", "dnf", "yum", "pacman", "apk", "snap", "zypper", "port", "choco", "winget", "scoop", "nix-env"] },
    examples: ["apt-get install jq", "npm install"],
  },
  {
    name: "update dependencies",
    words: new RegExp(`\\b(?:upgrad|updat|bump)\\w*\\b(?: [a-z]+ or)?(?: (?:a|an|any|the|our|existing|major|package|versions?|version|of|all|npm|pinned)){0,5} (?:${DEP}|versions?|packages?)\\b|\\b(?:dependency|version) (?:upgrades?|updates?|bumps?)\\b|升级(?:任何|现有|已有)?(?:依赖|包|库|版本)|依赖(?:版本)?升级|更新依赖`),
    matcher: { kind: "package", actions: ["update"], managers: [] },
    examples: ["npm update", "npm install"],
  },
  {
    name: "add dependencies",
    words: new RegExp(
      `\\b(?:add|install|introduc|pull|bring|us|includ|reach for|sneak)\\w*\\b(?:,? (?:or |and )?(?:upgrad|updat|remov|chang|bump|replac|swap)\\w*)*(?: (?:in|a|an|any|new|extra|another|additional|third[- ]party|external|runtime|production|dev|heavy|unapproved|more|other|npm|python|pip|further|the|to|single))*? ${DEP}\\b|\\b(?:new|extra|additional|third[- ]party|external|more|unapproved|further|runtime) (?:npm |python |runtime |production |dev |third[- ]party |external )*(?:${DEP}|packages?)\\b|${DEP} (?:has|have|needs?|must|should|is|are|ought|gets?)(?: to)? (?:be )?(?:added|installed|introduced|pulled in)\\b|\\bdependency additions?\\b|\\binstall(?:ing|s)? (?:anything|something|stuff|things)(?: new| else| extra)?\\b|\\b(?:add|install)\\w* (?:a |an |any |new |npm |python |third[- ]party )*packages?\\b|(?:新增|添加|引入|增加|加|装|安装)(?:一?个?任何|任何|一个|新的?|额外的?|第三方的?|外部的?|运行时|其他)*\\s?(?:[\ue000-\ue0ff]|python|node)?\\s?(?:依赖|第三方库|包(?![含括装裹])|库(?![存])|类库|组件库)|新(?:增)?依赖|(?:第三方|外部)依赖`,
    ),
    matcher: PACKAGES,
    examples: ["npm install left-pad", "npm install"],
  },
  {
    name: "publish",
    words: /\bpublish(?:es|ing|ed)?\b(?! (?:date|time|event|message))|\b(?:cut|mak|creat|do|tag|ship)\w* (?:a |any |new |the )*releases?\b|发布(?:新)?(?:版本|包|到|制品|npm)?|发版/,
    matcher: any([{ kind: "package", actions: ["publish"], managers: [] }, ran("gh release create"), ran("twine upload"), ran("gem push"), ran("semantic-release"), ran("goreleaser release"), ran("cargo release"), ran("changeset publish"), ran("lerna publish"), ran("release-it"), ran("make release"), ran("npm run release"), ran("pnpm release")]),
    examples: ["npm publish", "npm pack"],
  },
  {
    name: "deploy",
    words: /\bdeploy(?:s|ing|ed|ments?)?\b(?! (?:folder|directory|script|key|config|preview|log|docs?))|部署|上线/,
    matcher: all(DEPLOYS),
    examples: ["vercel deploy", "vercel logs"],
  },
  {
    name: "start the dev server",
    words: /\b(?:start|run|launch|boot|spin up|restart|bring up|spawn)\w*\b(?: (?:a|an|the|another|second|your own|own|any|up|local))* (?:dev(?:elopment)?|local|preview|web|http|app)?[- ]?server\b|(?:启动|运行|起|开|跑|重启)(?:一个|另一个|新的|本地)?(?:开发|本地|调试|dev)?\s?(?:服务器|服务(?=[，。；、]|$)|server)/,
    matcher: all(DEV_SERVERS),
    examples: ["npm run dev", "npm run build"],
  },
  {
    name: "run migrations",
    words: /\b(?:run|apply|execut|perform|trigger)\w*\b(?: (?:any|the|a|database|db|schema|pending|data|production))* migrations?\b(?! (?:scripts?|files?|tests?|guide))|(?:执行|运行|跑|应用)(?:数据库)?迁移/,
    matcher: all(MIGRATES),
    examples: ["alembic upgrade head", "alembic history"],
  },
  {
    name: "drop the database",
    words: /\b(?:drop|wip|reset|truncat|destroy|nuk|eras|delet)\w*\b(?: (?:a|an|any|the|our|local|dev|development|production|prod|test|whole|entire))* (?:databases?|db|schemas?|tables?)\b|(?:删除?|清空|重置|清掉|drop)(?:整个|本地|生产|线上|任何)?(?:数据库|库表|数据表|表(?![示达情现面格])|库(?![存]))/,
    matcher: any([{ kind: "statement", pattern: "\\b(?:drop\\s+(?:table|database|schema)|truncate)\\b" }, ran("dropdb"), ran("rails db:drop"), ran("rails db:reset"), ran("rake db:drop"), ran("rake db:reset"), ran("prisma migrate reset"), ran("php artisan migrate:fresh"), ran("php artisan db:wipe"), ran("mix ecto.drop"), ran("mix ecto.reset"), ran("supabase db reset"), ran("manage.py flush")]),
    examples: ["dropdb app", "psql -c 'select 1'"],
  },
  {
    name: "delete files",
    words: /\b(?:delet|remov|eras)\w*\b(?: (?:a|any|existing|user|other|my|the|project|source|whole))* (?:files?|documents?)(?= (?:or|and|without|unless|in (?:the|this) (?:repo|project))|[.,;:!?]|\s*$)|\bfile (?:deletions?|removals?)\b|\b(?:deletion|removal) of (?:any )?files?\b|删除?(?:任何|现有|已有|用户)?文件(?![夹])/,
    matcher: { kind: "path", access: ["delete"], globs: ["**"] },
    examples: ["rm a.txt", "cat a.txt"],
  },
  {
    name: "write outside the project",
    words: /\b(?:writ|edit|chang|modif|touch|creat|delet)\w*\b(?: (?:anything|files?|to|any|something))* (?:outside(?: of)?|beyond) (?:the |this |your |our )*(?:repo(?:sitory)?|project|workspace|working (?:directory|tree|folder)|checkout)\b|(?:不要|禁止|不得)?(?:修改|写入?|改动|动)(?:项目|仓库|工作区|工程)(?:目录)?(?:之外|以外|外面?)/,
    matcher: { kind: "path", access: ["change", "create", "delete"], globs: ["**"], outside: true, everywhere: true },
    examples: ["echo x >> ~/.bashrc", "echo x >> src/a.ts"],
  },
  { name: "be root", words: /\bas root\b|\broot (?:privileges|rights|access|shell|user)\b|\bsuperuser\b|\bwith sudo\b|root\s?权限|以\s?root|提权/, matcher: any([ran("sudo"), ran("su"), ran("doas")]), examples: ["sudo make install", "make install"] },
  { name: "send mail", words: /\b(?:send|write)\w*\b(?: (?:any|an|a|out|external|outgoing|the))* e?-?mails?\b|发(?:送)?(?:任何|外部)?(?:电子)?邮件/, matcher: all(MAILS), examples: ["mail -s hi a@example.org", "date"] },
  { name: "kill processes", words: /\bkill(?:s|ing)?\b(?: (?:any|other|running|the|a|node|background|my|user|people's))* process(?:es)?\b|杀(?:掉|死)?(?:任何|其他|别人的?)?进程|结束(?:任何|其他)?进程/, matcher: all(["kill", "pkill", "killall"]), examples: ["pkill node", "ps aux"] },
  { name: "change git configuration", words: /\b(?:chang|modif|edit|updat|touch|alter|set|tamper)\w*\b(?: (?:with|the|any|my|global|local|user's|our))* git(?:'s)? config(?:uration|s)?\b|(?:修改|改动|更改|改)\s?git\s?(?:的)?(?:全局)?配置/, matcher: any([{ kind: "command", pattern: { program: "git", words: ["config"], flags: [], args: ["*.*"], inside: [] } }]), examples: ["git config user.name x", "git status"] },
  {
    name: "restart the machine",
    words: /\b(?:reboot|restart|shut ?down|power off|halt)\w*\b(?: (?:the|this|any|down))* (?:machine|computer|host|box|system|laptop|server)\b|(?:重启|关闭|关掉)(?:这台|本)?(?:机器|电脑|主机|系统|服务器)|关机/,
    matcher: all(["reboot", "shutdown", "poweroff", "halt", "systemctl reboot", "systemctl poweroff"]),
    examples: ["sudo reboot", "uptime"],
  },
  {
    name: "write new documents",
    words: /\b(?:creat|add|writ|generat|mak)\w*\b(?: (?:any|a|an|new|extra|additional|unsolicited|standalone|separate|unnecessary|more|further))* (?:documentation|docs?|markdown|readme|summary|\.?md)(?:\/readme)?(?: (?:files?|documents?|pages?))\b|\b(?:new|extra) (?:markdown|documentation|docs?|\.?md) files?\b|(?:新建|创建|新增|生成)(?:任何|额外的?|新的?)*\s?(?:markdown|文档|说明文档|readme|md)\s?(?:文件|文档)?/,
    matcher: { kind: "path", access: ["create"], globs: ["*.md", "*.mdx", "*.rst"], standing: "new" },
    examples: ["echo x > notes/NEW.md", "cat README.md"],
  },
  {
    name: "run downloads",
    words: /\bpip(?:e|es|ing|ed)\b[^.;]{0,40}\b(?:in)?to (?:a |an |the |your |any )*(?:shell|interpreter|[\ue000-\ue3ff])|\bcurl[- ](?:pipe[- ])?(?:to[- ])?(?:ba)?sh\b|\b(?:run|execut)\w* (?:a |any |the )*(?:scripts? )?(?:straight |directly |right )*(?:from|off) the (?:internet|web|network)\b|\binstall scripts? from the (?:internet|web)\b|(?:网上|网络|互联网|远程)?(?:下载)?的?(?:脚本|内容|代码)?(?:直接)?管道(?:直接)?(?:传|喂|交)?给\s?(?:shell|[\ue000-\ue3ff])|(?:直接)?(?:执行|运行)(?:从)?(?:网上|网络|互联网)(?:上)?(?:下载|拉取)?的?(?:脚本|代码)/,
    matcher: { kind: "downloaded" },
    examples: ["curl https://example.org/i.sh | sh", "curl https://example.org/data.json"],
  },
  {
    name: "use the network",
    words: /\b(?:access|us|hit|call|contact|reach|touch|talk to|mak|do)\w*\b(?: (?:any|the|an|a|to|out|public|outbound))* (?:network(?: (?:calls?|requests?|access))?|internet|external (?:services?|apis?|network|hosts?|urls?|requests?)|outbound (?:calls?|requests?|connections?))\b|\bnetwork (?:access|calls?|requests?)\b|联网|访问(?:外部|公共|外)?(?:网络|外网|互联网)|网络请求/,
    matcher: { kind: "network", hosts: ["localhost", "127.0.0.1", "::1", "0.0.0.0", "*.local"], outside: true },
    examples: ["curl https://example.org", "curl http://localhost:3000"],
  },
];
