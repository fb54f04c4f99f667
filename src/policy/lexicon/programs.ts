// Programs that people name in AGENTS.md. A word in backticks that is not here, and that nobody says to *run*, is taken
// for code: unknown means advice, never a gate.

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
mysql mysqladmin mysqldump mailx nano printenv nbstripout nc ncat netcat netlify next ng nginx ninja nix nix-build nix-env nix-shell nixos-rebuild
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
cap knife puppet salt rke k3s tsh boundary waypoint age gopass bw op railway cf sf meteor ionic cordova react-native sdkmanager avdmanager fastboot
xcodegen tuist carthage rvm rackup hanami ghcup dune esy nimble crystal shards raco sbcl clj bb scala-cli kotlinc detekt mockery flit
pip-audit cookiecutter django-admin papermill safety vulture ava tap puppeteer commitlint swc rspack remix sveltekit quasar vcpkg gdb lldb valgrind
zola vale markdownlint lychee actionlint grype syft cosign trufflehog sonar-scanner codeql esptool idf.py west platformio pio openocd st-flash avrdude
arduino-cli dfu-util rclone restic borg duplicity certbot acme.sh step smbclient lftp ftp sqlmap hydra john hashcat metasploit msfconsole tcpdump
mage gox air reflex gotest sum buildx nerdctl crictl ctr tkn flux kubeseal velero eksctl rosa ibmcloud oci linode-cli hcloud scw s3cmd mc
virtualenv modprobe rmmod insmod ddev lando sail ngrok yadm chezmoi gitk tig lazygit git-lfs bfg dvc lakectl tf cdktf terrascan infracost atlantis spacectl flutterfire melos
find sort head less echo date sleep eval exec source mail sendmail swaks say notify-send osascript open pbcopy dotnet-ef nbdev quarto pandoc latexmk pdflatex xelatex tectonic typst
`;

export const KNOWN_PROGRAMS: ReadonlySet<string> = new Set(NAMES.trim().split(/\s+/));

/** Programs whose names are words of code or English too: alone in backticks they count only where somebody runs them. */
export const AMBIGUOUS: ReadonlySet<string> = new Set(
  `act air at atlas batch cross date delete dd echo env eval exec exa find head host http https hub invoke kill kind less link mail
  migrate mix mount next np open patch ping pint pod please prefect puma say screen service sleep snap sort source stack standard sum
  tail task tee test touch truncate wire`
    .trim()
    .split(/\s+/),
);

/** Names that are no English word: a mention without backticks is the program. */
export const BARE_PROGRAMS: ReadonlySet<string> = new Set(
  `npm npx pnpm pnpx yarn bun bunx pip pip3 pipx pipenv poetry uv uvx conda mamba kubectl terraform tofu terragrunt sudo curl wget ssh scp rsync
  eslint pytest mypy cargo rustup tsx ts-node docker-compose podman helm psql mysql sqlite3 gh glab grep ripgrep rg sed awk
  systemctl apt apt-get brew dnf yum pacman gem nvm pkill killall rm mv chmod chown git docker ansible vim nano crontab`
    .trim()
    .split(/\s+/),
);

/** Words that follow a bare program name as its subcommand. */
export const SUBCOMMANDS: ReadonlySet<string> = new Set(
  `add apply audit build bump check checkout cherry-pick ci clean clone commit compose config create delete deploy destroy dev
  diff dlx down drop edit exec fetch fix fmt get import init install i link lint log login logs merge migrate mv nextest pip plan pr prune
  publish pull push rebase release reload remove reset restart restore revert rm rollback rollout run scale serve server start stash
  state stop submodule switch sync tag taint test uninstall unlink unpublish up update upgrade yank worktree gc reflog filter-branch amend branch mr issue
  pkg version system volume image container`
    .trim()
    .split(/\s+/),
);

export interface PackageManager {
  readonly family: "node" | "python" | "ruby" | "php" | "rust" | "go" | "system";
  /** The runner of one-off tools that belongs to it. */
  readonly runner?: string;
}

export const MANAGERS: Readonly<Record<string, PackageManager>> = {
  npm: { family: "node", runner: "npx" },
  npx: { family: "node" },
  pnpm: { family: "node", runner: "pnpx" },
  pnpx: { family: "node" },
  yarn: { family: "node" },
  bun: { family: "node", runner: "bunx" },
  bunx: { family: "node" },
  pip: { family: "python" },
  pip3: { family: "python" },
  pipenv: { family: "python" },
  poetry: { family: "python" },
  pdm: { family: "python" },
  uv: { family: "python", runner: "uvx" },
  conda: { family: "python" },
  mamba: { family: "python" },
  gem: { family: "ruby" },
  bundle: { family: "ruby" },
  composer: { family: "php" },
  cargo: { family: "rust" },
  go: { family: "go" },
  apt: { family: "system" },
  "apt-get": { family: "system" },
  brew: { family: "system" },
  dnf: { family: "system" },
  yum: { family: "system" },
  pacman: { family: "system" },
  apk: { family: "system" },
  snap: { family: "system" },
  zypper: { family: "system" },
};

/** Other names of the same program. */
export const SAME_PROGRAM: Readonly<Record<string, readonly string[]>> = {
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
};
