// Build output and caches: what a program makes again. Deleting only these needs nobody's word (X32).
// A door of its own: the hook looks at junk without loading the analysis of commands.

const FOLDERS = new Set([
  "node_modules", "dist", "build", "out", "target", "coverage", ".cache", ".next", ".nuxt", ".output", ".turbo", ".parcel-cache", ".svelte-kit", ".vite",
  "__pycache__", ".pytest_cache", ".mypy_cache", ".ruff_cache", ".tox", ".nox", ".venv", "venv", ".eggs", "htmlcov", ".gradle", ".dart_tool", ".terraform",
  "tmp", "temp", ".tmp", "logs", "bin-debug", "obj", "DerivedData", ".nyc_output", "storybook-static", "_site", ".docusaurus", ".angular", "cmake-build-debug", "cmake-build-release", "bazel-bin", "bazel-out",
]);
const FILES = /(?:\.(?:pyc|pyo|o|obj|class|log|tmp|temp|swp|swo|tsbuildinfo|map|bak~)|~|^\.DS_Store|^Thumbs\.db|^\.eslintcache|^\.coverage)$/;

/** `path` relative to the project. */
export function isJunkName(path: string): boolean {
  if (path === "") return false;
  const parts = path.split("/");
  return parts.some((part) => FOLDERS.has(part) || part.endsWith(".egg-info")) || FILES.test(parts.at(-1) ?? "");
}
