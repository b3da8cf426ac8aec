import * as z from 'zod/mini'
import { parseArgs } from 'node:util'
import type { Logger } from 'pino'
import { backupFlags } from './backups/backup-settings'
import { directoryFlags } from './directory-settings'
import { postgresFlags } from './db/postgres/postgres-settings'
import { s3Flags } from './files/s3-settings'
import { BadSetting, textSchema, type SettingDefinition } from './setting'

export { BadSetting }

const portSchema = z.pipe(
  z.string().check(z.regex(/^\d{1,5}$/)),
  z.pipe(z.transform(Number), z.int().check(z.gte(0), z.lte(65535))),
)
const wholeNumberSchema = z.pipe(z.string().check(z.regex(/^\d{1,12}$/)), z.transform(Number))
const positiveNumberSchema = z.pipe(z.string().check(z.regex(/^0*[1-9]\d{0,5}$/)), z.transform(Number))
const booleanSchema = z.pipe(
  z.string().check(z.regex(/^(0|1|true|false)$/)),
  z.transform((v: string) => v === '1' || v === 'true'),
)
/** Host names in the form URLs use: lower case, IPv6 in brackets. */
const hostListSchema = z.pipe(
  z.string(),
  z.transform((v: string) =>
    v
      .split(',')
      .map((host) => host.trim().toLowerCase())
      .filter(Boolean),
  ),
)
const timeZoneSchema = z.string().check(
  z.refine((v: string) => {
    try {
      new Intl.DateTimeFormat('en', { timeZone: v })
      return true
    } catch {
      return false
    }
  }),
)

const settingDefinitions = {
  port: { env: 'PORT', flag: 'port', fallback: '8080', help: 'port of app and API', schema: portSchema },
  host: { env: 'HOST', flag: 'host', fallback: '0.0.0.0', help: 'address to listen on', schema: textSchema },
  dataDir: {
    env: 'DATA_DIR',
    flag: 'data',
    fallback: 'data',
    help: 'folder of the embedded database and of uploaded files',
    schema: textSchema,
  },
  role: {
    env: 'ROLE',
    flag: 'role',
    fallback: 'all',
    help: 'web serves people, worker runs jobs and reads machines, all does both',
    schema: z.enum(['web', 'worker', 'all']),
  },
  ...postgresFlags,
  demo: {
    env: 'DEMO',
    flag: 'demo',
    fallback: '1',
    help: '0 starts an empty plant with one administrator',
    schema: booleanSchema,
  },
  demoScale: {
    env: 'DEMO_SCALE',
    flag: 'scale',
    fallback: '1',
    help: 'multiplies the demonstration plant',
    schema: wholeNumberSchema,
  },
  demoDays: {
    env: 'DEMO_DAYS',
    flag: 'days',
    fallback: '400',
    help: 'days of orders, rolls and handovers in the demonstration plant',
    schema: positiveNumberSchema,
  },
  demoLanguage: {
    env: 'DEMO_LANGUAGE',
    flag: 'language',
    fallback: 'zh',
    help: 'zh or en: language of the free texts that the demonstration plant is loaded with',
    schema: z.enum(['zh', 'en']),
  },
  demoLive: {
    env: 'DEMO_LIVE',
    flag: 'live',
    fallback: '1',
    help: '0 leaves the demonstration plant standing as it was loaded',
    schema: booleanSchema,
  },
  adminPassword: {
    env: 'ADMIN_PASSWORD',
    flag: 'admin-password',
    fallback: '',
    help: 'first password of the account admin',
    schema: textSchema,
  },
  timeZone: {
    env: 'PLANT_TZ',
    flag: 'time-zone',
    fallback: 'Asia/Shanghai',
    help: "the plant's time zone",
    schema: timeZoneSchema,
  },
  logLevel: {
    env: 'LOG_LEVEL',
    flag: 'log-level',
    fallback: 'info',
    help: 'trace, debug, info, warn, error or silent; a server in a terminal begins at warn',
    schema: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
  },
  https: {
    env: 'HTTPS',
    flag: 'https',
    fallback: '0',
    help: 'serve HTTPS; creates and stores a self-signed certificate unless one is given',
    schema: booleanSchema,
  },
  certificate: { env: 'TLS_CERT', flag: 'cert', fallback: '', help: 'certificate file (PEM)', schema: textSchema },
  certificateKey: {
    env: 'TLS_KEY',
    flag: 'cert-key',
    fallback: '',
    help: 'key file of the certificate (PEM)',
    schema: textSchema,
  },
  bodyLimit: {
    env: 'BODY_LIMIT',
    flag: 'body-limit',
    fallback: '1048576',
    help: 'largest JSON body in bytes',
    schema: wholeNumberSchema,
  },
  uploadLimit: {
    env: 'UPLOAD_LIMIT',
    flag: 'upload-limit',
    fallback: '52428800',
    help: 'largest uploaded file in bytes',
    schema: wholeNumberSchema,
  },
  rateLimit: {
    env: 'RATE_LIMIT',
    flag: 'rate-limit',
    fallback: '6000',
    help: 'requests a minute for one session',
    schema: wholeNumberSchema,
  },
  maxInFlight: {
    env: 'MAX_IN_FLIGHT',
    flag: 'max-in-flight',
    fallback: '512',
    help: 'requests handled at once; more are asked to retry later',
    schema: wholeNumberSchema,
  },
  sessionHours: {
    env: 'SESSION_HOURS',
    flag: 'session-hours',
    fallback: '72',
    help: 'a session ends after so many hours without use',
    schema: wholeNumberSchema,
  },
  sessionDays: {
    env: 'SESSION_DAYS',
    flag: 'session-days',
    fallback: '30',
    help: 'a session ends so many days after signing in, however much it is used',
    schema: positiveNumberSchema,
  },
  sessionsPerPerson: {
    env: 'SESSIONS_PER_PERSON',
    flag: 'sessions-per-person',
    fallback: '20',
    help: 'devices on which a person is signed in, and live screens, at once; one more ends the oldest',
    schema: positiveNumberSchema,
  },
  verifiedMinutes: {
    env: 'VERIFIED_MINUTES',
    flag: 'verified-minutes',
    fallback: '5',
    help: 'minutes for which a password entered again before a dangerous action stays valid',
    schema: positiveNumberSchema,
  },
  bodySeconds: {
    env: 'BODY_SECONDS',
    flag: 'body-seconds',
    fallback: '60',
    help: 'seconds in which a request must arrive completely; a quarter of it for a login, five times as long for files',
    schema: positiveNumberSchema,
  },
  trustProxy: {
    env: 'TRUST_PROXY',
    flag: 'trust-proxy',
    fallback: '0',
    help: '1 behind a reverse proxy: take addresses from X-Forwarded-For',
    schema: booleanSchema,
  },
  ...directoryFlags,
  ...s3Flags,
  outboundHosts: {
    env: 'OUTBOUND_HOSTS',
    flag: 'outbound-hosts',
    fallback: '',
    help: "hosts in the plant's own network that web hooks may lead to, separated by commas; others there are refused",
    schema: hostListSchema,
  },
  secretKey: {
    env: 'SECRET_KEY',
    flag: 'secret-key',
    fallback: '',
    help: 'key that secrets in the database are sealed with, 32 bytes in base64; empty: made and kept in the data folder',
    schema: textSchema,
  },
  acceptNewKey: {
    env: 'ACCEPT_NEW_KEY',
    flag: 'accept-new-key',
    fallback: '0',
    help: '1 to start with another SECRET_KEY than the one the database belongs to; secrets sealed with the old one are lost',
    schema: booleanSchema,
  },
  newPlant: {
    env: 'NEW_PLANT',
    flag: 'new-plant',
    fallback: '0',
    help: '1 to begin a new plant although the data folder or BACKUP_DIR has files or backups of an earlier one',
    schema: booleanSchema,
  },
  ...backupFlags,
  metricsToken: {
    env: 'METRICS_TOKEN',
    flag: 'metrics-token',
    fallback: '',
    help: 'bearer token of /metrics; without it nobody may read them',
    schema: textSchema,
  },
} satisfies Record<string, SettingDefinition>

