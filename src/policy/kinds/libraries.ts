// Libraries that files replace or ban by name. A name without backticks counts only where it is no word of a language.

import { byName, wordSet } from "../../base/index.ts";

/** No word of a language: known wherever it is. */
export const LIBRARIES: ReadonlySet<string> = new Set(
  `lodash axios dayjs date-fns luxon zod yup joi arktype valibot jquery mobx zustand jotai recoil rxjs ramda underscore.js tailwindcss
  styled-components bcrypt uuid nanoid dotenv winston pino log4js node-fetch superagent sequelize typeorm mongoose knex drizzle-orm enzyme
  mocha
  sinon supertest numpy pandas sqlalchemy pydantic aiohttp httpx urllib3 beautifulsoup4 boto3 psycopg2 loguru structlog logrus testify
  gorm unittest2 mattn/go-sqlite3 fs-extra reqwest tokio serde_json gson fastjson lombok mockito log4j guava`
    .trim()
    .split(/\s+/),
);

/** Words too: known in backticks only. */
const WORDS = wordSet(
  "moment underscore redux request requests express chalk got click flask jest request-promise colors debug yaml glob rimraf",
);

/** `github.com/pkg/errors`, `golang.org/x/exp/maps`: a module by its address. */
const MODULE = /^(?:[\w-]+\.)+(?:com|org|io|in|net|dev)\/[\w./-]+$/;

export const isLibrary = (name: string, code: boolean): boolean => LIBRARIES.has(name) || (code && (WORDS.has(name) || MODULE.test(name)));

/** Products whose package has their name. */
const NAMED = wordSet(
  "vitest mocha jasmine chai cypress puppeteer tailwindcss bootstrap jquery zustand mobx recoil pinia vuex lodash axios",
  "vue svelte electron webpack parcel rollup express typeorm sequelize mongoose graphql husky eslint prettier pandas",
  "numpy django flask celery sqlalchemy storybook",
);

/** Products by the names that people write, and the packages that bring them. */
const PRODUCTS: Readonly<Record<string, readonly string[]>> = byName({
  jest: ["jest", "ts-jest"],
  playwright: ["@playwright/test", "playwright"],
  tailwind: ["tailwindcss"],
  redux: ["redux", "react-redux", "@reduxjs/toolkit"],
  react: ["react", "react-dom"],
  angular: ["@angular/core"],
  prisma: ["prisma", "@prisma/client"],
  drizzle: ["drizzle-orm"],
  biome: ["@biomejs/biome"],
  langchain: ["langchain", "@langchain/core"],
  mui: ["@mui/material"],
  styled: ["styled-components"],
});

/** null: no product that is known. */
export function packageOf(name: string): readonly string[] | null {
  const low = name.toLowerCase();
  return PRODUCTS[low] ?? (NAMED.has(low) ? [low] : null);
}

/** Products by the names that people write, and the programs that run them. */
const PROGRAMS: Readonly<Record<string, readonly string[]>> = byName({
  docker: ["docker", "docker-compose"],
  kubernetes: ["kubectl"],
  homebrew: ["brew"],
  maven: ["mvn"],
  gradle: ["gradle"],
  anaconda: ["conda"],
});

export const programsOf = (name: string): readonly string[] => PROGRAMS[name.toLowerCase()] ?? [];
