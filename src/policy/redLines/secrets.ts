// Files that hold keys and passwords: reading them is asked about, and Codicil's own token is never read.

import type { World } from "../call.ts";
import { isBelow, nameOf } from "../analysis/disk.ts";

const KEYS = /^(?:\.ssh\/(?!config$|known_hosts|authorized_keys$).+(?<!\.pub)|\.aws\/credentials|\.netrc|\.git-credentials|\.pgpass|\.gnupg\/.+|\.config\/(?:gh\/hosts\.yml|gcloud\/.*credentials.*|op\/.+|rclone\/rclone\.conf)|\.kube\/config|\.docker\/config\.json|\.npmrc|\.pypirc|\.vault-token|\.password-store\/.+|Library\/Keychains\/.+|\.mozilla\/.*logins\.json|\.config\/(?:google-chrome|chromium)\/.*(?:Login Data|Cookies).*)$/s;

export function isKeyFile(path: string, world: World): boolean {
  if (isBelow(path, world.userHome)) return KEYS.test(path.slice(world.userHome.length + 1));
  return /^\/etc\/(?:shadow|gshadow|sudoers)|^\/proc\/(?:\d+|self)\/environ$|^\/root\/\.ssh\//.test(path);
}

/** The daemon's tokens, wherever the mind lives. */
export function isTokenFile(path: string, world: World): boolean {
  return world.minds.some((each) => isBelow(path, each)) && /token|secret|\.sock$|^sock$|login/i.test(nameOf(path));
}
