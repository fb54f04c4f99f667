// Programs that people name in AGENTS.md. A word in backticks that is not here, and that nobody says to *run*, is taken
// for code: unknown means advice, never a gate.

import { byName, sameRow, wordSet } from "../../base/index.ts";

const NAMES = `
ack act adb ag alembic ansible ansible-playbook ansible-vault ant apk apt apt-get aria2c argocd asdf astro at autopep8 aws az
awk babel bandit bash bat batch bazel bazelisk behat bikeshed biome black brew bruno btm buck buck2 buf buildah bun bundle bundler bunx
cabal caddy cargo cat ccache cdk certbot chgrp chmod chown chroot circleci clang clang-format clang-tidy cmake cocoapods
codesign composer conan conda consul coverage cp cpan cpanm cross crontab cspell ctest curl cypress dart dbt dd deno
depcheck detox dig diskutil dnf dnsmasq docker docker-compose dolt doctl doas dotnet doxygen dprint drizzle-kit drush dvc
earthly eas electron-builder elixir elm emacs env esbuild eslint eza expo exa fastlane fd ffmpeg firebase fish flake8 flask flatpak
flutter fly flyctl flyway forge foundryup fvm gatsby gcc gcloud gem gh ghc git git-filter-repo gitleaks glab
gleam glow go gofmt goimports golangci-lint gotestsum gpg gradle gradlew grep egrep fgrep grpcurl gsutil gulp gunicorn hadolint halt
hatch helm helmfile heroku hg htop http https httpie hub hugo hurl hyperfine iex invoke ipython isort istioctl java javac
jekyll jest jj jq jshint julia jupyter just k3d k6 k9s kafka-topics karma kind kill killall knex kops ktlint kubectl kubectx
kubens kubeadm kustomize lein lefthook lerna lighttpd liquibase locust ls lsof lua luarocks magick make mamba maturin mdbook meson
micromamba mill minikube mise mix mkcert mkdocs mkfs mocha mongo mongodump mongorestore mongosh msmtp mutt mv mvn mvnw mypy
mysql mysqladmin mysqldump mailx nano printenv nbstripout nc ncat netcat netlify next ng nginx ninja nix nix-build nix-env nix-shell
nixos-rebuild
nmap nmcli node nodemon nohup nomad nox npm npx ncu nuget nuxt nvm nx oc odo ollama opam openssl osascript oxlint packer pacman
parcel patch pdm perl perltidy pg_dump pg_restore pgrep php php-cs-fixer phpstan phpunit pip pip-compile pip-tools pip3 pipenv
pipx pkill playwright please pm2 pnpm pnpx pod podman podman-compose poetry poweroff powershell pre-commit prettier prisma protoc
protractor psql pulumi pwsh pycodestyle pylint pyenv pyright pytest python python2 python3 pytype rails rake rbenv rclone reboot
rebar3 redis-cli redis-server rg rm rmdir rollup rspec rsync rubocop ruby ruff runit rush rustc rustfmt rustup rye sam sbt scala
scp screen scoop scons sea-orm-cli sed semgrep sequelize serverless service sfdx sfdx sftp sh shellcheck shfmt shred shutdown
skaffold skopeo sls snap snyk solana sops sphinx-build sqlc sqlfluff sqlite3 sqlx srm ssh ssh-add ssh-copy-id ssh-keygen standard
stack stow strace stripe stylelint su sudo supabase supervisorctl svelte-kit svn swift swiftformat swiftlint systemctl tail
tailwindcss tar task tauri tee telnet terraform terragrunt tflint tfsec tilt tmux tofu touch tox traefik trash trash-put trivy truncate
ts-node tsc tshark tsup tsx turbo turborepo twine typeorm typos ufw unzip uv uvicorn uvx vagrant vault vercel vi vim vite vite-node
vitest volta vue-cli-service wasm-pack watchexec watchman webpack wget wp wrangler xargs xcodebuild xcrun xdg-open yamllint yapf
yarn yarnpkg yq yum zig zip zsh zypper checkov nodenv pyinstaller hypercorn celery manage.py artisan sail pint pest
apachectl launchctl journalctl dropdb createdb dropuser initdb pg_ctl influx cqlsh clickhouse-client etcdctl kcat rabbitmqctl
firebase-tools newman artillery lighthouse chromatic storybook changeset changesets semantic-release release-it np goreleaser
cargo-nextest cross-env rimraf del-cli husky lint-staged concurrently codecov tarpaulin nextest gofumpt staticcheck mockgen wire ko
ctags hexo vuepress docusaurus typedoc swag buf openapi-generator graphql-codegen relay-compiler atlas goose dbmate migrate mongosh
bundle-audit brakeman sidekiq puma unicorn foreman overmind hivemind honcho direnv cloudflared ngrok nslookup host whois ping
traceroute iptables nft mount umount fdisk parted lvremove mdadm swapoff useradd userdel usermod passwd visudo chsh chattr setfacl
sqlcmd bq spark-submit airflow prefect dagster mlflow wandb kaggle huggingface-cli accelerate deepspeed torchrun nvidia-smi nvcc
cap knife puppet salt rke k3s tsh boundary waypoint age gopass bw op railway cf sf meteor ionic cordova react-native sdkmanager avdmanager
fastboot
xcodegen tuist carthage rvm rackup hanami ghcup dune esy nimble crystal shards raco sbcl clj bb scala-cli kotlinc detekt mockery flit
pip-audit cookiecutter django-admin papermill safety vulture ava tap puppeteer commitlint swc rspack remix sveltekit quasar vcpkg gdb lldb
valgrind
zola vale markdownlint lychee actionlint grype syft cosign trufflehog sonar-scanner codeql esptool idf.py west platformio pio openocd
st-flash avrdude
arduino-cli dfu-util rclone restic borg duplicity certbot acme.sh step smbclient lftp ftp sqlmap hydra john hashcat metasploit msfconsole
tcpdump
mage gox air reflex gotest sum buildx nerdctl crictl ctr tkn flux kubeseal velero eksctl rosa ibmcloud oci linode-cli hcloud scw s3cmd mc
virtualenv modprobe rmmod insmod ddev lando sail ngrok yadm chezmoi gitk tig lazygit git-lfs bfg dvc lakectl tf cdktf terrascan infracost
atlantis spacectl flutterfire melos
kafkacat rabbitmqadmin kafka-console-consumer kafka-console-producer pulsar-admin nats mosquitto_pub redis-benchmark memcached mongoexport
mongoimport pgbench pgcli mycli litecli usql duckdb trino presto hive beeline impala-shell psqldef skeema sqldef gh-ost
pt-online-schema-change pg_upgrade pg_basebackup vacuumdb reindexdb createuser barman wal-g pgbackrest
ip ifconfig route netstat ss arp ethtool tc wg wg-quick tailscale zerotier-cli openvpn nmcli resolvectl hostnamectl timedatectl loginctl
localectl sysctl dmesg lsblk blkid lvcreate lvextend vgremove pvcreate zfs zpool btrfs mkswap swapon e2fsck fsck resize2fs dmsetup
cryptsetup losetup rfkill init telinit runlevel update-rc.d chkconfig groupadd groupdel getent chage at atq atrm anacron logrotate rsyslogd
auditctl setenforce semanage aa-enforce firewall-cmd fail2ban-client certutil keytool jarsigner gpgconf pass secret-tool security
cue dhall jsonnet tanka ytt kapp kbld vendir imgpkg kubie kubecolor stern kail popeye kube-score kubeconform kubeval polaris datree
sbatch srun scancel salloc shopify miniprogram-ci kamal eas-cli conftest opa gator kyverno crossplane clusterctl talosctl kwokctl vcluster devspace okteto garden telepresence garden draft oras regctl
crane dive hadolint dockle docker-slim slim buildctl img kaniko finch colima limactl lima orb orbstack multipass vboxmanage virsh qemu-img
packer-ci vmrun
openai modal replicate llm aider claude codex gemini opencode goose-cli langchain lc ollama vllm mlx_lm whisper ggml llama-cli comfy fal
banana beam runpodctl lambda-cloud sky dstack determined det polyaxon clearml dvclive zenml metaflow kedro feast great_expectations soda
dbt-cloud sqlmesh snowsql databricks dbx azcopy gcsfuse s5cmd rclone minio b2 wasabi
sd comby ast-grep sg jscodeshift codemod fastmod gron jless fx dasel miller mlr xsv csvkit csvsql xmllint xsltproc tidy html-minifier svgo
imagemin oxipng pngquant optipng jpegoptim cwebp exiftool yt-dlp sox lame mkvmerge handbrakecli inkscape blender gimp soffice libreoffice
unoconv wkhtmltopdf weasyprint asciidoctor rst2html sphinx-autobuild mkdocs-material honkit gitbook antora redocly spectral stoplight
swagger-cli prism dredd schemathesis pact bru karate gatling wrk ab hey vegeta siege oha bombardier drill
rtx proto fnm n corepack bit nps wireit moon pants please gn bloop mill-ci amm coursier cs kscript jbang sdk jenv quarkus mn spring
jhipster lb wildfly asadmin glassfish catalina.sh karaf
deployer envoy forge-cli vapor phpcs phpcbf phpmd psalm infection rector deptrac phan box humbug wp-cli drupal magento bin/magento symfony roave-backward-compatibility-check
mops dfx near anchor solc slither mythril echidna halmos hardhat truffle ganache foundry cast chisel anvil brownie ape vyper aptos sui
starknet scarb snforge cairo-run subxt polkadot zombienet
swag oapi-codegen ent gqlgen sqlboiler xo jet genny stringer enumer counterfeiter gomock ginkgo richgo gocov gosec govulncheck nilaway
revive gci golines wails fyne gomobile tinygo delve dlv pprof benchstat
cargo-watch cargo-make cargo-audit cargo-deny cargo-udeps cargo-edit cargo-release cargo-insta cargo-llvm-cov cargo-mutants cargo-expand
bacon trunk wasm-bindgen wasm-opt cross-rs cbindgen bindgen diesel sea sqlx-cli leptos dioxus dx perseus probe-rs espflash cargo-embed
rector uv-build pixi rattler-build conda-lock conda-build hatchling setuptools-scm build check-manifest pyroma twine-check bumpversion
bump2version bump-my-version commitizen cz towncrier reno sphinx-apidoc pdoc interrogate pydocstyle pyupgrade add-trailing-comma refurb
fixit libcst bowler rope jedi pylsp basedpyright pyre monkeytype tox-uv nose2 robot behave lettuce hypothesis mutmut cosmic-ray scalene
py-spy memray viztracer kernprof mprof snakeviz streamlit gradio chainlit panel bokeh voila nbconvert nbqa jupytext marimo ploomber luigi
huey rq dramatiq arq flower gunicorn-ci daphne
knip madge dpdm ncc pkg nexe tsd attw publint size-limit bundlesize webpack-bundle-analyzer source-map-explorer lighthouse-ci lhci backstop
percy reg-suit loki testcafe nightwatch webdriverio wdio cucumber-js gauge qunit jasmine uvu node-tap c8 nyc stryker plop hygen yeoman yo
degit tiged create-react-app cra react-scripts craco expo-cli eas-cli capacitor cap-cli tns nativescript lit wca stencil bit-cli sanity
contentful strapi directus keystone payload medusa shopify hydrogen bigcommerce stencil-cli amplify sst serverless-offline arc begin
architect chalice zappa up apex now surge
ejabberdctl asterisk freeswitch_cli postfix postqueue postsuper doveadm rspamc opendkim-genkey named-checkconf rndc unbound-control
nsd-control pdnsutil haproxy varnishadm squid envoy nginx-ci apache2ctl a2ensite a2dissite httpd lighty-enable-mod uwsgi passenger thin
brew-cask mas softwareupdate defaults pmset scutil networksetup spctl csrutil nvram tmutil hdiutil pkgutil installer plutil PlistBuddy
launchd osacompile automator shortcuts xattr mdfind mdutil codesign notarytool stapler altool simctl devicectl instruments xctrace agvtool
swiftgen sourcery periphery mint danger danger-swift xcbeautify xcpretty
winget choco msiexec regedit reg schtasks sc net netsh diskpart bcdedit wsl dism sfc robocopy xcopy icacls takeown wevtutil wmic taskkill
tasklist
find sort head less echo date sleep eval exec source mail sendmail swaks say notify-send osascript open pbcopy dotnet-ef nbdev quarto
pandoc latexmk pdflatex xelatex tectonic typst
`;

