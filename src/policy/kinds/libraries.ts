// Libraries that files replace or ban by name. A name without backticks counts only where it is no word of a language.

import { byName } from "../../base/index.ts";

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
const WORDS: ReadonlySet<string> = new Set(
  "moment underscore redux request requests express chalk got click flask jest request-promise colors debug yaml glob rimraf".split(" "),
);

/** `github.com/pkg/errors`, `golang.org/x/exp/maps`: a module by its address. */
const MODULE = /^(?:[\w-]+\.)+(?:com|org|io|in|net|dev)\/[\w./-]+$/;

export const isLibrary = (name: string, code: boolean): boolean => LIBRARIES.has(name) || (code && (WORDS.has(name) || MODULE.test(name)));

/** Products by the names that people write, and the packages that bring them. */
const PRODUCTS: Readonly<Record<string, readonly string[]>> = byName({
  jest: ["jest", "ts-jest"],
  vitest: ["vitest"],
  mocha: ["mocha"],
  jasmine: ["jasmine"],
  chai: ["chai"],
  cypress: ["cypress"],
  playwright: ["@playwright/test", "playwright"],
  puppeteer: ["puppeteer"],
  tailwind: ["tailwindcss"],
  tailwindcss: ["tailwindcss"],
  bootstrap: ["bootstrap"],
  jquery: ["jquery"],
  redux: ["redux", "react-redux", "@reduxjs/toolkit"],
  zustand: ["zustand"],
  mobx: ["mobx"],
  recoil: ["recoil"],
  pinia: ["pinia"],
  vuex: ["vuex"],
  lodash: ["lodash"],
  axios: ["axios"],
  react: ["react", "react-dom"],
  vue: ["vue"],
  angular: ["@angular/core"],
  svelte: ["svelte"],
  electron: ["electron"],
  webpack: ["webpack"],
  parcel: ["parcel"],
  rollup: ["rollup"],
  express: ["express"],
  prisma: ["prisma", "@prisma/client"],
  typeorm: ["typeorm"],
  sequelize: ["sequelize"],
  drizzle: ["drizzle-orm"],
  mongoose: ["mongoose"],
  graphql: ["graphql"],
  husky: ["husky"],
  eslint: ["eslint"],
  prettier: ["prettier"],
  biome: ["@biomejs/biome"],
  pandas: ["pandas"],
  numpy: ["numpy"],
  django: ["django"],
  flask: ["flask"],
  celery: ["celery"],
  sqlalchemy: ["sqlalchemy"],
  langchain: ["langchain", "@langchain/core"],
  storybook: ["storybook"],
  mui: ["@mui/material"],
  styled: ["styled-components"],
});

/** null: no product that is known. */
export const packageOf = (name: string): readonly string[] | null => PRODUCTS[name.toLowerCase()] ?? null;

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
