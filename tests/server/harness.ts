import { hash } from '@node-rs/argon2'
import type { FastifyInstance } from 'fastify'
import { randomUUID } from 'node:crypto'
import { pino, type Logger } from 'pino'
import { seedAccess } from '@/areas/access/server/seed'
import { hashToken } from '@/areas/access/server/authenticate'
import { role } from '@/areas/access/contract/role'
import { user } from '@/areas/access/contract/user'
import { splitRoute, type Endpoint } from '@/contract/endpoint'
import type { Envelope } from '@/contract/errno'
import type { Application, SessionLimits } from '@/server/application'
import { readSettings } from '@/server/config'
import type { BackupSettings } from '@/server/backups/backup-settings'
import type { Database } from '@/server/db/connect'
import type { DirectorySettings } from '@/server/directory-settings'
import type { S3Settings } from '@/server/files/s3-settings'
import { createHttpServer } from '@/server/http/server'
import { areaServers } from '@/areas/servers'
import { sourceFolder } from '@/server/program-files'
import { KEY_SETTING } from '@/server/seals'
import { runAsSystem, startApplication } from '@/server/start-application'
import { loadTranslations, getLocaleFolders } from '@/server/translations'
import { findUndeclared } from './declared-answers'
import { lendDatabase, type LendOptions } from './lent-database'
import { watchPreviews } from './preview-watch'

export const PASSWORD = 'Correct-horse-9'
/** The minimum parameters of argon2, which keep tests fast. */
const CHEAP_HASH = { memoryCost: 8, timeCost: 1, parallelism: 1 }