export const KNOWN_PROGRAMS: ReadonlySet<string> = new Set(NAMES.trim().split(/\s+/));

/** Programs whose names are words of code or English too: alone in backticks they count only where somebody runs them. */
export const AMBIGUOUS: ReadonlySet<string> = new Set(
  `claude codex gemini aider opencode goose abi arc ape anvil apex attw bit box begin beam banana build cap case cast chisel codemod crane
  cue defaults det dive drill draft dx echidna ent envoy exec fal feast fixit flower forge fx garden gator gauge go-live hatchling here hey
  hypothesis img infection init installer instruments ip jet karate lab limit lit llm loki luigi mint modal moon mops n near now oha okteto
  orb panel pants pass payload periphery pixi pkg polaris prism proto rector refurb reg replicate revive robot rope route rq sanity sc
  scarb sd sdk security sg shortcuts sky slim soda sox spring ss sui surge tap tc thin tidy trunk up vapor voila wrk xo yo act air at atlas
  batch cross date delete dd echo env eval exec exa find head host http https hub invoke kill kind less link mail
  migrate mix mount next np open patch ping pint pod please prefect puma say screen service sleep snap sort source stack standard sum
  tail task tee test touch truncate wire`
    .trim()
    .split(/\s+/),
);

/** Names that are no English word: a mention without backticks is the program. */
export const BARE_PROGRAMS: ReadonlySet<string> = new Set(
  `ansible-playbook ansible-vault npm npx pnpm pnpx yarn bun bunx pip pip3 pipx pipenv poetry uv uvx conda mamba kubectl terraform tofu terragrunt sudo curl wget ssh scp
  rsync
  eslint prettier biome ruff rubocop golangci-lint pytest mypy cargo rustup tsx ts-node docker-compose podman helm psql mysql sqlite3 gh
  glab grep ripgrep rg sed awk
  systemctl apt apt-get brew dnf yum pacman gem nvm pkill killall rm mv chmod chown git docker ansible vim nano crontab
  tox nox flake8 pylint pyright isort vitest tsc gofmt gofumpt goimports rustfmt oxlint oxfmt stylelint phpunit phpstan rspec prek lefthook`
    .trim()
    .split(/\s+/),
);