export type Settings = {
  [K in keyof typeof settingDefinitions]: (typeof settingDefinitions)[K]['schema'] extends z.ZodMiniType<
    infer O,
    string
  >
    ? O
    : never
}
/** The validated settings plus values that are determined at start. */
export interface Config extends Omit<Settings, 'https'> {
  isHttpsEnabled: boolean
  https: { cert: string; key: string } | null
  logger: Logger
  shouldLogRequests: boolean
  /** Folder of the built app; null if the development server serves the app. */
  clientDir: string | null
}
/**
 * Reads settings from flags, then the environment, then defaults.
 * @throws BadSetting naming the invalid setting or the unknown flag
 */
export function readSettings(argv: readonly string[], env: NodeJS.ProcessEnv): Settings {
  const { values, positionals } = parseFlags(argv)
  if (positionals.length) throw new BadSetting(`${positionals[0]} is not a flag; --help lists them`)
  return resolveSettings(values, env)
}
/** Reads the settings and the other arguments of a command, e.g. a folder or `s3`. */
export function readCommandArguments(
  argv: readonly string[],
  env: NodeJS.ProcessEnv,
): { settings: Settings; positionals: string[] } {
  const { values, positionals } = parseFlags(argv)
  return { settings: resolveSettings(values, env), positionals }
}
function resolveSettings(flags: Record<string, string>, env: NodeJS.ProcessEnv): Settings {
  return Object.fromEntries(
    Object.entries(settingDefinitions).map(([name, definition]) => {
      const value = flags[definition.flag] ?? env[definition.env] ?? definition.fallback
      const parseResult = z.safeParse(definition.schema, value)
      if (!parseResult.success)
        // The message hides the password in the URL of a database.
        throw new BadSetting(
          `${definition.env} (--${definition.flag}) cannot be "${value.replace(/:[^:@/]*@/, ':…@')}": ${definition.help}`,
        )
      return [name, parseResult.data]
    }),
  ) as Settings
}

function parseFlags(argv: readonly string[]): { values: Record<string, string>; positionals: string[] } {
  const booleanFlags = new Set(['https', 'demo', 'trust-proxy', 'accept-new-key', 'new-plant'])
  const options = Object.fromEntries(
    Object.values(settingDefinitions).map((definition) => [definition.flag, { type: 'string' as const }]),
  )
  // A boolean flag without a value means 1.
  const expandedArgs = argv.map((arg) =>
    booleanFlags.has(arg.replace(/^--/, '')) && arg.startsWith('--') ? `${arg}=1` : arg,
  )
  try {
    const { values, positionals } = parseArgs({ args: expandedArgs, options, strict: true, allowPositionals: true })
    return { values: values as Record<string, string>, positionals }
  } catch (error) {
    throw new BadSetting((error as Error).message)
  }
}

/** Builds the text of `--help`, starting with the usage lines. */
export function buildHelpText(usage: readonly string[]): string {
  const rows = Object.values(settingDefinitions).map(
    (definition) =>
      `  --${definition.flag.padEnd(16)} ${definition.env.padEnd(16)} ${definition.help}${definition.fallback ? ` (default ${definition.fallback})` : ''}`,
  )
  return [...usage, '', '  flag               environment      meaning', ...rows, ''].join('\n')
}
