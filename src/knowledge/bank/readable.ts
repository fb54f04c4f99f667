// Which files the reader may open: named by an allow list, and then not on the deny list (MB-22). Both must agree, so that
// neither a wrong pointer in the bank nor a new kind of secret file is enough to have something quoted.

const ALLOWED =
  /^(?:memory-bank\/.+\.md|(?:[^/]+\/)*[^/]+\.(?:c|cc|cfg|cjs|clj|cpp|cs|css|cts|dart|ex|exs|go|gradle|graphql|h|hpp|hs|html|ini|java|jl|js|json|jsonc|jsx|kt|kts|less|lua|md|mdx|mjs|ml|mts|nix|php|pl|prisma|properties|proto|py|rb|rs|rst|scala|scss|sh|sol|sql|svelte|swift|toml|ts|tsx|txt|vue|xml|yaml|yml|zig)|(?:[^/]+\/)*(?:Makefile|Dockerfile|\.nvmrc|\.node-version))$/u;
const DENIED =
  /(?:^|\/)(?:\.(?!nvmrc$|node-version$)[^/]*|node_modules|dist|build|target|vendor|coverage)(?:\/|$)|(?:^|\/)[^/]*(?:secret|credential|password|passwd|token|private[-_]?key|id_(?:rsa|ed25519|ecdsa))[^/]*\.(?:json|jsonc|ya?ml|toml|ini|cfg|properties|txt|xml)$|(?:^|\/)\.\.(?:\/|$)|\\|\0/iu;

/** No file system takes more. */
const LONGEST_PATH = 4096;

/** `path` is relative to the project. */
export function mayRead(path: string): boolean {
  return path.length <= LONGEST_PATH && ALLOWED.test(path) && !DENIED.test(path);
}