/** Names that are words or languages too: a program where one of its subcommands follows. */
export const PAIRED_PROGRAMS = wordSet(
  "go dotnet swift mix rails rake bundle composer flutter dart gradle mvn deno php vercel netlify flyctl pulumi alembic kamal eas heroku prisma supabase",
  "bq west firebase wrangler fly railway expo nx ng turbo drizzle-kit sequelize knex serverless cdk sam",
);

/** Names that say what is done: "never scancel", "no ssh to any host". */
export const DONE_PROGRAMS = wordSet(
  "ssh scp sftp rsync mosh telnet ftp reboot poweroff shutdown halt mkfs fdisk shred sbatch srun scancel salloc docker podman rmdir ffmpeg",
  "heroku netlify wrangler alembic pm2 nohup launchctl journalctl iptables nmap sqlmap killall pkill kill9 chmod chown useradd passwd npx",
);

/** Programs that run what is named behind them, and by how many words: "run make deploy". */
export const NAMED_TARGETS: Readonly<Record<string, number>> = byName({
  ...sameRow("make just rake mage invoke", 1),
  aws: 2,
  ...sameRow("gcloud az", 3),
});

/** Words that follow a bare program name as its subcommand. */
export const SUBCOMMANDS: ReadonlySet<string> = new Set(
  `add apply audit build bump check checkout cherry-pick ci clean clone commit compose config create delete deploy destroy dev
  diff dlx down drop edit exec fetch fix fmt format get import init install i link lint log login logs merge migrate mv nextest pip plan pr prune
  publish pull push rebase release reload remove reset downgrade submit query flash restart restore revert rm rollback rollout run scale serve server start stash
  state stop submodule switch sync tag taint test uninstall unlink unpublish up update upgrade yank worktree gc reflog filter-branch amend vet
  branch mr issue
  pkg version system volume image container clippy`
    .trim()
    .split(/\s+/),
);

