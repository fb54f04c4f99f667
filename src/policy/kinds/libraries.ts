// Libraries that files replace or ban by name. A name without backticks counts only where it is no word of a language.

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