export interface Answer<T = unknown> extends Envelope<T> {
  status: number
  headers: Record<string, unknown>
  bytes: Buffer
}
/** Sends requests as a signed-in person or as a stranger. */
export interface Caller {
  userId: string
  token: string
  call<In, Out>(
    endpoint: Endpoint<In, Out>,
    input: In,
    options?: { language?: 'zh' | 'en'; key?: string },
  ): Promise<Answer<Out>>
  raw(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer<never>>
  /** Sends a file as multipart form data. */
  upload(
    path: string,
    file: Buffer,
    fields?: Record<string, string>,
    fileName?: string,
    field?: string,
    method?: 'POST' | 'PUT',
    language?: 'zh' | 'en',
  ): Promise<Answer<never>>
}
export interface TestPlant {
  app: Application
  /** The plant's data folder: uploaded files, and the embedded database. */
  dataDir: string
  http: FastifyInstance
  /** Signs in. Unless `verified` is false, the session never has to enter the password again for dangerous actions. */
  as(userName: string, options?: { verified?: boolean; password?: string }): Promise<Caller>
  stranger: Caller
  query<R = Record<string, unknown>>(text: string, values?: unknown[]): Promise<R[]>
  /** The server’s clock. It stops once it is set. */
  clock: { set(time: string | Date): void; now(): Date }
  close(): Promise<void>
}

/** Roles with one person each; the user name is the role's code in lower case. */
export const testPeople = [
  'admin',
  'manager',
  'prod-lead',
  'operator-line',
  'operator-slit',
  'maint',
  'maint-lead',
  'quality',
  'quality-lead',
  'accountant',
  'viewer',
] as const

export interface PlantOptions {
  /** Settings by environment name, as for `npm start`. */
  settings?: Record<string, string>
  /** Receives everything the server logs, including requests. */
  log?: Logger
  /** Statement timeouts of the embedded database in milliseconds. */
  limits?: NonNullable<LendOptions['limits']>
  /** Parent folder of the data folder, for tests that need a particular file system. */
  disk?: string
  /** Address of a standby of the server in DATABASE_URL. */
  standbyUrl?: string
  /** Lifetime of sessions and sessions per person. */
  sessions?: Partial<SessionLimits>
  /** The plant’s LDAP directory, if any. */
  directory?: DirectorySettings
  /** Hosts in the plant’s network that may receive outbound messages. */
  outboundHosts?: readonly string[]
  /** The S3 server that stores files; by default they are in the data folder. */
  s3?: S3Settings
  /** Folder of the built client. */
  clientDir?: string
  /** Settings of scheduled backups of the plant's database. */
  backups?: (dataDir: string, databaseUrl: string | undefined) => BackupSettings
}

/**
 * Creates a plant with its own database: embedded, or on the server in DATABASE_URL. It contains the seeded roles and one
 * person per role. Requests pass through the real HTTP stack without a socket.
 */
export async function createTestPlant(options: PlantOptions = {}): Promise<TestPlant> {
  const log = options.log ?? pino({ level: process.env['TEST_LOG'] ?? 'silent' })
  const { db, dataDir, giveBack } = await lendDatabase(seedPlant, {
    ...(options.limits ? { limits: options.limits } : {}),
    ...(options.log ? { log: options.log } : {}),
    ...(options.disk ? { disk: options.disk } : {}),
    ...(options.standbyUrl ? { standbyUrl: options.standbyUrl } : {}),
  })
  let fixedTime: Date | null = null
  const clock = {
    set: (time: string | Date) => {
      fixedTime = new Date(time)
    },
    now: () => fixedTime ?? new Date(),
  }
  const app = await startTestApplication(db, dataDir, log, clock.now, options)
  const getPreviewProblems = watchPreviews(app)
  const settings = readSettings([], { DATA_DIR: dataDir, RATE_LIMIT: '1000000', ...options.settings })
  const http = await createHttpServer(app, {
    ...settings,
    isHttpsEnabled: false,
    https: null,
    logger: log,
    shouldLogRequests: options.log !== undefined,
    clientDir: options.clientDir ?? null,
  })
  await http.ready()
  return {
    app,
    dataDir,
    http,
    clock,
    stranger: createCaller(http, '', ''),
    as: async (userName, { verified = true, password = PASSWORD } = {}) => {
      const caller = await signIn(http, userName, password)
      if (verified)
        await db.pool.query(`update session set verified_at = 'infinity' where token_hash = $1`, [
          hashToken(caller.token),
        ])
      return caller
    },
    query: async (text, values) => (await db.pool.query(text, values)).rows as never,
    close: async () => {
      await http.close()
      await app.changes.close()
      await giveBack()
      const previewProblems = getPreviewProblems()
      if (previewProblems.length)
        throw new Error(`phone previews differ from the answers:\n${previewProblems.join('\n')}`)
    },
  }
}

let cachedTranslations: ReturnType<typeof loadTranslations> | undefined
const getTranslations = () => (cachedTranslations ??= loadTranslations(getLocaleFolders(sourceFolder)))

const startTestApplication = async (
  db: Database,
  dataDir: string,
  log: Logger,
  clock?: () => Date,
  {
    sessions,
    directory,
    outboundHosts,
    s3,
    backups,
  }: Pick<PlantOptions, 'sessions' | 'directory' | 'outboundHosts' | 's3' | 'backups'> = {},
): Promise<Application> =>
  startApplication({
    areas: areaServers,
    db,
    translations: await getTranslations(),
    log,
    dataDir,
    timeZone: 'Asia/Shanghai',
    sessions: { idleHours: 72, maxDays: 30, maxPerPerson: 1000, ...sessions },
    verifiedMinutes: 5,
    directory: directory ?? null,
    s3: s3 ?? null,
    ...(outboundHosts ? { outboundHosts } : {}),
    ...(backups ? { backups: backups(dataDir, await findDatabaseUrl(db)) } : {}),
    ...(clock ? { clock } : {}),
  })

/** Returns the URL of a plant's database on the server in DATABASE_URL; undefined if the database is embedded. */
async function findDatabaseUrl({ pool }: Database): Promise<string | undefined> {
  if (!process.env['DATABASE_URL']) return undefined
  const { rows } = await pool.query<{ name: string }>('select current_database() as name')
  const url = new URL(process.env['DATABASE_URL'])
  url.pathname = `/${rows[0]!.name}`
  return url.href
}

/** Seeds roles, menu and people. Runs once per test run. */
async function seedPlant(db: Database, dataDir: string): Promise<void> {
  const app = await startTestApplication(db, dataDir, pino({ level: 'silent' }))
  await runAsSystem(app, 'system.seed', (ctx) => seedAccess(ctx, PASSWORD))
  await seedPeople(app)
  // Without a stored key, each copy of this plant creates its own key.
  await db.pool.query('delete from setting where name = $1', [KEY_SETTING])
  await app.changes.close()
}
async function seedPeople(app: Application): Promise<void> {
  // A cheap hash keeps sign-ins fast. Another test covers the cost of real hashes.
  const hashed = await hash(PASSWORD, CHEAP_HASH)
  await runAsSystem(app, 'test.people', async (ctx) => {
    for (const userName of testPeople.slice(1)) {
      const [seededRole] = await ctx.rows.find(role, { where: { code: userName.toUpperCase() }, limit: 1 })
      if (!seededRole) throw new Error(`no role ${userName}`)
      const row = await ctx.rows.insert(user, {
        userName,
        accountName: `${userName} person`,
        roleId: seededRole.id,
        team: 'A',
      } as never)
      await ctx.query('insert into credential (site_id, user_id, hash) values (1, $1, $2)', [row.id, hashed])
    }
    await ctx.query('update credential set hash = $1', [hashed])
  })
}

async function signIn(http: FastifyInstance, userName: string, password: string): Promise<Caller> {
  const answer = await createCaller(http, '', '').raw('POST', '/user/login', { username: userName, password })
  const data = answer.data as { token: string; userid: string } | null
  if (!data?.token) throw new Error(`${userName} could not sign in: ${answer.errno} ${answer.errmsg}`)
  return createCaller(http, data.token, data.userid)
}

/** Returns a caller that sends this token through the real HTTP stack without a socket. */
export function createCaller(http: FastifyInstance, token: string, userId: string): Caller {
  const send = async (
    method: string,
    path: string,
    payload: unknown,
    headers: Record<string, string>,
  ): Promise<Answer<never>> => {
    const answer = await http.inject({
      method: method as 'GET',
      url: `/api${path}`,
      ...(payload === undefined ? {} : { payload: payload as string }),
      headers: { ...(token ? { authorization: token } : {}), ...headers },
    })
    const isFile = !String(answer.headers['content-type']).includes('json')
    const json = isFile ? { errno: '200' as const, errmsg: '', data: null } : (answer.json() as Envelope)
    const undeclared = !isFile && json.errno === '200' ? findUndeclared(method, path, json.data) : []
    if (undeclared.length)
      throw new Error(`The answer differs from the declared output:\n${undeclared.slice(0, 9).join('\n')}`)
    return { ...json, status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload } as Answer<never>
  }
  const raw: Caller['raw'] = (method, path, body, headers = {}) =>
    send(
      method,
      path,
      body === undefined || typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
      { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    )
  return {
    token,
    userId,
    raw,
    call: (endpoint, input, callOptions = {}) => {
      const { method, path } = splitRoute(endpoint.routes[0]!)
      const headers = {
        ...(callOptions.language ? { 'accept-language': callOptions.language } : {}),
        ...(callOptions.key ? { 'idempotency-key': callOptions.key } : {}),
      }
      if (method === 'POST' || method === 'PUT' || method === 'PATCH') return raw(method, path, input, headers)
      const query = new URLSearchParams(
        Object.entries(input as object)
          .filter(([, v]) => v != null)
          .map(([k, v]) => [k, Array.isArray(v) ? v.join(',') : String(v)]),
      )
      return raw(method, `${path}?${query}`, undefined, headers)
    },
    upload: (path, file, fields = {}, fileName = 'file.xlsx', field = 'file', method = 'POST', language) => {
      const boundary = `b${randomUUID()}`
      const text = Object.entries(fields)
        .map(([k, v]) => `--${boundary}\r\nContent-Disposition: form-data; name="${k}"\r\n\r\n${v}\r\n`)
        .join('')
      const head = `${text}--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${fileName}"\r\nContent-Type: application/octet-stream\r\n\r\n`
      return send(method, path, Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--\r\n`)]), {
        'content-type': `multipart/form-data; boundary=${boundary}`,
        ...(language ? { 'accept-language': language } : {}),
      })
    },
  }
}