export interface PackageManager {
  readonly family: "node" | "python" | "ruby" | "php" | "rust" | "go" | "system";
  /** The runner of one-off tools that belongs to it. */
  readonly runner?: string;
}

export const MANAGERS: Readonly<Record<string, PackageManager>> = byName({
  npm: { family: "node", runner: "npx" },
  ...sameRow("npx pnpx yarn bunx", { family: "node" }),
  pnpm: { family: "node", runner: "pnpx" },
  bun: { family: "node", runner: "bunx" },
  ...sameRow("pip pip3 pipenv poetry pdm conda mamba", { family: "python" }),
  uv: { family: "python", runner: "uvx" },
  gem: { family: "ruby" },
  bundle: { family: "ruby" },
  composer: { family: "php" },
  cargo: { family: "rust" },
  go: { family: "go" },
  ...sameRow("apt apt-get brew dnf yum pacman apk snap zypper", { family: "system" }),
});

/** Other names of the same program. */
export const SAME_PROGRAM: Readonly<Record<string, readonly string[]>> = byName({
  python: ["python3"],
  gradle: ["gradlew"],
  mvn: ["mvnw"],
  pip: ["pip3"],
  "docker-compose": [],
  vim: ["vi", "nvim"],
  grep: ["egrep", "fgrep"],
  ripgrep: ["rg"],
  node: ["nodejs"],
  apt: ["apt-get"],
  "apt-get": ["apt"],
});
